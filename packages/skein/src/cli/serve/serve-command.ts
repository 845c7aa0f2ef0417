import process from 'node:process';
import { composeServer } from '../../server/compose-server.ts';
import { secretKey } from '../../server/secret-key.ts';
import type { CommandCall } from '../command.ts';
import { usageError } from '../command-error.ts';
import { loadConfig } from '../load-config.ts';
import { packageVersion } from '../../package-version.ts';
import type { ParsedArguments } from '../parse-arguments.ts';
import { printJson } from '../print-json.ts';
import { readScript } from '../run/read-script.ts';
import { studioFolder } from '../../server/studio-folder.ts';
import { serverStoreUrl } from './server-store-url.ts';

export async function serveCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const file = given.one('script');
  const server = await composeServer({
    ...(await loadConfig(given)),
    store: serverStoreUrl(given),
    version: packageVersion(),
    studio: studioFolder(),
    secretKey: secretKey(process.env, '.skein'),
    ...(file === undefined ? {} : { script: await readScript(file) }),
    onBug: (error, reference) => terminal.note(`${reference}: ${describe(error)}\n`),
  });
  try {
    const { url } = await server.listen({
      port: portOf(given),
      host: given.one('host') ?? '127.0.0.1',
    });
    if (isJson) printJson(terminal, { url, pid: process.pid });
    else terminal.data(`Skein answers on ${url}\n`);
    await stopped();
    if (!isJson) terminal.note('Stopping …\n');
  } finally {
    await server.close();
  }
  return 0;
}

const portMax = 65_535;

function portOf(given: ParsedArguments): number {
  const text = given.one('port') ?? '4680';
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= portMax) return port;
  throw usageError(`--port ${text} is no port.`, `Give a number from 0 to ${portMax}.`);
}

/** Resolves when the process is told to end. */
function stopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

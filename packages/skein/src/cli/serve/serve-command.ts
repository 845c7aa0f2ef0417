import process from 'node:process';
import { composeServer } from '../../server/compose-server.ts';
import { secretKey } from '../../server/secret-key.ts';
import type { CommandCall } from '../command.ts';
import type { RestatePlace } from '../../compose.ts';
import { usageError } from '../command-error.ts';
import { loadConfig } from '../load-config.ts';
import { packageVersion } from '../../package-version.ts';
import type { ParsedArguments } from '../parse-arguments.ts';
import { printJson } from '../print-json.ts';
import { readScript } from '../run/read-script.ts';
import { studioFolder } from '../../server/studio-folder.ts';
import { portOf } from './port-of.ts';
import { restatePlace } from './restate-place.ts';
import { serverStoreUrl } from './server-store-url.ts';
import { stopped } from './stopped.ts';

const usualPort = '4680';

export async function serveCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const file = given.one('script');
  const server = await composeServer({
    ...(await loadConfig(given)),
    store: serverStoreUrl(given),
    version: packageVersion(),
    studio: studioFolder(),
    secretKey: secretKey(process.env, '.skein'),
    ...restatePlaceOf(given),
    ...(file === undefined ? {} : { script: await readScript(file) }),
    onBug: (error, reference) => terminal.note(`${reference}: ${describe(error)}\n`),
  });
  try {
    const { url } = await server.listen({
      port: portOf(given, usualPort),
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

/** Where Restate is, when it drives the runs. */
function restatePlaceOf(given: ParsedArguments): { readonly restate?: RestatePlace } {
  const [host, url] = [given.one('host-engine') ?? 'embedded', given.one('restate')];
  if (host === 'restate') return { restate: restatePlace(given) };
  if (url === undefined) return {};
  throw usageError('--restate is of no use here.', 'Add --host-engine restate, or leave it out.');
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

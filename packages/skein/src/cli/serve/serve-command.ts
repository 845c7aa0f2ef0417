import process from 'node:process';
import { composeServer } from '../../server/compose-server.ts';
import { secretKey } from '../../server/secret-key.ts';
import type { CommandCall } from '../arguments/command.ts';
import type { RestatePlace } from '../../compose.ts';
import { usageError } from '../errors/command-error.ts';
import { loadConfig } from '../inputs/load-config.ts';
import { packageVersion } from '../../package-version.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { printJson } from '../output/print-json.ts';
import { readScriptOption } from '../inputs/read-script.ts';
import { studioFolder } from '../../server/studio-folder.ts';
import { createAssistant } from '../building/assistant/create-assistant.ts';
import { keepCompiled } from './keep-compiled.ts';
import { restatePlace } from './restate-place.ts';
import { serveSettings } from './serve-settings.ts';
import { serverLog } from './server-log.ts';
import { serverStoreUrl } from '../inputs/server-store-url.ts';
import { stopSignals } from './stop-signals.ts';
import { drainLog } from './drain-log.ts';

export async function serveCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const { port, host, log: form, drainMs } = serveSettings(given, { isTerminal: terminal.isLive });
  const log = serverLog(form, terminal);
  const configured = await loadConfig(given);
  const place = restatePlaceOf(given);
  const server = await composeServer({
    ...configured,
    store: serverStoreUrl(given),
    version: packageVersion(),
    studio: studioFolder(),
    secretKey: secretKey(process.env, '.skein'),
    ...place,
    // Workers call the nodes of runs on Restate, and have no engine to build workflows with.
    assistant: 'restate' in place ? undefined : createAssistant(configured, log.problem),
    durable: given.has('no-recover') ? { recovers: false } : undefined,
    script: await readScriptOption(given),
    onBug: log.bug,
    onProblem: log.problem,
    onAnswered: form === 'off' ? undefined : log.answered,
    logger: form === 'off' ? undefined : log.runs,
  });
  try {
    // Before the address is announced: whoever reads it may stop the server at once.
    const signals = stopSignals();
    const { url } = await server.listen({ port, host });
    if (isJson) printJson(terminal, { url, pid: process.pid });
    else terminal.data(`Skein is listening on ${url}\n`);
    if (form === 'json') log.event('listening', { url });
    keepCompiled();
    await signals.first;
    void signals.second.then(() => server.close({ drainMs: 0 }));
    // What becomes of calls is said on a terminal also to those who want no line for each answer.
    const isSilent = form === 'off' && !isJson;
    const said = drainLog(isSilent ? serverLog('text', terminal) : log, { drainMs, form });
    said.drained(await server.drain({ drainMs, onDraining: said.draining }));
  } finally {
    await server.close({ drainMs });
  }
  return 0;
}

/** Where Restate is, when it drives the runs. */
function restatePlaceOf(given: ParsedArguments): { readonly restate?: RestatePlace } {
  const [host, url] = [given.one('host-engine') ?? 'embedded', given.one('restate')];
  if (host === 'restate') return { restate: restatePlace(given) };
  if (url === undefined) return {};
  throw usageError(
    '--restate has no effect here.',
    'Add --host-engine restate, or leave --restate out.',
  );
}

import process from 'node:process';
import { EngineError, type Store, type StoreCheck } from '@skein/ports';
import { mailSources } from '../../server/mail-sources.ts';
import type { CommandCall } from '../arguments/command.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { usageError } from '../errors/command-error.ts';
import { count } from '../output/count.ts';
import { printJson } from '../output/print-json.ts';
import { configOf } from '../inputs/load-config.ts';
import { remoteCall, type RemoteCall } from '../inputs/remote-call.ts';
import { storeUrl } from '../inputs/store-url.ts';
import { visibleLine } from '../output/visible-text.ts';

export async function doctorCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const ask = remoteCall(given);
  if (given.has('rebuild-projections')) {
    if (ask === null) return rebuildProjections(call);
    throw usageError('A server does not rebuild rows.', 'Name its store with --store instead.');
  }
  const checked =
    ask === null ? await checkStore(storeUrl(given)) : await checkServer(ask, storeUrl(given));
  const { kind, place } = checked;
  const mailboxes = ask === null ? await checkMailboxes(given) : [];
  const findings = [...checked.findings, ...mailboxes];
  const isHealthy = checked.isHealthy && mailboxes.every(({ isGood }) => isGood);
  if (isJson) {
    printJson(terminal, { healthy: isHealthy, node: process.version, kind, place, findings });
    return isHealthy ? 0 : 8;
  }
  terminal.data(`Node ${process.version}\n${kind} ${visibleLine(place)}\n`);
  for (const { what, isGood, text } of findings) {
    terminal.foreignData(`  ${isGood ? 'ok   ' : 'wrong'}  ${what}: ${visibleLine(text)}\n`);
  }
  terminal.data(isHealthy ? 'All checks passed.\n' : 'Some checks failed.\n');
  return isHealthy ? 0 : 8;
}

async function checkStore(url: string): Promise<StoreCheck> {
  const { openStore } = await import('@skein/stores');
  const store = await openStore(url);
  try {
    const checked = await store.check();
    return { ...checked, findings: [...checked.findings, await checkDoors(store)] };
  } finally {
    await store.close();
  }
}

/** Which workflows other programs can reach. */
async function checkDoors(
  store: Pick<Store, 'definitions'>,
): Promise<StoreCheck['findings'][number]> {
  const { doorsInWords } = await import('@skein/server');
  return { what: 'doors', isGood: true, text: await doorsInWords(store) };
}

/** Whether each mailbox of the configuration can be read. A password that is only in the store of a server is not known here. */
async function checkMailboxes(given: ParsedArguments): Promise<StoreCheck['findings']> {
  const sources = mailSources({ ...configOf(given), environment: process.env });
  if (sources.length === 0) return [];
  const { checkMailbox } = await import('@skein/server');
  return Promise.all(
    sources.map(async (source) => {
      const what = `mailbox ${source.name}`;
      try {
        await checkMailbox(source);
        return { what, isGood: true, text: `it can be read, as ${source.user}@${source.host}` };
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        return { what, isGood: false, text: error.message };
      }
    }),
  );
}

/** What can be seen from here: that it answers, that its store does, and what the key may do. */
async function checkServer(ask: RemoteCall, place: string): Promise<StoreCheck> {
  await ask('readiness', {});
  const { user, scopes } = await ask('whoAmI', {});
  const { items } = await ask('listDoors', {});
  const open = items.map(({ name, doors }) => `${name} (${doors.join(', ')})`);
  const { items: triggers } = await ask('listTriggers', { query: { limit: 100 } });
  const started = triggers.map(
    ({ workflow_uuid: workflow, trigger_type_id: type }) => `${workflow} (${type})`,
  );
  const findings = [
    { what: 'readiness', isGood: true, text: 'it responds, and so does its store' },
    { what: 'key', isGood: true, text: `user "${user}" may ${scopes.join(', ')}` },
    { what: 'doors', isGood: true, text: open.length === 0 ? 'none is open' : open.join('; ') },
    { what: 'mcp', isGood: true, text: `workflows of this key are tools at ${place}/mcp` },
    { what: 'triggers', isGood: true, text: started.length === 0 ? 'none' : started.join('; ') },
    ...(await checkServerMailboxes(ask)),
  ];
  const isHealthy = findings.every(({ isGood }) => isGood);
  return { kind: 'server', place, isHealthy, findings };
}

/** Each that the server reads, of its configuration or of its settings, as the server itself can read it. Only the operator may ask. */
async function checkServerMailboxes(ask: RemoteCall): Promise<StoreCheck['findings']> {
  const listed = await ask('listMailboxes', {}).catch((error: unknown) => {
    if (error instanceof EngineError && error.code === 'NOT_ALLOWED') return { items: [] };
    throw error;
  });
  return Promise.all(
    listed.items.map(async ({ name, user, host }) => {
      const { isReadable, error } = await ask('testMailbox', { params: { name } });
      const text = isReadable ? `it can be read, as ${user}@${host}` : (error ?? 'unknown');
      return { what: `mailbox ${name}`, isGood: isReadable, text };
    }),
  );
}

async function rebuildProjections(call: CommandCall): Promise<number> {
  const { terminal, isJson } = call;
  const { withEngine } = await import('../runs/with-engine.ts');
  const rebuilt = await withEngine(call, ({ runs }) => runs.rebuildProjections());
  if (isJson) printJson(terminal, { rebuilt });
  else terminal.data(`${count(rebuilt.rows, 'row')} of ${count(rebuilt.runs, 'run')}.\n`);
  return 0;
}

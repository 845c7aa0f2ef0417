import type { Store } from '@skein/ports';
import { composeEngine } from '../../compose.ts';
import type { CommandCall } from '../arguments/command.ts';
import { usageError } from '../errors/command-error.ts';
import { loadConfig } from '../inputs/load-config.ts';
import { remoteCall } from '../inputs/remote-call.ts';
import { keptStoreUrl } from '../inputs/store-url.ts';
import { printJson } from '../output/print-json.ts';
import { withoutUndefined } from '../../without-undefined.ts';
import { visibleLine } from '../output/visible-text.ts';

interface Copy {
  readonly id: string;
  readonly name: string;
}

export async function copyCommand(call: CommandCall): Promise<number> {
  const { terminal, isJson, arguments: given } = call;
  const made = await makeCopy(call, given.positionals[0] ?? '');
  if (isJson) printJson(terminal, { id: made.id, name: made.name });
  else terminal.data(`${visibleLine(made.id)}\n`);
  return 0;
}

async function makeCopy(call: CommandCall, id: string): Promise<Copy> {
  const { arguments: given } = call;
  const name = given.one('name');
  const user = given.one('user');
  const ask = remoteCall(given);
  if (ask !== null) {
    if (user !== undefined) throw usageError('--user is for stores.', 'Use the key of that user.');
    const { id: made, name: title } = await ask('copyWorkflow', {
      params: { id },
      body: name === undefined ? {} : { name },
    });
    return { id: made, name: title };
  }
  const { engine, store } = await composeEngine<Store>({
    ...(await loadConfig(given)),
    store: keptStoreUrl(given, call.command.name),
    durable: { recovers: false },
  });
  try {
    const { copyWorkflow, hostCaller } = await import('@skein/server');
    const caller = hostCaller(withoutUndefined({ engine, store, user }));
    const copy = await copyWorkflow(caller, id, name);
    return { id: copy.id, name: copy.name ?? copy.id };
  } finally {
    await engine.close();
  }
}

// Messages of the outbox: asked of a server, or of the store directly
import type { OutboxRecord, OutboxStatus, Store } from '@skein/ports';
import { openStore } from '@skein/stores';
import type { CommandCall } from '../arguments/command.ts';
import { problemError, usageError } from '../errors/command-error.ts';
import { remoteCall, type RemoteCall } from '../inputs/remote-call.ts';
import { serverStoreUrl } from '../inputs/server-store-url.ts';
import { count } from '../output/count.ts';
import { printJson } from '../output/print-json.ts';
import { visibleLine } from '../output/visible-text.ts';
import { withoutUndefined } from '../../without-undefined.ts';

interface ShownMessage {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly run: string;
  readonly status: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly dueAt: string | null;
}

interface Outboxes {
  list(filter: {
    readonly status?: OutboxStatus;
    readonly run?: string;
    readonly limit: number;
  }): Promise<readonly ShownMessage[]>;
  replay(id: string): Promise<void>;
}

export async function outboxCommand(call: CommandCall): Promise<number> {
  const ask = remoteCall(call.arguments);
  if (ask !== null) return perform(call, remoteOutbox(ask));
  const store = await openStore(serverStoreUrl(call.arguments));
  try {
    return await perform(call, storedOutbox(store));
  } finally {
    await store.close();
  }
}

async function perform(call: CommandCall, outbox: Outboxes): Promise<number> {
  const { command, arguments: given, terminal, isJson } = call;
  if (command.name === 'outbox ls') {
    const messages = await outbox.list(readFilter(call));
    if (isJson) printJson(terminal, { messages: [...messages] });
    else printMessages(call, messages);
    return 0;
  }
  for (const id of given.positionals) await outbox.replay(id);
  if (isJson) printJson(terminal, { replayed: [...given.positionals] });
  else terminal.note(`${count(given.positionals.length, 'message')} will be sent again.\n`);
  return 0;
}

function readFilter({ arguments: given }: CommandCall): Parameters<Outboxes['list']>[0] {
  const limit = given.one('limit') ?? '50';
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > 200) {
    throw usageError(`--limit ${limit} is not a number from 1 to 200.`, 'Give a whole number.');
  }
  return {
    limit: Number(limit),
    ...withoutUndefined({
      // The command line takes only these.
      status: given.one('status') as OutboxStatus | undefined,
      run: given.one('run'),
    }),
  };
}

function printMessages({ terminal }: CommandCall, messages: readonly ShownMessage[]): void {
  for (const { id, status, kind, recipient, attempts, error, dueAt } of messages) {
    const tries = attempts === 0 ? '' : `  ${count(attempts, 'try', 'tries')}`;
    const next = dueAt === null ? '' : `  next ${dueAt}`;
    const why = error === null ? '' : `  ${visibleLine(error)}`;
    terminal.data(
      `${visibleLine(id)}  ${status}  ${kind}  ${visibleLine(recipient)}${tries}${next}${why}\n`,
    );
  }
  if (messages.length === 0) terminal.note('No messages.\n');
}

function remoteOutbox(ask: RemoteCall): Outboxes {
  return {
    list: async (filter) => (await ask('listOutbox', { query: filter })).items,
    async replay(id) {
      await ask('replayMessage', { params: { id } });
    },
  };
}

/** Of all users: whoever has the store has all of it. */
function storedOutbox({ outbox }: Store): Outboxes {
  return {
    list: async (filter) => (await outbox.list(filter)).items.map(shown),
    async replay(id) {
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await outbox.list(cursor === '' ? {} : { cursor });
        const found = page.items.find((each) => each.id === id);
        if (found !== undefined) {
          if (await outbox.replay(id, found.user, Date.now())) return;
          throw problemError('MESSAGE_PENDING', { message: id });
        }
        cursor = page.nextCursor;
      }
      throw problemError('NOT_FOUND', { what: 'message', id });
    },
  };
}

function shown(record: OutboxRecord): ShownMessage {
  const { id, kind, recipient, run, status, attempts, error, dueAt } = record;
  const due = dueAt === null ? null : new Date(dueAt).toISOString();
  return { id, kind, recipient, run, status, attempts, error, dueAt: due };
}

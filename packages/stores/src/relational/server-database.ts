// Databases behind a network
// Transactions with a round trip for each query, tried again when another one was in the way.
import { EngineError } from '@skein/ports';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Refusal } from '../groups/group-commit.ts';
import { commitGroup } from './append/commit-group.ts';
import type { PendingAppend } from '../groups/pending-append.ts';
import type { Flavour } from './flavour.ts';
import type { Tables } from './schema/rows.ts';
import { runInTurn, type Query, type Row, type Script } from './script.ts';

const triesMax = 8;

export interface Server {
  readonly flavour: Flavour;
  readonly kysely: Kysely<Tables>;
  /** The SQL text in the form of this database. */
  readonly toSql: (sql: string) => string;
  /** Whether the transaction only lost to another one: a deadlock, a row that was written first. */
  readonly isRace: (error: unknown) => boolean;
  readonly toError: (error: unknown) => Error;
}

/** How to run one query of a script there. */
export function performOn(
  { toSql }: Pick<Server, 'toSql'>,
  kysely: Pick<Kysely<Tables>, 'executeQuery'>,
): (query: Query) => Promise<readonly Row[]> {
  return async ({ sql, parameters }) => {
    const { rows } = await kysely.executeQuery<Row>(CompiledQuery.raw(toSql(sql), [...parameters]));
    return rows;
  };
}

export function lookOn<T>(server: Server, script: () => Script<T>): Promise<T> {
  return runInTurn(script(), performOn(server, server.kysely));
}

export async function writeOn<T>(server: Server, script: () => Script<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await server.kysely
        .transaction()
        .execute((transaction) => runInTurn(script(), performOn(server, transaction)));
    } catch (error) {
      if (!server.isRace(error)) throw error;
      if (tries === triesMax) throw tooBusy(error);
    }
  }
}

export async function commitOn(
  server: Server,
  group: readonly PendingAppend[],
): Promise<readonly Refusal[]> {
  try {
    return await writeOn(server, () => commitGroup(server.flavour, group));
  } catch (error) {
    throw server.toError(error);
  }
}

function tooBusy(cause: unknown): EngineError {
  const reason = 'other transactions were in the way, again and again.';
  return new EngineError('STORE_UNAVAILABLE', { reason }, { cause });
}

/** What Node says when there is no connection, whichever database it was for. */
export function isConnectionError(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const isCode =
    typeof code === 'string' && /^(?:E[A-Z]+|ERR_(?:SOCKET|STREAM|TLS)\w*)$/.test(code);
  return (
    isCode || (typeof message === 'string' && /connect|timeout|terminat|closed/i.test(message))
  );
}

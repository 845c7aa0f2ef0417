// Databases on a network
// Transactions with a round trip for each query, retried when they conflict with another one.
import { EngineError } from '@skein/ports';
import type { Refusal } from '../groups/group-commit.ts';
import { commitGroup } from './append/commit-group.ts';
import type { PendingAppend } from '../groups/pending-append.ts';
import type { Flavour } from './flavour.ts';
import { runStepByStep, type Query, type Row, type Script } from './script.ts';

const triesMax = 8;

export type Perform = (query: Query) => Promise<readonly Row[]>;

/** Connections to a server, over its driver. */
export interface Connections {
  /** One query, on any connection. */
  readonly perform: Perform;
  /** Several queries on one connection, which nobody else uses meanwhile. */
  readonly withOne: <T>(work: (perform: Perform) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

export interface Server {
  readonly flavour: Flavour;
  readonly connections: Connections;
  /** Whether the transaction merely lost to another one: a deadlock, a row that was written first. */
  readonly isRace: (error: unknown) => boolean;
  readonly toError: (error: unknown) => Error;
}

export function lookOn<T>({ connections }: Server, script: () => Script<T>): Promise<T> {
  return runStepByStep(script(), connections.perform);
}

export async function writeOn<T>(
  { connections, isRace }: Pick<Server, 'connections' | 'isRace'>,
  script: () => Script<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await connections.withOne((perform) => inTransaction(perform, script()));
    } catch (error) {
      if (!isRace(error)) throw error;
      if (tries === triesMax) throw tooBusy(error);
    }
  }
}

async function inTransaction<T>(perform: Perform, script: Script<T>): Promise<T> {
  await perform({ sql: 'begin', parameters: [] });
  try {
    const result = await runStepByStep(script, perform);
    await perform({ sql: 'commit', parameters: [] });
    return result;
  } catch (error) {
    // On a lost connection there is nothing to roll back, and the original error must be reported.
    await perform({ sql: 'rollback', parameters: [] }).catch(() => {});
    throw error;
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

/** Node's error codes for a missing connection, for any database. */
export function isConnectionError(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const isCode =
    typeof code === 'string' && /^(?:E[A-Z]+|ERR_(?:SOCKET|STREAM|TLS)\w*)$/.test(code);
  return (
    isCode || (typeof message === 'string' && /connect|timeout|terminat|closed/i.test(message))
  );
}

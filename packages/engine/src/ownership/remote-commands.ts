// Commands for runs of other processes
// What someone asks of a run that another process drives is put into the store; that process does it and writes down what
// came of it.
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { EngineError, type InboxCommand, type ProblemCode } from '@skein/ports';
import type { Runtime } from '../runtime.ts';

export type RemoteCommand =
  | { readonly do: 'answer'; readonly wait: string; readonly answer: Json; readonly by?: string }
  | { readonly do: 'cancel'; readonly reason?: string }
  | { readonly do: 'retry'; readonly node: string }
  | {
      readonly do: 'event';
      readonly wait: string;
      readonly event: {
        readonly id: string;
        readonly name: string;
        readonly data?: Json;
        readonly isRepeated?: boolean;
      };
    };

const pollMs = 50;
/** Longer than a takeover takes. */
const patienceMs = 30_000;

/** Has it done by whoever drives the run, and gives back what came of it. */
export async function sendCommand(
  runtime: Runtime,
  run: string,
  command: RemoteCommand,
): Promise<Json> {
  const { store, clock, ids } = runtime;
  const id = ids.next();
  // Commands are JSON; their interfaces only have no index signature to say so.
  await store.inbox.put({ id, run, command: command as unknown as Json });
  const until = clock.now() + patienceMs;
  for (;;) {
    const settled = await store.inbox.outcome(id);
    if (settled !== undefined) return resultOf(settled.outcome);
    if (runtime.isClosed) throw new EngineError('ENGINE_CLOSED', {});
    if (clock.now() > until)
      throw new EngineError('RUN_ELSEWHERE', { run, owner: 'another server' });
    await new Promise<void>((resolve) => {
      clock.setTimer(clock.now() + pollMs, resolve);
    });
  }
}

function resultOf(outcome: Json): Json {
  if (!isObject(outcome)) return null;
  const { error } = outcome;
  if (!isObject(error)) return outcome['result'] ?? null;
  // Written by `failureOf` below, on the other side.
  const { code, details, hint } = error as unknown as {
    readonly code: ProblemCode;
    readonly details: never;
    readonly hint: string;
  };
  throw new EngineError(code, details, { hint });
}

/** Does what others ask of our runs. */
export async function performCommands(runtime: Runtime): Promise<void> {
  const { store, ownership } = runtime;
  for (const command of await store.inbox.take(ownership.owner)) await perform(runtime, command);
}

async function perform(runtime: Runtime, { id, run, command }: InboxCommand): Promise<void> {
  const { store, onProblem } = runtime;
  let outcome: JsonObject;
  try {
    // Written by `sendCommand` on the other side.
    outcome = { result: await runtime.perform(run, command as unknown as RemoteCommand) };
  } catch (error) {
    if (!(error instanceof EngineError)) onProblem(error);
    outcome = { error: failureOf(error) };
  }
  await store.inbox.settle(id, outcome);
}

function failureOf(error: unknown): JsonObject {
  if (error instanceof EngineError) {
    return { code: error.code, details: error.details as Json, hint: error.hint };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'RUN_LOST', details: { run: '', reason: message }, hint: 'Try it again.' };
}

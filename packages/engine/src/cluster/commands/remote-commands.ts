// Commands for runs of other processes
// A command for a run that another process drives is put into the store; that process performs it and records the outcome.
// The caller reads the outcome from there.
import { isObject, type Json, type JsonObject, type RunId } from '@skein/kernel';
import { EngineError, type InboxCommand, type ProblemCode } from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';
import { isStoreUnavailable, tryLater } from '../try-later.ts';
import type { Perform, RemoteCommand } from '../remote-command.ts';

export interface CommandRuntime extends Ports<
  'store' | 'clock' | 'ids' | 'isDraining' | 'isClosed' | 'onProblem'
> {
  readonly perform: Perform;
}

const pollMs = 50;
/** After this time it is tried here, and sent again: the owner may have died, or have lost what it took. */
const againMs = 5000;
/** Longer than a takeover takes. */
const commandMaxMs = 30_000;

/**
 * Has the owner of the run perform the command, and returns its outcome. Where the owner has died, this process takes the run
 * over: there may be no other process that would.
 */
export async function sendCommand(
  runtime: CommandRuntime,
  run: RunId,
  command: RemoteCommand,
): Promise<Json> {
  const { store, clock } = runtime;
  const ids = [await put(runtime, run, command)];
  const startedAt = clock.now();
  const until = startedAt + commandMaxMs;
  for (;;) {
    for (const id of ids) {
      const settled = await store.inbox.outcome(id);
      if (settled !== undefined) return resultOf(settled.outcome);
    }
    if (clock.now() > startedAt + ids.length * againMs) {
      const again = repeated(command);
      const done = await doneHere(runtime, run, again);
      if (done !== undefined) return done;
      ids.push(await put(runtime, run, again));
    }
    if (runtime.isClosed) throw new EngineError('ENGINE_CLOSED', {});
    if (clock.now() > until)
      throw new EngineError('RUN_ELSEWHERE', { run, owner: 'another server' });
    await new Promise<void>((resolve) => {
      clock.setTimer(clock.now() + pollMs, resolve);
    });
  }
}

/** Undefined while another process owns the run. */
async function doneHere(
  runtime: CommandRuntime,
  run: RunId,
  command: RemoteCommand,
): Promise<Json | undefined> {
  try {
    return await runtime.perform(run, command);
  } catch (error) {
    const code = error instanceof EngineError ? error.code : null;
    if (code === 'RUN_ELSEWHERE' || code === 'RUN_MOVED') return undefined;
    throw error;
  }
}

async function put(runtime: CommandRuntime, run: RunId, command: RemoteCommand): Promise<string> {
  const id = runtime.ids.next();
  // Commands are JSON; their interfaces merely lack an index signature that says so.
  await runtime.store.inbox.put({ id, run, command: command as unknown as Json });
  return id;
}

/** Answers and cancels are idempotent; an event is marked as possibly delivered before. */
function repeated(command: RemoteCommand): RemoteCommand {
  if (command.do !== 'event') return command;
  return { ...command, event: { ...command.event, isRepeated: true } };
}

/** The recorded outcome of a command: its result, or the error that it ended with, which is thrown. */
export function resultOf(outcome: Json): Json {
  if (!isObject(outcome)) return null;
  const { error } = outcome;
  if (!isObject(error)) return outcome['result'] ?? null;
  // Written by `outcomeOf` below, on the other side.
  const { code, details, hint } = error as unknown as {
    readonly code: ProblemCode;
    readonly details: never;
    readonly hint: string;
  };
  throw new EngineError(code, details, { hint });
}

/** Performs what others request of our runs. */
export async function performCommands(runtime: CommandRuntime, owner: string): Promise<void> {
  const { store, onProblem } = runtime;
  for (const command of await store.inbox.take(owner)) {
    // A failing command must not keep the others from being performed: they are delivered only once.
    await perform(runtime, command).catch(onProblem);
  }
}

async function perform(runtime: CommandRuntime, { id, run, command }: InboxCommand): Promise<void> {
  const { onProblem } = runtime;
  // Written by `sendCommand` on the other side.
  const asked = command as unknown as RemoteCommand;
  const outcome = await outcomeOf(() => runtime.perform(run, asked), onProblem);
  // We have released the run meanwhile: whoever asked asks again, and finds who has it now.
  const { error } = outcome;
  if (runtime.isDraining && isObject(error) && error['code'] === 'ENGINE_CLOSED') return;
  await settle(runtime, id, outcome);
}

/** An outcome as data that another process can read (`resultOf`). */
export async function outcomeOf(
  perform: () => Promise<Json>,
  onBug: (error: unknown) => void,
): Promise<JsonObject> {
  try {
    return { result: await perform() };
  } catch (error) {
    if (!(error instanceof EngineError)) onBug(error);
    return { error: failureOf(error) };
  }
}

async function settle(runtime: CommandRuntime, id: string, outcome: JsonObject): Promise<void> {
  try {
    await runtime.store.inbox.settle(id, outcome);
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    tryLater(runtime, error, () => {
      settle(runtime, id, outcome).catch(runtime.onProblem);
    });
  }
}

function failureOf(error: unknown): JsonObject {
  if (error instanceof EngineError) {
    return { code: error.code, details: error.details as Json, hint: error.hint };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'RUN_LOST', details: { run: '', reason: message }, hint: 'Try it again.' };
}

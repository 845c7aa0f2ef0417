// The `io` of a durable function, in one scope. Each method is a recorded call; see the files that make them.
import { argumentSchema, type StandardSchema } from '@skein/agents';
import type { JsonObject } from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import { createHash } from 'node:crypto';
import { durationMs, type Duration } from '../values/duration.ts';
import { toJson } from '../values/to-json.ts';
import { askApproval, askInput, awaitEvent } from './ask.ts';
import { beginRun } from './begin-run.ts';
import { callNode } from './call-node.ts';
import { Restart } from './errors.ts';
import { nativeType } from './native-type.ts';
import { mapItems, resultsOf, settledOf } from './map-items.ts';
import { raceBranches } from './race.ts';
import { runStep } from './run-step.ts';
import { sendEvent } from './send-event.ts';
import { unheard, type Scope } from './scope.ts';
import type { ItemFunction, MapOptions, ModelOptions, WorkflowIo } from './workflow-io.ts';

/** A journal gives back what the same call has put in, in the type that WorkflowIo says. */
// oxlint-disable-next-line typescript/no-explicit-any -- each method of WorkflowIo types it
type Journaled = any;

type CallOptions = ModelOptions & { readonly output?: StandardSchema };

export function functionIo(scope: Scope): WorkflowIo {
  const { call, io } = scope.of;
  const map = <Item, Result>(
    name: string,
    items: readonly Item[],
    run: ItemFunction<Item, Result>,
    options: MapOptions = {},
  ) =>
    mapItems(scope, { name, items, ...options }, (item, inner, index) =>
      run(item, functionIo(inner), index),
    );
  const heard = <T>(made: Promise<T>): Promise<T> => unheard(scope.of, made);
  return {
    runId: call.run,
    step: (name, run, policy = {}): Journaled => heard(runStep(scope, name, { ...policy, run })),
    approval: (name, asking) => heard(askApproval(scope, name, asking)),
    input: (name, asking): Journaled => heard(askInput(scope, name, asking)),
    event: (event, options): Journaled => heard(awaitEvent(scope, event, options)),
    emit: ({ event }, data) =>
      heard(sendEvent(scope, { event, data: toJson(data, `data of the event "${event}"`) })),
    sleep: (time) => heard(sleep(scope, time)),
    run: (name, { id }, input): Journaled =>
      heard(beginRun(scope, name, { workflow: id, input: toJson(input, `input of "${name}"`) })),
    map: (...args) => heard(map(...args).then(resultsOf)),
    mapSettled: (...args) => heard(map(...args).then(settledOf)),
    race(name, branches): Journaled {
      const inScopes = branches.map((run) => async (inner: Scope) => run(functionIo(inner)));
      return heard(raceBranches(scope, name, inScopes));
    },
    agent: (name, { nodeType }, { prompt, retry }): Journaled =>
      heard(callNode(scope, { type: nodeType, name, config: { prompt }, retry })),
    llm: (name: string, options: CallOptions): Journaled => heard(callModel(scope, name, options)),
    now: () => heard(recordedNow(scope)),
    uuid() {
      scope.refuseInside('@uuid');
      return uuidOf(`${io.idempotencyKey}/${scope.nextKey('@uuid')}`);
    },
    restart(input): never {
      throw new Restart(toJson(input, 'input of the restart'));
    },
    version: (name) => heard(hasVersion(scope, name)),
  };
}

async function sleep(scope: Scope, time: Duration | Date): Promise<void> {
  const { io } = scope.of;
  await scope.act('@sleep', (key) =>
    io.wait({ kind: 'timer', deadlineMs: msUntil(time, io.now()) }, { key }),
  );
}

async function recordedNow(scope: Scope): Promise<Date> {
  const { io } = scope.of;
  const ms = await scope.act('@now', (key) => io.step('now', () => io.now(), { key }));
  return new Date(Number(ms));
}

async function hasVersion(scope: Scope, name: string): Promise<boolean> {
  const { io, order, recorded } = scope.of;
  const key = `${scope.prefix}@version ${name}#1`;
  // Who has recorded more than this went past it with other code.
  if (!recorded.has(key) && order.isBehind) return false;
  await scope.act(`@version ${name}`, () => io.step('version', () => true, { key }));
  return true;
}

const llm = nativeType('llm');

async function callModel(
  scope: Scope,
  name: string,
  { prompt, model, instructions, retry, output: given }: CallOptions,
): Promise<unknown> {
  const output = given === undefined ? undefined : argumentSchema(given);
  const config: JsonObject = withoutUndefined({
    prompt,
    model,
    system: instructions,
    schema: output?.describe(),
  });
  const value = await callNode(scope, { type: llm, name, config, retry });
  if (output === undefined) return value;
  const parsed = output.parse(value);
  if (parsed.ok) return parsed.args;
  throw new TypeError(`The reply for "${name}" does not fit: ${parsed.problems.join('; ')}.`);
}

function msUntil(time: Duration | Date, now: number): number {
  if (time instanceof Date && Number.isNaN(time.getTime()))
    throw new TypeError('io.sleep was given an invalid Date.');
  return time instanceof Date ? Math.max(0, time.getTime() - now) : durationMs(time);
}

/** Version 8: made from what names it. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}

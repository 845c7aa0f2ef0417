// The function of a node with `each`: calls that of its type once for every element
// I1. An element that is done is not done again: a type that reaches outside in steps only finds these, of any other the result is recorded.
// I2. Each element has all attempts of the node. Those that failed are recorded, so that a restart counts on; so is the last one, unless it
//     fails the node: whoever lets the node be tried again wants just that.
// I3. The first failure that fails the node lets nothing further begin; what is under way ends first, so that its outcome is recorded.
// I4. What gives up the whole call (a cancel, a limit, a closing engine) is no failure of an element.
import {
  collectItems,
  attemptsLeft,
  backoffOf,
  failureOfItem,
  isObject,
  type ContextChange,
  type EachCall,
  type EachElement,
  type EndedItem,
  type Failure,
  type ItemError,
  type Json,
  type JsonObject,
  type Message,
  type NodeResult,
  type RetryCounts,
  type RetryDecision,
  retryOf,
} from '@skein/kernel';
import {
  EngineError,
  withoutUndefined,
  type NodeCall,
  type NodeFunction,
  type NodeIo,
} from '@skein/ports';
import { failureOf } from '../../state/values/failure-of.ts';
import { resultProblem } from '../../state/values/node-result.ts';
import { badStep } from './bad-step.ts';
import { elementIo, elementKey, type ElementPlace } from './element-io.ts';

export interface ItemWork {
  readonly each: EachCall;
  /** Calls the function of the type with the call and the io of an element. */
  readonly call: (call: NodeCall, io: NodeIo) => unknown;
  /** Its function finds what it did in its own steps. */
  readonly asksInSteps: boolean;
  /** A call as a whole must not happen twice. */
  readonly isGuarded: boolean;
  /** Only what was asked is of interest: elements that failed are called once more, to find it. */
  readonly isRehearsal?: boolean;
  readonly memoryOf: ElementPlace['memoryOf'];
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How long a passing outage is waited for, where the node has no retry policy of its own. */
  readonly outageMs: (failure: Failure) => number | null;
}

export function perItem(work: ItemWork): NodeFunction {
  return async (call, io) => {
    const { elements, concurrency, onError } = work.each;
    const results = new Map<number, ElementEnd>();
    const run: ItemRun = { work, call, io, recorded: new Set(io.recordedKeys()), failed: null };
    let next = 0;
    const workOff = async (): Promise<void> => {
      while (next < elements.length && run.failed === null) {
        const index = next++;
        // There are so many.
        results.set(index, await runElement(run, elements[index] as EachElement, index));
      }
    };
    const workers = Array.from({ length: Math.min(concurrency, elements.length) }, workOff);
    // I3.
    const ended = await Promise.allSettled(workers);
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
    if (run.failed !== null)
      throw Object.assign(new Error(run.failed.message), { failure: run.failed });
    const items = elements.map(({ item }, index): EndedItem => {
      // Every element has ended.
      const { outcome } = results.get(index) as ElementEnd;
      return { item, outcome };
    });
    const contexts = elements.flatMap((_, index) => results.get(index)?.context ?? []);
    const result = collectItems(items, onError);
    return contexts.length === 0 ? result : { ...result, context: joinContexts(contexts) };
  };
}

interface ElementEnd {
  readonly outcome: EndedItem['outcome'];
  readonly context?: ContextChange | undefined;
}

interface ItemRun {
  readonly work: ItemWork;
  readonly call: NodeCall;
  readonly io: NodeIo;
  readonly recorded: ReadonlySet<string>;
  /** What fails the node. */
  failed: Failure | null;
}

async function runElement(run: ItemRun, element: EachElement, index: number): Promise<ElementEnd> {
  if ('error' in element) return end(run, index, { ...element.error, retry: 'never' });
  const { io } = run;
  let failingSince: number | null = null;
  let counts: RetryCounts = [];
  let attempt = 1;
  for (; run.recorded.has(failureKey(index, attempt)); attempt++) {
    const past = await recordFailure(run, index, { attempt, failure: null });
    ({ counts } = retryOf(run.work.each.retry, past.error, counts));
    if (past.isLast) {
      if (run.work.isRehearsal === true)
        await callElement(run, element, { index, attempt }).catch(() => {});
      const { code, message } = past.error;
      return { outcome: { ok: false, error: { code, message } } };
    }
  }
  for (; ; attempt++) {
    try {
      return await callElement(run, element, { index, attempt });
    } catch (error) {
      if (isGivenUp(io, error)) throw error;
      const failure = failureOf(error);
      failingSince ??= io.now();
      const decision = retryOf(run.work.each.retry, failure, counts);
      ({ counts } = decision);
      const isLast = !isTriedAgain(run.work, failure, {
        decision,
        forMs: io.now() - failingSince,
      });
      if (isLast && run.work.each.onError === 'fail') return end(run, index, failure);
      await recordFailure(run, index, { attempt, failure, isLast });
      if (isLast) return end(run, index, failure);
      await run.work.pause(
        backoffMs(failure, decision, chanceOf(io, { index, attempt })),
        io.signal,
      );
    }
  }
}

function end(run: ItemRun, index: number, failure: Failure): ElementEnd {
  const { code, message } = failure;
  if (run.work.each.onError === 'fail') run.failed ??= failureOfItem(index, failure);
  return { outcome: { ok: false, error: { code, message } } };
}

/** I4. */
function isGivenUp(io: NodeIo, error: unknown): boolean {
  if (io.signal.aborted) return true;
  if (error instanceof EngineError) return error.code === 'ENGINE_CLOSED';
  return error instanceof DOMException && error.name === 'AbortError';
}

async function callElement(
  run: ItemRun,
  element: Extract<EachElement, { readonly config: JsonObject }>,
  { index, attempt }: { readonly index: number; readonly attempt: number },
): Promise<ElementEnd> {
  const { work, call, io } = run;
  io.signal.throwIfAborted();
  const own = elementCall(call, element, { index, attempt });
  const left = attemptsLeft(work.each.retry, attempt);
  const make = async (suspended: ElementPlace['suspended']): Promise<RecordedElement> => {
    const place = { index, attemptsLeft: left, memoryOf: work.memoryOf, suspended };
    return toRecorded(index, await work.call(own, elementIo(io, place)));
  };
  if (work.asksInSteps && !work.isGuarded) return fromRecorded(await held(io, make));
  const options = work.isGuarded ? { intent: { config: own.config, item: element.item } } : {};
  const recorded = await io.step('item', () => make((asked) => asked()), {
    key: elementKey(index),
    ...options,
  });
  return fromRecorded(recorded);
}

/** A function that works outside of steps is in flight too. */
async function held<T>(
  io: NodeIo,
  work: (suspended: ElementPlace['suspended']) => Promise<T>,
): Promise<T> {
  let release = io.hold();
  try {
    return await work(async (asked) => {
      release();
      try {
        return await asked();
      } finally {
        release = io.hold();
      }
    });
  } finally {
    release();
  }
}

/** What is recorded of an element. A type, not an interface: it is JSON. */
type RecordedElement = {
  readonly type: 'each.item';
  readonly index: number;
  readonly value?: Json;
  readonly context?: JsonObject;
};

function toRecorded(index: number, returned: unknown): RecordedElement {
  const problem = resultProblem(returned);
  if (problem !== null) throw badStep(`Item ${index}`, problem);
  // `resultProblem` has looked at all of it.
  const { value, context, stop } = (returned ?? {}) as NodeResult;
  if (stop !== undefined) throw badStep(`Item ${index}`, 'one item cannot stop the run.');
  // Messages are JSON.
  const changed = context as unknown as JsonObject | undefined;
  return withoutUndefined({ type: 'each.item' as const, index, value, context: changed });
}

/** What a person gives as the result of a guarded element is its value. */
function fromRecorded(recorded: Json): ElementEnd {
  const isOwn = isObject(recorded) && recorded['type'] === 'each.item';
  if (!isOwn) return { outcome: { ok: true, value: recorded } };
  // As `toRecorded` wrote it.
  const { value = null, context } = recorded as RecordedElement;
  // As the function gave it.
  return { outcome: { ok: true, value }, context: context as ContextChange | undefined };
}

function failureKey(index: number, attempt: number): string {
  return `${elementKey(index)}!${attempt}`;
}

type RecordedFailure = {
  readonly type: 'each.failed';
  readonly index: number;
  readonly attempt: number;
  /** With the name that a tool gave it: the rules of the retry policy count by it. */
  readonly error: ItemError & { readonly name?: string };
  readonly isLast: boolean;
};

/** I2. Without a failure, what was recorded of this attempt. */
function recordFailure(
  { io }: ItemRun,
  index: number,
  how: {
    readonly attempt: number;
    readonly failure: Failure | null;
    readonly isLast?: boolean;
  },
): Promise<RecordedFailure> {
  const { attempt, isLast = false } = how;
  const { code, message, name } = how.failure ?? { code: '', message: '' };
  const record = (): RecordedFailure => {
    const error = withoutUndefined({ code, message, name });
    return { type: 'each.failed', index, attempt, error, isLast };
  };
  return io.step('item', record, { key: failureKey(index, attempt) });
}

function isTriedAgain(
  { outageMs }: ItemWork,
  failure: Failure,
  { decision, forMs }: { readonly decision: RetryDecision; readonly forMs: number },
): boolean {
  const { times, count, isNamed } = decision;
  if (failure.retry === 'never' && !isNamed) return false;
  if (count < times.attempts) return true;
  const waits = outageMs(failure);
  return waits !== null && forMs < waits;
}

/** Items that failed together are spread only where the policy says so. */
function backoffMs(failure: Failure, { times, count }: RetryDecision, chance: number): number {
  const own = backoffOf(times, { count, chance: times.jitter === undefined ? 0 : chance });
  return typeof failure.retry === 'object' ? Math.max(own, failure.retry.afterMs) : own;
}

/** From 0 to 1, by FNV-1a: another one for every item and attempt, the same when it is repeated. */
function chanceOf(io: NodeIo, at: { readonly index: number; readonly attempt: number }): number {
  let hash = 0x81_1c_9d_c5;
  for (const character of `${io.idempotencyKey}/${at.index}/${at.attempt}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0;
  return hash / 0xff_ff_ff_ff;
}

function elementCall(
  call: NodeCall,
  { item, config }: Extract<EachElement, { readonly config: JsonObject }>,
  { index, attempt }: { readonly index: number; readonly attempt: number },
): NodeCall {
  const { run, root, user, node, nodeName, nodeType, activation, context } = call;
  return {
    run,
    root,
    user,
    node,
    nodeName,
    nodeType,
    activation,
    attempt,
    config: { ...call.config, ...config },
    inputs: { input: item },
    previous: item,
    context,
    index,
  };
}

/** Messages in item order; of the settings the later ones count. */
function joinContexts(contexts: readonly ContextChange[]): ContextChange {
  const append: Message[] = [];
  let set: JsonObject = {};
  let use: string | undefined;
  for (const context of contexts) {
    for (const message of context.append ?? []) append.push(message);
    set = { ...set, ...context.set };
    use = context.use ?? use;
  }
  return withoutUndefined({ append, set, use });
}

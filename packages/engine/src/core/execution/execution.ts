// Execution
// One call of a node function: from the kernel's `execute` to the event that reports how it ended.
//
// X1. A function that gives back a plain value costs no promise: its result is posted in the same tick.
// X2. After a cancel the function may still run, but nothing of it counts any more (Open things O1).
// X3. A function suspended in `io.wait` stays in memory and continues there; only when it is not in memory (after a restart)
//     it is called again, and finds what it recorded (`recorded`).
import type { ExecuteEffect, JsonObject, Usage } from '@skein/kernel';
import {
  decidedResult,
  EngineError,
  type NodeCall,
  type NodeFunction,
  type NodeHalves,
  type Within,
} from '@skein/ports';
import { countSpent } from '../budgets/tree-budget.ts';
import { abortReason } from '../run/abort-reason.ts';
import { failureOf } from '../../state/values/failure-of.ts';
import { isThenable } from '../../state/values/is-thenable.ts';
import { putResult, valueAlone } from '../../state/values/node-result.ts';
import { noTime, type Draft } from '../run/draft.ts';
import { LiveText, type Piece } from '../run/live-text.ts';
import { Call } from './call.ts';
import { itemWork } from './item-work.ts';
import { perItem } from './per-item.ts';
import { ExecutionIo, type CallInFlight, type Suspension, type Told } from './execution-io.ts';
import { OpenQuestions } from './open-questions.ts';
import type { CallableType, DrivenRun } from '../run/driven-run.ts';

interface CalledFunction {
  readonly run: NodeFunction;
  readonly halves: NodeHalves | undefined;
  readonly call: NodeCall;
  readonly io: ExecutionIo;
}

type MutableUsage = { -readonly [Field in keyof Usage]: Usage[Field] };

export class Execution implements CallInFlight {
  readonly type = 'execution';
  live = true;
  effect: ExecuteEffect;
  readonly driver: DrivenRun;
  isAway = false;
  mayHaveBegun: boolean;
  #stepsInFlight = 0;
  #isStarted = false;
  /** Whether it holds a slot (Call slots). */
  #hasSlot = false;
  #suspension: Suspension | null = null;
  /** Instead of it, for a kind that asks several questions at a time. */
  #questions: OpenQuestions | null = null;
  /** The end of a function that did not wait for the answer to its own question: a node that waits cannot end. */
  #whenResumed: (() => void) | null = null;
  #controller: AbortController | null = null;
  #usage: MutableUsage | null = null;
  #liveText: LiveText | null = null;
  #isQueued = false;
  /** When it got its slot, until that is told. */
  #beganAt: number | null = null;

  constructor(driver: DrivenRun, effect: ExecuteEffect) {
    this.driver = driver;
    this.effect = effect;
    this.mayHaveBegun = effect.resume === true || effect.attempt > 1;
  }

  get isQueued(): boolean {
    return this.#isQueued;
  }

  /** All slots are taken. Who has begun before, in an earlier attempt or process, does not begin again. */
  queue(): void {
    const { attempt, recorded } = this.effect;
    this.#isQueued = !this.isSuspended && attempt === 1 && (recorded?.size ?? 0) === 0;
  }

  /** It got a slot. */
  leaveQueue(): void {
    if (!this.#isQueued) return;
    this.#isQueued = false;
    this.#beganAt = this.driver.runtime.clock.now();
  }

  get stepsInFlight(): number {
    return this.#stepsInFlight;
  }

  set stepsInFlight(count: number) {
    this.#stepsInFlight = count;
    if (count === 0) this.#questions?.look();
  }

  get asksTogether(): boolean {
    return this.driver.graph.nodeById.get(this.effect.node)?.kind.asks === 'together';
  }

  get isSuspended(): boolean {
    // Several answers may come before it goes on with the first of them.
    return this.#suspension !== null || (this.#isStarted && this.asksTogether);
  }

  get isAtRest(): boolean {
    if (this.#stepsInFlight > 0) return false;
    return this.#suspension !== null || this.#questions?.isResting === true;
  }

  get hasSlot(): boolean {
    return this.#hasSlot;
  }

  get isInFlight(): boolean {
    return this.#isStarted && !this.isAtRest;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (!this.live) this.#controller.abort(abortReason());
    return this.#controller.signal;
  }

  start(type: CallableType, isGuarded: boolean): void {
    const { each } = this.effect;
    if (each === undefined) this.#start(type, isGuarded);
    else this.#start({ run: perItem(itemWork(this, each, { type, isGuarded })) }, false);
  }

  #start({ run, halves }: CallableType, isGuarded: boolean): void {
    this.#isStarted = true;
    const call = new Call(this.driver, this.effect);
    const io = new ExecutionIo(this);
    const within = this.#within();
    let returned: unknown;
    try {
      if (within !== undefined)
        returned = within(() => this.#call({ run, halves, call, io, isGuarded }));
      else if (isGuarded) returned = this.#callGuarded({ run, halves, call, io });
      else returned = halves === undefined ? run(call, io) : halves.call(call, io);
    } catch (error) {
      this.fail(error);
      return;
    }
    if (isThenable(returned)) this.#follow(returned, call, halves);
    else this.#finish(returned, call, halves);
  }

  #within(): Within | undefined {
    const { driver, effect } = this;
    const { observer } = driver.runtime;
    if (observer === null) return undefined;
    return observer.within?.({ run: driver, node: effect.node, activation: effect.activation });
  }

  /** The same for those who watch: a call that nobody watches makes no closure. */
  #call({ isGuarded, ...called }: CalledFunction & { readonly isGuarded: boolean }): unknown {
    if (isGuarded) return this.#callGuarded(called);
    const { run, halves, call, io } = called;
    return halves === undefined ? run(call, io) : halves.call(call, io);
  }

  /** The whole call is one guarded effect; what a person gives as its result is its value. */
  async #callGuarded(guarded: CalledFunction): Promise<unknown> {
    const { run, halves, call, io } = guarded;
    const permission = await io.guard('@', {
      intent: { config: call.config, inputs: call.inputs },
    });
    if (!permission.go) {
      const result = decidedResult(permission.decision);
      return halves === undefined ? { value: result } : result;
    }
    try {
      return await (halves === undefined ? run(call, io) : halves.call(call, io));
    } catch (error) {
      if (this.live) await permission.failed(failureOf(error).message);
      throw error;
    }
  }

  #finish(returned: unknown, call: NodeCall, halves: NodeHalves | undefined): void {
    if (halves === undefined) {
      this.complete(returned);
      return;
    }
    let result: unknown;
    try {
      result = halves.settle(returned, call);
    } catch (error) {
      this.fail(error);
      return;
    }
    this.complete(result);
  }

  resume(): void {
    if (this.#questions !== null) {
      const answered = this.#questions.take(this.effect.recorded);
      this.#takeSlot();
      for (const { key, resume } of answered) resume(this.effect.recorded?.get(key));
      this.#questions.look();
      return;
    }
    const suspension = this.#suspension;
    if (suspension === null) return;
    this.#suspension = null;
    this.#takeSlot();
    suspension.resume(this.effect.recorded?.get(suspension.key) ?? null);
    this.#whenResumed?.();
    this.#whenResumed = null;
  }

  suspend(suspension: Suspension): void {
    const { driver, effect } = this;
    if (this.asksTogether) {
      this.#questions ??= new OpenQuestions(this, (post) => this.#giveSlotBack(post));
      this.#questions.add(suspension);
      return;
    }
    this.#suspension = suspension;
    const { key, question } = suspension;
    const draft: Draft<'node.waiting'> = {
      seq: 0,
      at: noTime,
      id: '',
      type: 'node.waiting',
      node: effect.node,
      activation: effect.activation,
      key,
      question,
      ...this.#takeBegin(),
    };
    this.#giveSlotBack(() => driver.post(draft, this));
  }

  withdraw(key: string): void {
    this.#questions?.withdraw(key, abortReason());
  }

  complete(returned: unknown): void {
    if (!this.live) return;
    const { driver, effect } = this;
    if (this.#suspension !== null) {
      this.#whenResumed = () => this.complete(returned);
      return;
    }
    const isPlain = this.#usage === null && this.#beganAt === null;
    const value = isPlain ? valueAlone(returned) : undefined;
    if (value !== undefined) {
      // By far the most results. All fields at once: one that is added later makes the event twice as large.
      const type = 'node.completed';
      const { node, activation } = effect;
      driver.post({ seq: 0, at: noTime, id: '', type, node, activation, value }, this);
      return;
    }
    const draft: Draft<'node.completed'> = {
      seq: 0,
      at: noTime,
      id: '',
      type: 'node.completed',
      node: effect.node,
      activation: effect.activation,
      ...this.takeTold(),
    };
    const complaint = putResult(returned, draft);
    if (complaint === null) driver.post(draft, this);
    else this.failWith(complaint);
  }

  fail(thrown: unknown): void {
    if (!this.live) return;
    if (this.driver.runtime.isDraining && isClosed(thrown)) {
      // The function needed the engine, which takes nothing new: it is called again where one does.
      this.#isStarted = false;
      return;
    }
    if (this.#suspension !== null) {
      this.#whenResumed = () => this.fail(thrown);
      return;
    }
    const { driver, effect } = this;
    const draft: Draft<'attempt.failed'> = {
      seq: 0,
      at: noTime,
      id: '',
      type: 'attempt.failed',
      node: effect.node,
      activation: effect.activation,
      attempt: effect.attempt,
      failure: failureOf(thrown),
      ...this.takeTold(),
    };
    driver.post(draft, this);
  }

  /** What the function gave back cannot be used, and another attempt would give back the same. */
  failWith(complaint: string): void {
    this.fail({ code: 'BAD_RESULT', message: complaint, retry: 'never' });
  }

  abort(): void {
    if (!this.#isStarted) return;
    const reason = abortReason();
    this.#giveSlotBack(() => {
      this.#controller?.abort(reason);
      this.#suspension?.abort(reason);
      this.#questions?.abort(reason);
    });
  }

  stream(event: JsonObject): JsonObject {
    return (this.#liveText ??= new LiveText()).take(event, this.driver.state.seq);
  }

  forgetStreamed(step: string): void {
    this.#liveText?.forget(step);
  }

  streamed(): readonly Piece[] {
    return this.#liveText?.pieces() ?? [];
  }

  spend(given: Usage): void {
    const usage = soundUsage(given);
    countSpent(this.driver, usage);
    const total = (this.#usage ??= {});
    for (const field of usageFields) {
      const spent = usage[field];
      if (spent !== undefined) total[field] = (total[field] ?? 0) + spent;
    }
  }

  takeTold(): Told | undefined {
    const usage = this.#usage;
    if (usage === null) return this.#takeBegin();
    this.#usage = null;
    return { usage, ...this.#takeBegin() };
  }

  #takeBegin(): Told | undefined {
    const beganAt = this.#beganAt;
    if (beganAt === null) return undefined;
    this.#beganAt = null;
    return { beganAt };
  }

  #follow(returned: PromiseLike<unknown>, call: NodeCall, halves: NodeHalves | undefined): void {
    // A foreign promise may call back twice or throw; a native one never does.
    const promise = returned instanceof Promise ? returned : Promise.resolve(returned);
    this.#takeSlot();
    promise.then(
      (value) => {
        this.#giveSlotBack(() => this.#finish(value, call, halves));
      },
      (error: unknown) => {
        this.#giveSlotBack(() => this.fail(error));
      },
    );
  }

  #takeSlot(): void {
    if (this.#hasSlot || !this.live || this.#suspension !== null) return;
    if (this.#questions?.isResting === true) return;
    this.#hasSlot = true;
    this.driver.runtime.slots.take();
  }

  /** It no longer works, and tells why; only then others begin (Call slots). */
  #giveSlotBack(tell: () => void): void {
    const { slots } = this.driver.runtime;
    const hadSlot = this.#hasSlot;
    this.#hasSlot = false;
    if (hadSlot) slots.giveBack();
    tell();
    if (hadSlot) slots.serve();
  }
}

function isClosed(thrown: unknown): boolean {
  return thrown instanceof EngineError && thrown.code === 'ENGINE_CLOSED';
}

const usageFields = ['modelCalls', 'inputTokens', 'outputTokens', 'usd'] as const;

/** What is not a number counts for nothing, in the journal as in the budget. */
function soundUsage(usage: Usage): Usage {
  const sound: MutableUsage = {};
  for (const field of usageFields) {
    const spent = usage[field];
    if (spent !== undefined && Number.isFinite(spent)) sound[field] = spent;
  }
  return sound;
}

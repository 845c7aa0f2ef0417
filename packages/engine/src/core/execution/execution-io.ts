// What a running node may do besides returning
// Made for every call, so everything in it is made on first use. Its methods work without `this`: functions take them
// apart (`(call, { step }) => …`).
//
// N1. A step's result is in the journal before the function sees it.
// N2. A call without a key of its own is counted (Counted calls).
import {
  attemptsLeft,
  type Json,
  type JsonObject,
  type Usage,
  type WaitQuestion,
} from '@skein/kernel';
import {
  decidedResult,
  withoutUndefined,
  type NodeFiles,
  type NodeIo,
  type NodeMemory,
  type NodeModel,
  type ObservedCall,
  type PaidCall,
  type StepDecision,
  type StepOptions,
  type Subagent,
  type ToolSource,
} from '@skein/ports';
import { abortReason } from '../run/abort-reason.ts';
import type { OpenExecution } from '../run/driven-run.ts';
import { findJsonProblem } from '../../state/values/find-json-problem.ts';
import { noTime, type Draft } from '../run/draft.ts';
import { answerOf } from './answer-of.ts';
import { askingModel, type KnownOfRequest } from './asking-model.ts';
import { badStep } from './bad-step.ts';
import { Call } from './call.ts';
import { contextOf } from './context-of.ts';
import { CountedCalls } from './counted-calls.ts';
import {
  guardedEffect,
  type Guarded,
  type GuardedJournal,
  type Permission,
} from './guarded-effect.ts';
import { handled } from './handled.ts';
import { modelFor } from './model-for.ts';
import { nodeFiles } from './node-files.ts';
import { nodeMemory, recordedBy } from './node-memory.ts';
import { subagentsOf } from './subagents-of.ts';
import { toolsFor } from '../run/tools-for.ts';

/** A function suspended in a question. */
export interface Suspension {
  readonly key: string;
  readonly question: WaitQuestion;
  /** Without an answer its time is over. */
  readonly resume: (answer: Json | undefined) => void;
  readonly abort: (reason: unknown) => void;
}

/** What a call tells with an event that it journals anyway. */
export interface Told {
  /** What was spent since it was last told. */
  readonly usage?: Usage;
  /** When it began, if it had to queue. */
  readonly beganAt?: number;
}

/** The call whose function uses it. */
export interface CallInFlight extends OpenExecution {
  /** Effects whose results are not recorded yet. */
  stepsInFlight: number;
  suspend(suspension: Suspension): void;
  /** Nobody waits for the answer any more: whoever did is refused. */
  withdraw(key: string): void;
  spend(usage: Usage): void;
  /** Keeps what is streamed for readers who come late; gives back what the others are told. */
  stream(event: JsonObject): JsonObject;
  /** The text of this step is recorded. */
  forgetStreamed(step: string): void;
  /** What its next event tells besides, once. */
  takeTold(): Told | undefined;
}

export class ExecutionIo implements NodeIo {
  readonly #execution: CallInFlight;
  #counts: CountedCalls | null = null;
  /** The end of the newest wait: questions of one activation are asked one after the other. */
  #lastWait: Promise<unknown> | null = null;

  constructor(execution: CallInFlight) {
    this.#execution = execution;
  }

  get signal(): AbortSignal {
    return this.#execution.signal;
  }

  get idempotencyKey(): string {
    const { driver, effect } = this.#execution;
    return `${driver.id}/${effect.node}/${effect.activation}`;
  }

  get trace(): string | undefined {
    return this.#execution.driver.runtime.observer?.traceOf?.(this.#observed);
  }

  get step(): NodeIo['step'] {
    return (name, effect, options = {}) => {
      if (name === '') return handled(Promise.reject(new TypeError('A step needs a name.')));
      if (options.key !== undefined) return handled(this.#step(options.key, effect, options));
      return handled(this.#counted.call(name, (key) => this.#step(key, effect, options)));
    };
  }

  get wait(): NodeIo['wait'] {
    return (question: WaitQuestion, name: string | { readonly key: string } = '') => {
      if (typeof name !== 'string') return handled(this.#wait(question, name.key));
      return handled(this.#counted.call(name, (key) => this.#wait(question, key)));
    };
  }

  get withdraw(): NodeIo['withdraw'] {
    return (key) => handled(this.#withdraw(key));
  }

  get recordedKeys(): NodeIo['recordedKeys'] {
    return () => this.#execution.effect.recorded?.keys() ?? [];
  }

  get hold(): NodeIo['hold'] {
    return () => {
      this.#execution.stepsInFlight += 1;
      return () => void (this.#execution.stepsInFlight -= 1);
    };
  }

  get emit(): NodeIo['emit'] {
    return (event) => {
      const { driver, effect, live } = this.#execution;
      if (live) driver.tellWatchers(effect, this.#execution.stream(event));
    };
  }

  get send(): NodeIo['send'] {
    return ({ key, ...event }) => {
      const { driver, mayHaveBegun: isRepeated } = this.#execution;
      const id = `${this.idempotencyKey}/${key}`;
      return driver.runtime.sendFrom(driver, { id, isRepeated, ...withoutUndefined(event) });
    };
  }

  get reserve(): NodeIo['reserve'] {
    return (cost) => handled(this.#reserve(cost));
  }

  get spend(): NodeIo['spend'] {
    return (usage) => this.#execution.spend(usage);
  }

  get usage(): NodeIo['usage'] {
    return () => ({ ...this.#execution.driver.state.usage });
  }

  get now(): NodeIo['now'] {
    return () => this.#execution.driver.runtime.clock.now();
  }

  get context(): NodeIo['context'] {
    return (id = this.#execution.effect.context) => contextOf(this.#execution.driver.state, id);
  }

  get model(): NodeIo['model'] {
    return (name, own): NodeModel => {
      const model = modelFor(this.#execution.driver, { name, own, call: () => this.#observed });
      return askingModel(model, () => this.#knownOfRequest());
    };
  }

  get files(): NodeFiles {
    const { driver, effect } = this.#execution;
    return nodeFiles(driver, new Call(driver, effect));
  }

  get memory(): NodeMemory {
    const { runtime, origin } = this.#execution.driver;
    const caller = { user: origin.user, workflow: origin.workflow.id };
    return nodeMemory(caller, recordedBy(runtime, this));
  }

  get checkAhead(): NonNullable<NodeIo['checkAhead']> {
    const { runtime, origin } = this.#execution.driver;
    const { user } = origin;
    return (schema, value) => runtime.checkAhead(schema, value, { user, isPatient: true });
  }

  get tools(): ToolSource {
    const { runtime, origin, graph } = this.#execution.driver;
    const { observer } = runtime;
    const tools = toolsFor(runtime.tools, origin.user, graph.workflow);
    return observer === null ? tools : observer.tools(tools, this.#observed);
  }

  #knownOfRequest(): KnownOfRequest {
    const { driver, effect } = this.#execution;
    const { run, root, node, nodeName, context } = new Call(driver, effect);
    return {
      signal: this.signal,
      onToken: (text) => this.emit({ type: 'token', text }),
      caller: { run, root, node, nodeName, context },
    };
  }

  get #observed(): ObservedCall {
    const { driver, effect } = this.#execution;
    return { run: driver, node: effect.node, activation: effect.activation };
  }

  get subagents(): readonly Subagent[] {
    const { driver, effect } = this.#execution;
    return subagentsOf(driver, effect);
  }

  get toolCalls(): NodeIo['toolCalls'] {
    return this.#execution.driver.graph.policy.toolCalls;
  }

  get attemptsLeft(): number {
    const { driver, effect } = this.#execution;
    const node = driver.graph.nodeById.get(effect.node);
    return node === undefined ? 0 : attemptsLeft(node.retry, effect.attempt);
  }

  /** Leave to begin something that must not happen twice (Guarded effects). */
  async guard(key: string, about: Guarded, ask = this.#askInTurn.bind(this)): Promise<Permission> {
    const { effect } = this.#execution;
    const journal: GuardedJournal = {
      has: (each) => effect.recorded?.has(each) ?? false,
      record: (each, value) => this.#record(each, value),
      ask,
    };
    const permission = await guardedEffect(journal, key, about);
    // The run may have been cancelled while the intent was written: then it is not begun.
    if (permission.go && this.#isEnding) throw abortReason();
    return permission;
  }

  get #isEnding(): boolean {
    const { live, driver } = this.#execution;
    return !live || driver.isAboutToEnd;
  }

  async #step<T extends Json | undefined>(
    key: string,
    effect: (key: string) => T | Promise<T>,
    options: StepOptions<T>,
  ): Promise<T> {
    const { recorded } = this.#execution.effect;
    // What was recorded under this key is what this very call gave back in an earlier attempt.
    if (recorded?.has(key)) return recorded.get(key) as T;
    // An attempt that was given up must not do what its successor does too.
    if (this.#isEnding) throw abortReason();
    const reuse = options.request === undefined ? undefined : this.#execution.driver.reuse;
    this.#execution.stepsInFlight += 1;
    try {
      const { intent, who, request, emits } = options;
      const taken = reuse?.step(this.#execution, request?.() ?? null) ?? null;
      if (taken !== null) {
        this.#execution.spend(taken.usage);
        await this.#record(key, taken.value);
        // The same step of another run gave it.
        return taken.value as T;
      }
      await this.#standBackWhenOverrun();
      const value = await (intent === undefined
        ? effect(key)
        : this.#guarded({ key, intent, who, effect, decided: options.decided }));
      await this.#record(key, value, emits);
      reuse?.noteAnswered();
      return value;
    } finally {
      this.#execution.stepsInFlight -= 1;
    }
  }

  /** What costs nothing fits, unless more was spent than there is; a step that asks for more does so itself. */
  async #standBackWhenOverrun(): Promise<void> {
    const { driver } = this.#execution;
    if (!driver.isOverrun) return;
    (await this.#reserve(() => ({ most: nothing, least: nothing })))();
  }

  async #reserve(cost: () => PaidCall): Promise<() => void> {
    const execution = this.#execution;
    if (!execution.live) throw abortReason();
    return execution.driver.reserve(execution, cost);
  }

  async #guarded<T extends Json | undefined>(
    guarded: Guarded & {
      readonly key: string;
      readonly effect: (key: string) => T | Promise<T>;
      readonly decided: ((decision: StepDecision) => T) | undefined;
    },
  ): Promise<T> {
    const { key, effect, decided } = guarded;
    const permission = await this.guard(key, guarded, (each, question) =>
      this.#askInStep(each, question),
    );
    if (!permission.go) {
      // What a person gives as the result takes the place of what the effect would have given back.
      return decided === undefined
        ? (decidedResult(permission.decision) as T)
        : decided(permission.decision);
    }
    try {
      return await effect(key);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (this.#execution.live) await permission.failed(why);
      throw error;
    }
  }

  async #record(key: string, value?: Json, emitted?: StepOptions<Json>['emits']): Promise<void> {
    const execution = this.#execution;
    const { driver, effect } = execution;
    const problem = value === undefined ? null : findJsonProblem(value, 'value');
    if (problem !== null) throw badStep(key, `${problem.place} ${problem.complaint}.`);
    const draft: Draft<'step.recorded'> = {
      seq: 0,
      at: noTime,
      id: '',
      type: 'step.recorded',
      node: effect.node,
      activation: effect.activation,
      key,
      ...withoutUndefined({ value, emitted }),
      ...execution.takeTold(),
    };
    await new Promise<void>((done, refused) => driver.post(draft, execution, done, refused));
    execution.forgetStreamed(key);
  }

  async #wait(question: WaitQuestion, key: string): Promise<Json> {
    const problem = findJsonProblem(question, 'question');
    if (problem !== null) throw badStep('io.wait', `${problem.place} ${problem.complaint}.`);
    return this.#execution.asksTogether
      ? this.#ask(key, question, null)
      : this.#askInTurn(key, question);
  }

  #askInTurn(key: string, question: WaitQuestion): Promise<Json> {
    const answer = this.#ask(key, question, this.#lastWait);
    this.#lastWait = answer.catch(() => {});
    return answer;
  }

  /** While somebody decides about it, the effect of a step is not in flight. */
  async #askInStep(key: string, question: WaitQuestion): Promise<Json> {
    const execution = this.#execution;
    execution.stepsInFlight -= 1;
    try {
      return await this.#askInTurn(key, question);
    } finally {
      execution.stepsInFlight += 1;
    }
  }

  async #ask(key: string, question: WaitQuestion, before: Promise<unknown> | null): Promise<Json> {
    if (before !== null) await before;
    const { effect, live } = this.#execution;
    if (effect.recorded?.has(key)) return answerOf(question, effect.recorded.get(key));
    if (!live) throw abortReason();
    const answer = await new Promise<Json | undefined>((resume, abort) =>
      this.#execution.suspend({ key, question, resume, abort }),
    );
    return answerOf(question, answer);
  }

  async #withdraw(key: string): Promise<void> {
    const execution = this.#execution;
    execution.withdraw(key);
    if (!execution.live || execution.effect.recorded?.has(key) === true) return;
    execution.stepsInFlight += 1;
    try {
      // An earlier process may have asked it, so the journal hears of it in any case.
      await this.#record(key, null);
    } finally {
      execution.stepsInFlight -= 1;
    }
  }

  /** Calls that give no key of their own. */
  get #counted(): CountedCalls {
    return (this.#counts ??= new CountedCalls(this.recordedKeys(), this.hold));
  }
}

const nothing = { tokens: 0, usd: 0 };

// A detached run
// A run as the functions of one of its activations see it, in a process that does not drive it. What they record goes to
// whoever does; how they end is the result of the call.
//
// D1. A step counts as recorded when the run has it in its journal. One that is refused ends this try of the call, which is then
//     begun again: perhaps only another try of it has come in between.
// D2. A function that asks a question is over with it, once its other steps are recorded: it is called again with the answer.
// D3. One that asks several questions at a time is over when it does nothing but wait. Until then the run hears of each question when it
//     is asked; an answer that comes meanwhile is known to the call that follows.
import type { ActivationName, JsonObject, RunEvent } from '@skein/kernel';
import type { PaidCall } from '@skein/ports';
import type { LiveSignals } from '../../cluster/live/live-signals.ts';
import type { DriverOptions } from '../../core/driver/driver-options.ts';
import type { DriverRuntime } from '../../core/driver/driver-runtime.ts';
import { RunDriver } from '../../core/driver/run-driver.ts';
import { lateError } from '../../core/driver/run-errors.ts';
import { abortReason } from '../../core/run/abort-reason.ts';
import type { Draft } from '../../core/run/draft.ts';
import type { OpenExecution, Source } from '../../core/run/driven-run.ts';
import { happenedOf } from '../messages/happened-of.ts';
import type { Happened } from '../messages/run-message.ts';

interface DetachedRuntime extends DriverRuntime {
  readonly live: LiveSignals | null;
}

/** The way from a call to its run. */
export interface CallLink {
  /** Resolves when the run has written it, to false when the run no longer wants it. */
  record(happened: Happened): Promise<boolean>;
  /** Aborts when the call is cancelled. */
  readonly signal: AbortSignal;
  /** Null where no budget bounds the run. */
  readonly budget: CallBudget | null;
}

/** The way from a call to the budget of its tree. */
export interface CallBudget {
  /** `refused`: there is nothing left; the run hears of that by itself. `late`: the run no longer wants this try of the call. */
  ask(cost: PaidCall): Promise<{ giveBack(): void } | 'refused' | 'late'>;
}

/** How often it is looked whether a function that asks has anything else in flight. */
const restPollMs = 20;

export class DetachedRun extends RunDriver {
  readonly #link: CallLink;
  readonly #live: LiveSignals | null;
  readonly #end = Promise.withResolvers<Happened | null>();
  /** How much of what it pays for was asked for. */
  #reservations = 0;
  /** Questions that the run has not taken yet. */
  readonly #questions = new Set<Promise<void>>();
  #hasSpentUnasked = false;

  constructor(runtime: DetachedRuntime, run: DriverOptions, link: CallLink) {
    super(runtime, run);
    this.#live = runtime.live;
    this.#link = link;
  }

  /** How the call ends; null when nobody wants to know any more. */
  get end(): Promise<Happened | null> {
    return this.#end.promise;
  }

  override post(
    draft: Draft,
    source: Source | null,
    done?: () => void,
    refused?: (error: unknown) => void,
  ): void {
    if (source?.type !== 'execution') return;
    if (draft.type === 'step.recorded') {
      if (draft.usage !== undefined && this.#reservations === 0) this.#hasSpentUnasked = true;
      void this.#record(draft, source, done, refused);
    } else if (draft.type === 'node.waiting') {
      if (source.asksTogether && draft.open === undefined) this.#askInBetween(draft, source);
      else void this.#endAtRest(draft, source);
    } else {
      this.#end.resolve(happenedOf(draft, source.effect.attempt));
    }
  }

  override async reserve(execution: OpenExecution, cost: () => PaidCall): Promise<() => void> {
    const { budget } = this.#link;
    if (budget === null) return () => {};
    this.#hasSpentUnasked = false;
    const leave = await this.#ask(budget, execution, cost());
    if (leave === 'refused') this.giveUp(execution);
    if (leave === 'refused' || !execution.live) throw abortReason();
    this.#reservations += 1;
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.#reservations -= 1;
      leave.giveBack();
    };
  }

  /** Where it is not known what came of it, the call is begun again, and its room is given back. */
  async #ask(
    budget: CallBudget,
    execution: OpenExecution,
    cost: PaidCall,
  ): Promise<{ giveBack(): void } | 'refused'> {
    try {
      const leave = await budget.ask(cost);
      if (leave !== 'late') return leave;
      throw lateError(this.id);
    } catch (error) {
      this.#fail(execution, error, undefined);
      throw abortReason();
    }
  }

  /** Only the top of the tree knows: who has spent without asking does so before the next step. */
  override get isOverrun(): boolean {
    return this.#link.budget !== null && this.#hasSpentUnasked;
  }

  override tellWatchers({ node, activation }: ActivationName, data: JsonObject): void {
    this.#live?.tell(this.id, { node, activation, after: this.state.seq, data });
  }

  /** The call is cancelled. */
  giveUp(execution: OpenExecution): void {
    if (!execution.live) return;
    execution.live = false;
    execution.abort();
    this.#end.resolve(null);
  }

  async #record(
    draft: RunEvent,
    execution: OpenExecution,
    done: (() => void) | undefined,
    refused: ((error: unknown) => void) | undefined,
  ): Promise<void> {
    try {
      // What was streamed belongs before the row that records it.
      await this.#live?.flush(this.id);
      if (await this.#link.record(happenedOf(draft, execution.effect.attempt))) {
        done?.();
        return;
      }
      this.#fail(execution, lateError(this.id), refused);
    } catch (error) {
      this.#fail(execution, error, refused);
    }
  }

  /** Nobody knows whether the run still wants the call: it is begun again, and finds out. */
  #fail(
    execution: OpenExecution,
    error: unknown,
    refused: ((error: unknown) => void) | undefined,
  ): void {
    execution.live = false;
    execution.abort();
    this.#end.reject(error);
    refused?.(error);
  }

  #askInBetween(draft: RunEvent, execution: OpenExecution): void {
    const asked = this.#record(draft, execution, undefined, undefined);
    this.#questions.add(asked);
    void asked.then(() => this.#questions.delete(asked));
  }

  async #endAtRest(draft: RunEvent, execution: OpenExecution): Promise<void> {
    while (execution.live && !execution.isAtRest) {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, restPollMs);
      });
    }
    await Promise.all(this.#questions);
    this.#end.resolve(execution.live ? happenedOf(draft, execution.effect.attempt) : null);
    execution.live = false;
  }
}

// A detached run
// A run as the functions of one of its activations see it, in a process that does not drive it. What they record goes to
// whoever does; how they end is the result of the call.
//
// D1. A step counts as recorded when the run has it in its journal. One that is refused ends this try of the call, which is then
//     begun again: perhaps only another try of it has come in between.
// D2. A function that asks a question is over with it, once its other steps are recorded: it is called again with the answer.
import type { ActivationName, JsonObject, RunEvent } from '@skein/kernel';
import type { Execution } from '../driver/execution.ts';
import type { Draft } from '../driver/draft.ts';
import type { Source } from '../driver/open-things.ts';
import { RunDriver, type DrivenRun } from '../driver/run-driver.ts';
import { lateError } from '../driver/run-errors.ts';
import type { Runtime } from '../runtime.ts';
import type { Happened, UnplacedEvent } from './turn-message.ts';

/** The way from a call to its run. */
export interface CallLink {
  /** Resolves when the run has written it, to false when the run no longer wants it. */
  record(happened: Happened): Promise<boolean>;
  /** Aborts when the call is cancelled. */
  readonly signal: AbortSignal;
}

/** How often it is looked whether a function that asks has anything else under way. */
const restPollMs = 20;

export class DetachedRun extends RunDriver {
  readonly #link: CallLink;
  readonly #end = Promise.withResolvers<Happened | null>();

  constructor(runtime: Runtime, run: DrivenRun, link: CallLink) {
    super(runtime, run);
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
      void this.#record(draft, source, done, refused);
    } else if (draft.type === 'node.waiting') {
      void this.#endAtRest(draft, source);
    } else {
      this.#end.resolve(happened(draft, source));
    }
  }

  override tellWatchers({ node, activation }: ActivationName, data: JsonObject): void {
    this.runtime.live?.tell(this.id, { node, activation, data });
  }

  /** The call is cancelled. */
  giveUp(execution: Execution): void {
    if (!execution.live) return;
    execution.live = false;
    execution.abort();
    this.#end.resolve(null);
  }

  async #record(
    draft: RunEvent,
    execution: Execution,
    done: (() => void) | undefined,
    refused: ((error: unknown) => void) | undefined,
  ): Promise<void> {
    try {
      if (await this.#link.record(happened(draft, execution))) {
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
    execution: Execution,
    error: unknown,
    refused: ((error: unknown) => void) | undefined,
  ): void {
    execution.live = false;
    execution.abort();
    this.#end.reject(error);
    refused?.(error);
  }

  async #endAtRest(draft: RunEvent, execution: Execution): Promise<void> {
    while (execution.live && !execution.isAtRest) {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, restPollMs);
      });
    }
    this.#end.resolve(execution.live ? happened(draft, execution) : null);
    execution.live = false;
  }
}

function happened(draft: RunEvent, { effect }: Execution): Happened {
  const { seq: _, at: __, id: ___, ...event } = draft;
  // The same event without its place.
  return { type: 'happened', event: event as UnplacedEvent, attempt: effect.attempt };
}

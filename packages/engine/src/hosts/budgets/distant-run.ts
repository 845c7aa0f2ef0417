// A distant run
// A run of the same tree as the one whose message is handled, as far as its budget goes. What is posted to it is sent to it.
import type { ExecuteEffect } from '@skein/kernel';
import type { DriverOptions } from '../../core/driver/driver-options.ts';
import { RunDriver } from '../../core/driver/run-driver.ts';
import { Execution } from '../../core/execution/execution.ts';
import type { Draft } from '../../core/run/draft.ts';
import type { DrivenRun, OpenExecution, Source } from '../../core/run/driven-run.ts';
import type { BudgetAsk } from '../messages/budget-message.ts';
import { happenedOf } from '../messages/happened-of.ts';
import type { HostedRuntime } from '../runtime/hosted-runtime.ts';

export class DistantRun extends RunDriver {
  readonly #order: HostedRuntime['order'];
  readonly #told: (run: DistantRun, draft: Draft, source: Source | null) => void;

  constructor(
    runtime: HostedRuntime,
    run: DriverOptions,
    told: (run: DistantRun, draft: Draft, source: Source | null) => void,
  ) {
    super(runtime, run);
    this.#order = runtime.order;
    this.#told = told;
  }

  /** When it has taken it nobody here is told: it is heard of by a message of its own. */
  override post(draft: Draft, source: Source | null): void {
    const attempt = source?.type === 'execution' ? source.effect.attempt : undefined;
    this.#order({ do: 'tell', run: this.id, message: happenedOf(draft, attempt) });
    this.#told(this, draft, source);
  }

  /** As if it were started by that run: only who is above whom counts. */
  below(above: DrivenRun): void {
    const effect = { type: 'child', node: '', activation: 0, index: 0, workflow: '' } as const;
    const child = { type: 'child', live: true, effect, driver: this, isSettled: false } as const;
    this.joinParent({ driver: above, child: { ...child }, toldWaits: null });
  }
}

/** A call in another process, as the budget sees it: it is never begun here. */
export function distantCall(
  run: DrivenRun,
  { node, activation, attempt }: BudgetAsk,
): OpenExecution {
  const effect: ExecuteEffect = {
    type: 'execute',
    node,
    nodeType: '',
    activation,
    attempt,
    config: {},
    inputs: {},
    context: '',
  };
  return new Execution(run, effect);
}

// The decision function
// transition(graph, state, event) → { state, effects, derived }. Pure in its results; it reuses the state it is given.
//
// X1. Events are taken in sequence, without gaps; `run.started` is the first and comes once.
// X2. What happens after the run is over changes nothing: the host may not know yet when it sends it.
// X3. An event about an activation, wait or timer that no longer exists changes nothing.
import type { Effect } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { Graph } from '../graph/graph.ts';
import { createBatch, type Batch } from './batch/batch.ts';
import type { Derived } from '../derived.ts';
import { finishRun } from './activations/finish-run.ts';
import * as handlers from './events/handle-event.ts';
import { settleRun } from './scheduling/settle-run.ts';
import { isOver, type RunState } from '../state/run-state.ts';

export interface Transition {
  readonly state: RunState;
  readonly effects: readonly Effect[];
  readonly derived: readonly Derived[];
}

/** Unless it is watched, `derived` stays empty: who only drives a run has no use for it. */
export function transition(
  graph: Graph,
  state: RunState,
  event: RunEvent,
  isWatched = true,
): Transition {
  if (event.seq !== state.seq + 1) {
    throw new RangeError(`Event ${event.seq} does not follow event ${state.seq} of this run.`);
  }
  if ((event.type === 'run.started') !== (event.seq === 1)) throw new RangeError(misplaced(event));
  state.seq = event.seq;
  state.updatedAt = event.at;
  const batch = createBatch(graph, state, event, isWatched);
  if (!isOver(state)) {
    decide(batch, event);
    settleRun(batch);
  }
  return { state, effects: withoutAnnihilated(batch.effects), derived: batch.derived };
}

function misplaced({ type, seq }: RunEvent): string {
  return seq === 1
    ? `The first event of a run must be "run.started", but is "${type}".`
    : `"run.started" comes once, as event 1, but is event ${seq} too.`;
}

function decide(batch: Batch, event: RunEvent): void {
  switch (event.type) {
    case 'run.started':
      return handlers.startRun(batch, event);
    case 'node.completed':
      return handlers.completeNode(batch, event);
    case 'node.failed':
      return handlers.failNode(batch, event);
    case 'attempt.failed':
      return handlers.failNodeAttempt(batch, event);
    case 'node.waiting':
      return handlers.suspendNode(batch, event);
    case 'step.recorded':
      return handlers.recordStep(batch, event);
    case 'wait.answered':
      return handlers.answerWait(batch, event);
    case 'wait.expired':
      return handlers.expireWait(batch, event);
    case 'timer.fired':
      return handlers.fireTimer(batch, event);
    case 'child.waiting':
      return handlers.childWaiting(batch, event);
    case 'child.resumed':
      return handlers.childResumed(batch, event);
    case 'child.finished':
      return handlers.childFinished(batch, event);
    case 'budget.reached':
      return handlers.reachBudget(batch, event);
    case 'budget.raised':
      return handlers.raiseBudget(batch, event);
    case 'run.continued':
      return;
    case 'run.cancelled':
      return finishRun(batch, 'cancelled', {
        error: {
          code: 'CANCELLED',
          message: event.reason ?? 'The run was cancelled.',
          node: null,
          activation: null,
        },
      });
    case 'node.retried':
      return handlers.retryNode(batch, event);
  }
}

/** What was begun and stopped in one batch need not reach the host at all. */
function withoutAnnihilated(effects: readonly Effect[]): readonly Effect[] {
  if (effects.length < 2 || !effects.some((effect) => effect.type === 'cancel')) return effects;
  const begun = new Map<string, number[]>();
  const gone = new Set<number>();
  effects.forEach((effect, index) => {
    if (effect.type !== 'cancel') {
      const key = keyOf(effect);
      const starts = key === null ? undefined : begun.get(key);
      if (starts !== undefined) starts.push(index);
      else if (key !== null) begun.set(key, [index]);
      return;
    }
    const key = cancelKey(effect);
    const starts = begun.get(key) ?? [];
    begun.delete(key);
    for (const start of starts) gone.add(start);
    // Of children, the first ones may have begun in an earlier batch: then the host must still stop those.
    if (starts.some((start) => isFirst(effects[start]))) gone.add(index);
  });
  return gone.size === 0 ? effects : effects.filter((_, index) => !gone.has(index));
}

function isFirst(effect: Effect | undefined): boolean {
  return effect?.type !== 'child' || effect.index === 0;
}

function keyOf(effect: Exclude<Effect, { type: 'cancel' }>): string | null {
  switch (effect.type) {
    case 'execute':
    case 'emit':
      return `execute ${effect.activation} ${effect.node}`;
    case 'wait':
      return `wait ${effect.wait}`;
    case 'timer':
      return `timer ${effect.timer}`;
    case 'child':
      return `children ${effect.activation} ${effect.node}`;
    case 'continue':
    case 'finish':
      return null;
  }
}

function cancelKey({ what }: Extract<Effect, { type: 'cancel' }>): string {
  switch (what.kind) {
    case 'execute':
      return `execute ${what.activation} ${what.node}`;
    case 'wait':
      return `wait ${what.wait}`;
    case 'timer':
      return `timer ${what.timer}`;
    case 'children':
      return `children ${what.activation} ${what.node}`;
    case 'child':
      return `child ${what.index} ${what.activation} ${what.node}`;
  }
}

// The decision function
// transition(graph, state, event) → { state, effects, derived }. Pure in its results; it reuses the state it is given.
//
// X1. Events are taken in sequence, without gaps; `run.started` is the first and comes once.
// X2. Events after the run is over change nothing: the host may not know yet that it is over when it sends them.
// X3. An event about an activation, wait or timer that no longer exists changes nothing.
// X4. An entry that carries a state replaces the state, whatever the entries before it led to; then it is like any other.
import type { Derived } from '../derived.ts';
import type { Effect } from '../effects.ts';
import type { RunEvent, RunMoved, RunResumed } from '../events.ts';
import type { Graph } from '../graph/graph.ts';
import { loadState } from '../snapshots/load-state.ts';
import { isOver, type RunState } from '../state/run-state.ts';
import { carriesState } from './carries-state.ts';
import { finishRun } from './activations/finish-run.ts';
import { withoutAnnihilated } from './batch/annihilate.ts';
import { createBatch, derive, type Batch } from './batch/batch.ts';
import { raiseBudget, reachBudget } from './events/budget-events.ts';
import { childFinished, childResumed, childWaiting } from './events/child-events.ts';
import { fireTimer } from './events/fire-timer.ts';
import {
  completeNode,
  failNode,
  failNodeAttempt,
  recordStep,
  retryNode,
  suspendNode,
} from './events/node-events.ts';
import { outgrowTree } from './events/outgrow-tree.ts';
import { giveWay, startRun, takeGrant, takeRefusal } from './events/start-run.ts';
import { answerWait, expireWait } from './events/wait-events.ts';
import { settleRun } from './scheduling/settle-run.ts';
import { joinQuiet } from './waits/quiet.ts';

export interface Transition {
  readonly state: RunState;
  readonly effects: readonly Effect[];
  readonly derived: readonly Derived[];
}

/** Unless it is watched, `derived` stays empty: a host that only drives a run does not need it. */
export function transition(
  graph: Graph,
  before: RunState,
  event: RunEvent,
  isWatched = true,
): Transition {
  if (!follows(event, before)) {
    throw new RangeError(`Event ${event.seq} does not follow event ${before.seq} of this run.`);
  }
  if ((event.type === 'run.started') !== (event.seq === 1)) throw new RangeError(misplaced(event));
  const state = carriesState(event) ? carriedState(graph, event, before) : before;
  state.seq = event.seq;
  state.updatedAt = event.at;
  const batch = createBatch(graph, state, event, isWatched);
  if (!isOver(state)) {
    decide(batch, event);
    settleRun(batch);
  }
  return { state, effects: withoutAnnihilated(batch.effects), derived: batch.derived };
}

/** One of a version between the first and that of the graph has no meaning here: the next one that has replaces it. */
function carriedState(graph: Graph, event: RunMoved | RunResumed, before: RunState): RunState {
  try {
    return loadState(graph, event.state);
  } catch {
    return before;
  }
}

/** What a run went back behind may be left out. */
function follows(event: RunEvent, { seq }: RunState): boolean {
  return event.seq === seq + 1 || (event.type === 'run.resumed' && event.after === seq);
}

function misplaced({ type, seq }: RunEvent): string {
  return seq === 1
    ? `The first event of a run must be "run.started", but is "${type}".`
    : `"run.started" comes once, as event 1, but is event ${seq} too.`;
}

function decide(batch: Batch, event: RunEvent): void {
  switch (event.type) {
    case 'run.started':
      return startRun(batch, event);
    case 'node.completed':
      return completeNode(batch, event);
    case 'node.failed':
      return failNode(batch, event);
    case 'attempt.failed':
      return failNodeAttempt(batch, event);
    case 'node.waiting':
      return suspendNode(batch, event);
    case 'step.recorded':
      return recordStep(batch, event);
    case 'wait.answered':
      return answerWait(batch, event);
    case 'wait.expired':
      return expireWait(batch, event);
    case 'timer.fired':
      return fireTimer(batch, event);
    case 'child.waiting':
      return childWaiting(batch, event);
    case 'child.resumed':
      return childResumed(batch, event);
    case 'child.finished':
      return childFinished(batch, event);
    case 'budget.reached':
      return reachBudget(batch, event);
    case 'budget.raised':
      return raiseBudget(batch, event);
    case 'tree.outgrown':
      return outgrowTree(batch, event);
    case 'run.continued':
    case 'run.moved':
      return;
    case 'run.resumed':
      return derive(batch, { type: 'run.status', status: batch.state.status });
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
      return retryNode(batch, event);
    case 'slot.granted':
      return takeGrant(batch, event);
    case 'slot.refused':
      return takeRefusal(batch, event);
    case 'slot.superseded':
      return giveWay(batch, event);
    case 'run.joined':
      return joinQuiet(batch, event);
  }
}

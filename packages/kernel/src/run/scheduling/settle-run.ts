// After an event: everything that follows from it without the host, in a fixed order.
import { removeTokens } from '../../joins/hold-token.ts';
import { nextSettled, type Settled } from '../../joins/settle-joins.ts';
import { worksOnChildren } from '../../state/children.ts';
import { takeFromQueue } from '../../state/gate-queue.ts';
import { isOver, type RunState } from '../../state/run-state.ts';
import { activateByJoin } from '../activations/activate.ts';
import { finishQuietRun } from '../activations/finish-run.ts';
import { addEffect, derive, type Batch } from '../batch/batch.ts';
import { startRunClock, stopRunClock } from '../waits/clock.ts';
import { hasPersonWait } from '../waits/gate.ts';
import { applyLimit } from './apply-limit.ts';
import { startTogether, takeAgenda } from './fan-out.ts';
import { advancePass } from './passes.ts';
import { isHeldBack, startReady } from './start-ready.ts';

export function settleRun(batch: Batch): void {
  const { state } = batch;
  while (!isOver(state) && state.paused === null) {
    if (batch.limit !== null) applyLimit(batch, batch.limit);
    else if (batch.pureLeft <= 0 && hasWork(state)) return cutShort(batch);
    else if (!step(batch) && state.agenda.length === 0 && batch.limit === null) break;
  }
  if (!isOver(state)) startReady(batch);
  if (!isOver(state) && isHeldBack(batch)) return cutShort(batch);
  updateStatus(batch);
}

/** One thing at a time, the most urgent first; false when nothing is left to do without the host. */
function step(batch: Batch): boolean {
  const { state, graph } = batch;
  if (takeAgenda(batch)) return true;
  if (state.gate.closed && !hasPersonWait(state)) state.gate.closed = false;
  if (!state.gate.closed) {
    const settled = nextSettled(graph, state);
    if (settled !== null) {
      applySettled(batch, settled);
      return true;
    }
    const queued = state.gate.queue[0];
    if (queued !== undefined) {
      takeFromQueue(state, queued);
      state.agenda.push('edge' in queued ? [queued] : queued);
      return true;
    }
  }
  const tokens = startReady(batch);
  if (tokens !== null) {
    state.agenda.push(tokens);
    return true;
  }
  if (graph.policy.schedule === 'superstep' && advancePass(batch)) return true;
  // An activation that could not start has failed without a token, and joins that waited for it must look again.
  return state.joins.dirty.length > 0 && !state.gate.closed;
}

function applySettled(batch: Batch, settled: Settled): void {
  if (settled.kind === 'drop') {
    const { token } = settled;
    removeTokens(batch.state, [token]);
    const { edge } = token;
    const reason = `not enough of the ${edge.to.joinEdges.length} edges can still bring a token`;
    derive(batch, { type: 'token.dropped', edge: edge.id, node: edge.to.id, reason });
    return;
  }
  const activation = activateByJoin(batch, settled.picks, settled.union);
  if (activation !== null) startTogether(batch, [activation]);
}

function hasWork({ agenda, joins, pass }: RunState): boolean {
  return agenda.length > 0 || joins.dirty.length > 0 || pass.begun < pass.current.length;
}

/** The batch has done enough: what has a slot starts, the rest continues with the host's next event. */
function cutShort(batch: Batch): void {
  const { state } = batch;
  for (let tokens = startReady(batch); tokens !== null; tokens = startReady(batch)) {
    state.agenda.push(tokens);
  }
  if (isOver(state)) return;
  // An agenda that is not empty marks the state as cut short, also after a dump and load.
  if (state.agenda.length === 0) state.agenda.push([]);
  updateStatus(batch);
  addEffect(batch, { type: 'continue' });
}

function updateStatus(batch: Batch): void {
  const { state } = batch;
  if (isOver(state)) return;
  const { paused } = state;
  const busy = paused === null ? isBusy(state) : paused.lets === true && state.tally.running > 0;
  const { waiting } = state.tally;
  if (!busy && waiting + state.queued + state.background.size === 0 && state.paused === null) {
    return finishQuietRun(batch);
  }
  const status = busy ? 'running' : 'waiting';
  if (status === state.status) return;
  state.status = status;
  derive(batch, { type: 'run.status', status });
  if (busy) startRunClock(batch);
  else stopRunClock(batch);
}

function isBusy({ tally, agenda, background, queued, slot, quiet }: RunState): boolean {
  const { ready, running, retrying, waiting } = tally;
  if (running + retrying + agenda.length > 0) return true;
  if (background.size > 0 && [...background.values()].some(worksOnChildren)) return true;
  // While a wait is open, what is ready waits too: for the mutex of a waiting node, or for the gate.
  // What waits for a slot across runs is ready and can do nothing; the run itself may be among that.
  const held = slot?.isGranted === false || quiet !== null ? queued - 1 : queued;
  return ready > held && waiting === 0;
}

// A run as a canvas shows it
// Status, the log, the state by node, and whether a person is waited for. The log and the state are worked out from the
// journal; nothing is recorded for their sake.
import { isOver, setOwn, type Json, type JsonObject, type RunState } from '@skein/kernel';
import type { ViewedRun } from '../../dialect/dialect.ts';
import { tellRun, type ToldRun } from './tell-run.ts';

export function viewCanvas({ graph, state, journal }: ViewedRun): JsonObject {
  const told = tellRun(graph, journal);
  const waiting = isPaused(state);
  return {
    runId: state.origin.run,
    status: statusOf(state, waiting),
    logs: told.logs.map((entry) => ({ ...entry })),
    state: stateOf(told),
    waitingForInput: waiting,
    currentNodeId: openApproval(state),
  };
}

function statusOf({ status }: RunState, waiting: boolean): string {
  switch (status) {
    case 'created':
      return 'pending';
    case 'running':
    case 'waiting':
      return waiting ? 'paused' : 'running';
    case 'completed':
    case 'stopped':
      return 'completed';
    case 'failed':
    case 'cancelled':
    case 'stalled':
      return 'failed';
  }
}

/** A closed gate holds the run although something may still finish; without one, only a person can let it continue. */
function isPaused(state: RunState): boolean {
  if (isOver(state) || openApproval(state) === null) return false;
  return state.gate.closed || state.status === 'waiting';
}

/** The node of the oldest question to a person; a limit that waits belongs to no node. */
function openApproval({ waits }: RunState): string | null {
  for (const { node, question } of waits.values()) {
    if (node !== null && question.kind !== 'event') return node.id;
  }
  return null;
}

/** A node that is called like one of the other keys keeps its place. */
function stateOf({ outputs, approvals, previous }: ToldRun): JsonObject {
  const state: { [key: string]: Json } = {};
  if (previous !== undefined) state['previous_output'] = previous;
  for (const [node, answer] of approvals) setOwn(state, `${node}_approval`, answer);
  for (const [node, output] of outputs) setOwn(state, node, output);
  return state;
}

// The story of a run, from its journal
// Replays the journal through the kernel and writes down what a canvas logs: what only the kernel decides (nodes that begin,
// conditions tried, waits opened) comes from what it derives, what was answered and recorded from the rows themselves.
import {
  createRun,
  toIsoTime,
  transition,
  type Derived,
  type Graph,
  type Json,
  type RunEvent,
} from '@skein/kernel';
import { tellAnswer, tellExpiry } from './tell-answer.ts';
import { tellDerived } from './tell-derived.ts';
import { tellStep } from './tell-step.ts';
import { nameOf, type Telling } from './telling.ts';

export type LogEntry = {
  readonly timestamp: string;
  readonly nodeId: string;
  readonly type: string;
  readonly content: string;
};

export interface ToldRun {
  readonly logs: readonly LogEntry[];
  /** The newest output of each start and agent that ran. */
  readonly outputs: ReadonlyMap<string, Json>;
  /** The newest decision of each approval. */
  readonly approvals: ReadonlyMap<string, Json>;
  /** The newest of the outputs. */
  readonly previous: Json | undefined;
}

export function tellRun(graph: Graph, journal: readonly RunEvent[]): ToldRun {
  const logs: LogEntry[] = [];
  let timestamp = '';
  const telling: Telling = {
    graph,
    outputs: new Map(),
    approvals: new Map(),
    previous: undefined,
    waits: new Map(),
    choosing: new Set(),
    starting: new Set(),
    failures: new Set(),
    calls: new Map(),
    log: (nodeId, type, content) => logs.push({ timestamp, nodeId, type, content }),
  };
  let state = createRun();
  for (const event of journal) {
    timestamp = toIsoTime(event.at);
    tellRow(telling, event);
    const result = transition(graph, state, event);
    ({ state } = result);
    telling.starting = startedIn(result.derived);
    for (const derived of result.derived) tellDerived(telling, derived, result);
  }
  const { outputs, approvals, previous } = telling;
  return { logs, outputs, approvals, previous };
}

/** Nodes that need a slot get it at the end of the batch, but their place in the order is that of their making. */
function startedIn(derived: readonly Derived[]): Set<string> {
  const names = new Set<string>();
  for (const one of derived) {
    if (one.type === 'activation.started' && one.attempt === 1) names.add(nameOf(one));
  }
  return names;
}

function tellRow(telling: Telling, event: RunEvent): void {
  if (event.type === 'wait.answered') tellAnswer(telling, event);
  else if (event.type === 'wait.expired') tellExpiry(telling, event);
  else if (event.type === 'step.recorded') tellStep(telling, event);
}

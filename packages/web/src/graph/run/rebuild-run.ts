// A run from its journal
// The browser replays the journal with the engine's own kernel, so it shows exactly what the engine knows. The replay resumes
// where it stopped when new events arrive.
//
// R1. Events are applied in the order of their numbers; duplicates are dropped, early ones wait.
import {
  createRun,
  runView,
  transition,
  type Derived,
  type Graph,
  type JsonObject,
  type RunEvent,
  type RunState,
} from '@skein/kernel';

export interface Moment {
  readonly event: RunEvent;
  readonly derived: readonly Derived[];
}

export interface Replay {
  readonly graph: Graph;
  readonly moments: readonly Moment[];
  /** As `GET /runs/{id}` shows it. */
  readonly view: JsonObject;
  readonly state: RunState;
  readonly seq: number;
}

export function createReplay(graph: Graph): Replay {
  const state = createRun();
  return { graph, moments: [], view: runView(graph, state), state, seq: 0 };
}

/** Applies new events; the same replay if there are none. */
export function advanceReplay(replay: Replay, events: readonly RunEvent[]): Replay {
  const { graph } = replay;
  let { state, seq } = replay;
  const added: Moment[] = [];
  for (const event of events.toSorted((left, right) => left.seq - right.seq)) {
    if (event.seq !== seq + 1) continue;
    const result = transition(graph, state, event);
    ({ state } = result);
    ({ seq } = event);
    added.push({ event, derived: result.derived });
  }
  if (added.length === 0) return replay;
  return { graph, moments: [...replay.moments, ...added], view: runView(graph, state), state, seq };
}

// A run as its journal tells it
// The browser replays the journal with the kernel that the engine uses, so what is shown is what the engine knows, and no
// second opinion. The replay goes on where it stopped when new events come.
//
// R1. Events are taken in the order of their numbers; one that was taken already is left out, one that is too early waits.
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

/** Takes what is new; the same replay when nothing is. */
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

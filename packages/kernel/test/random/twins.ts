// Twins
// Two states of one run: one stays in memory, the other is dumped and loaded after every event. Both must decide the
// same, and be the same, byte for byte.
import {
  createRun,
  dumpState,
  isOver,
  loadState,
  transition,
  type Graph,
  type Json,
  type RunEvent,
  type RunState,
  type Transition,
} from '@skein/kernel';
import { expect } from 'vitest';

export interface Twins {
  readonly state: RunState;
  readonly send: (event: RunEvent) => Transition;
}

export function createTwins(graph: Graph): Twins {
  let state = createRun();
  let loaded = createRun();
  const send = (event: RunEvent): Transition => {
    const live = transition(graph, state, event);
    const again = transition(graph, loaded, event);
    ({ state } = live);
    expect(again.effects).toEqual(live.effects);
    expect(again.derived).toEqual(live.derived);
    const text = dumpText(graph, state);
    expect(dumpText(graph, again.state)).toBe(text);
    loaded = loadState(graph, JSON.parse(text) as Json);
    expect(dumpText(graph, loaded)).toBe(text);
    if (!isOver(state)) checkLiving(state, loaded);
    return live;
  };
  return {
    get state() {
      return state;
    },
    send,
  };
}

export function dumpText(graph: Graph, state: RunState): string {
  return JSON.stringify(dumpState(graph, state));
}

/** A loaded state counts anew who lives, so a count that ran away in the live one shows here. */
function checkLiving(state: RunState, loaded: RunState): void {
  expect(state.executing).toBe(loaded.executing);
  expect(state.tally).toEqual(loaded.tally);
  expect(sorted(state.tags.livingRounds)).toEqual(sorted(loaded.tags.livingRounds));
  expect(state.tags.root.carriers).toBe(loaded.tags.root.carriers);
}

function sorted(rounds: ReadonlyMap<number, number>): (readonly [number, number])[] {
  return [...rounds].toSorted(([left], [right]) => left - right);
}

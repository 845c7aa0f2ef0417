import { eventFits, type Activation, type Failure, type Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step, type Player } from '../run/play.ts';

/** `s`, then a loop of `h` and the wait `w`; the condition looks at everything that an activation can see. */
function waitingRun(): Player {
  const when = {
    all: [
      { left: '${previous.turn}', op: 'eq', right: '${h.output.turn}' },
      { left: '${s.status}', op: 'eq', right: 'completed' },
      { left: '${previous.day}', op: 'eq', right: '${now.date("Asia/Tokyo")}' },
    ],
  };
  return play({
    nodes: [
      step('s'),
      step('h', { join: 'each' }),
      { id: 'w', type: 'event', config: { name: 'paid', when } },
    ],
    edges: [edge('s -> h'), edge('h -> w'), edge('w -> h')],
  });
}

function fits({ graph, state }: Player, data: Json): boolean | Failure {
  const node = graph.nodeById.get('w')!;
  const waiting = state.nodes.get(node.index)!.alive[0] as Activation;
  const event = { at: 0, dates: { 'Asia/Tokyo': '2026-11-15' } };
  return eventFits({ graph, state, event }, waiting, data);
}

describe('the condition of a wait for an event', () => {
  it('[K110] sees the data as previous, and the outputs of its own round', () => {
    const run = waitingRun().start().complete('s');
    run.complete('h', { value: { turn: 1 } });
    const day = '2026-11-15';
    expect(fits(run, { turn: 1, day })).toBe(true);
    expect(fits(run, { turn: 2, day })).toBe(false);
    expect(fits(run, { turn: 1, day: '2026-11-14' })).toBe(false);
    run.answer('w', {}).complete('h', { value: { turn: 2 } });
    expect(fits(run, { turn: 2, day })).toBe(true);
    expect(fits(run, { turn: 1, day })).toBe(false);
  });
});

// Bugs that were found and fixed; each keeps its smallest case.
import { compileGraph } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step } from './play.ts';

describe('regressions', () => {
  it('[K3] a node that takes over at a limit is not an entry', () => {
    const { graph } = compileGraph({
      skein: 1,
      policy: { onLimit: 'help' },
      nodes: [step('work'), step('help')],
    });
    expect(graph?.entries.map(({ id }) => id)).toEqual(['work']);
  });

  it('[K48] the value of a cancelled token does not come back as a kept one', () => {
    const run = play({
      nodes: [step('s'), step('a'), step('b'), step('c', { cancels: ['j'] }), step('j')],
      edges: [edge('s -> a'), edge('s -> b'), edge('s -> c'), edge('a -> j.a'), edge('b -> j.b')],
    }).start();
    run.complete('s').complete('a').complete('c').complete('b');
    expect(run.inputsOf('j')).toEqual([{ b: 'b#1' }]);
  });

  it('[K40] the jitter differs from event to event', () => {
    const delays = ['first', 'second', 'third'].map((name) => {
      const run = play({
        nodes: [step('s'), step(name, { retry: { attempts: 2, backoffMs: 100_000 } })],
        edges: [edge(`s -> ${name}`)],
      }).start();
      for (let i = 0; i < name.length; i++) run.send({ type: 'timer.fired', timer: 'none' });
      run.complete('s').fail(name);
      return [...run.state.timers.values()].map(({ at }) => at);
    });
    expect(new Set(delays.flat()).size).toBeGreaterThan(1);
  });
});

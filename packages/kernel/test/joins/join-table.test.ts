// Every row of the table of joins that always settle, on the real kernel.
import { describe, expect, it } from 'vitest';
import { edge, play, step } from '../run/play.ts';

const steps = (...ids: string[]) => ids.map((id) => step(id));

describe('joins that always settle', () => {
  it('[K30] [K23] a diamond whose one arm is not taken joins and completes', () => {
    const run = play({
      nodes: steps('s', 'a', 'b', 'j'),
      edges: [edge('s.a -> a'), edge('s.b -> b'), edge('a -> j.a'), edge('b -> j.b')],
    }).start();
    run.complete('s', { ports: { a: 1 } });
    expect(run.running()).toEqual(['a#1']);
    run.complete('a');
    expect(run.inputsOf('j')).toEqual([{ a: 'a#1' }]);
    run.complete('j');
    expect(run.state.status).toBe('completed');
    expect(run.count('j')).toBe(1);
  });

  it('[K31] a join inside a loop runs every round at once; a wait in the same round holds nothing up', () => {
    const run = play({
      nodes: [
        ...steps('s', 'h', 'i', 'c', 'd', 'j'),
        { id: 'w', type: 'input', config: { prompt: '?' } },
      ],
      edges: [
        edge('s -> h'),
        edge('h -> i'),
        edge('h -> w'),
        edge('i.c -> c'),
        edge('i.d -> d'),
        edge('c -> j.c'),
        edge('d -> j.d'),
        edge('j.again -> h'),
      ],
    }).start();
    run.complete('s');
    for (const round of [1, 2, 3]) {
      const arm = round % 2 === 1 ? 'c' : 'd';
      run
        .complete('h')
        .complete('i', { ports: { [arm]: round } })
        .complete(arm);
      expect(run.running()).toEqual([`j#${round}`]);
      expect(run.waits()).toHaveLength(round);
      run.complete('j', { value: round, ports: round < 3 ? { again: round } : {} });
    }
    expect(run.state.status).toBe('waiting');
    expect(run.inputsOf('j')).toEqual([{ c: 'c#1' }, { d: 'd#1' }, { c: 'c#2' }]);
    for (const _ of [1, 2, 3]) run.answer('w', 'ok');
    expect(run.state.status).toBe('completed');
  });

  const exitJoin = () =>
    play({
      nodes: steps('s', 'o', 'h', 'b', 'x', 'j'),
      edges: [
        edge('s -> o'),
        edge('s -> h'),
        edge('h -> b'),
        edge('b.again -> h'),
        edge('b.leave -> x'),
        edge('o -> j.o'),
        edge('x -> j.x'),
      ],
    }).start();

  it('[K32] the exit of a loop joins a parallel branch once, after the round that leaves', () => {
    const run = exitJoin();
    run.complete('s').complete('o');
    for (const _ of [1, 2]) run.complete('h').complete('b', { ports: { again: 1 } });
    expect(run.count('j')).toBe(0);
    run.complete('h').complete('b', { ports: { leave: 1 } });
    expect(run.count('j')).toBe(0);
    run.complete('x');
    expect(run.inputsOf('j')).toEqual([{ o: 'o#1', x: 'x#1' }]);
    run.complete('j');
    expect(run.state.status).toBe('completed');
  });

  it('[K33] when the loop ends on no edge the join runs with the other branch alone', () => {
    const run = exitJoin();
    run.complete('s').complete('o');
    run.complete('h').complete('b', { ports: { again: 1 } });
    run.complete('h');
    expect(run.count('j')).toBe(0);
    run.complete('b', { ports: {} });
    expect(run.inputsOf('j')).toEqual([{ o: 'o#1' }]);
  });

  it('[K34] rounds that overtake each other never mix', () => {
    const run = play({
      entry: ['u'],
      nodes: steps('u', 'c', 'k1', 'k2', 'j'),
      edges: [
        edge('u -> c'),
        edge('c.again -> u'),
        edge('c.out -> k1'),
        edge('c.out -> k2'),
        edge('k1 -> j.k1'),
        edge('k2 -> j.k2'),
      ],
    }).start();
    for (const round of [1, 2, 3]) {
      run.complete('u').complete('c', { ports: round < 3 ? { again: 1, out: 1 } : { out: 1 } });
    }
    for (const n of [3, 1, 2]) run.complete('k2', undefined, n);
    expect(run.count('j')).toBe(0);
    for (const n of [2, 3, 1]) run.complete('k1', undefined, n);
    expect(run.inputsOf('j')).toEqual([
      { k1: 'k1#2', k2: 'k2#2' },
      { k1: 'k1#3', k2: 'k2#3' },
      { k1: 'k1#1', k2: 'k2#1' },
    ]);
  });

  it('[K35] a value from outside the loop serves every round beside a slow one of the round itself', () => {
    const run = play({
      nodes: steps('s', 'o', 'h', 'b', 'k', 'j'),
      edges: [
        edge('s -> o'),
        edge('s -> h'),
        edge('h -> b'),
        edge('b.again -> h'),
        edge('o -> j.o'),
        edge('b.out -> j.b'),
        edge('b.out -> k'),
        edge('k -> j.k'),
      ],
    }).start();
    run.complete('s').complete('o');
    for (const round of [1, 2, 3]) {
      run.complete('h').complete('b', {
        value: `b#${round}`,
        ports: { out: `b#${round}`, ...(round < 3 ? { again: 1 } : {}) },
      });
    }
    run.complete('k', undefined, 2).complete('k', undefined, 3).complete('k', undefined, 1);
    expect(run.inputsOf('j')).toEqual(
      [2, 3, 1].map((n) => ({ o: 'o#1', b: `b#${n}`, k: `k#${n}` })),
    );
  });

  it('[K36] a branch into the body from outside gives its one value to every round', () => {
    const run = play({
      nodes: steps('s', 'x', 'h', 'b'),
      edges: [
        edge('s -> x'),
        edge('s -> h'),
        edge('x -> b.x'),
        edge('h -> b.h'),
        edge('b.again => h'),
      ],
    }).start();
    run.complete('s').complete('h');
    expect(run.count('b')).toBe(0);
    run.complete('x').complete('b', { ports: { again: 1 } });
    run.complete('h').complete('b', { ports: { again: 1 } });
    run.complete('h').complete('b', { ports: {} });
    expect(run.inputsOf('b')).toEqual([1, 2, 3].map((n) => ({ x: 'x#1', h: `h#${n}` })));
    expect(run.state.status).toBe('completed');
  });

  it('[K37] two loops side by side that leave to one join run it once, when both have left', () => {
    const run = play({
      nodes: steps('s', 'g', 'h', 'j'),
      edges: [
        edge('s -> g'),
        edge('s -> h'),
        edge('g.again -> g'),
        edge('h.again -> h'),
        edge('g.out -> j.g'),
        edge('h.out -> j.h'),
      ],
    }).start();
    run
      .complete('s')
      .complete('g', { ports: { again: 1 } })
      .complete('h', { ports: { out: 'h' } });
    run.complete('g', { ports: { again: 1 } });
    expect(run.count('j')).toBe(0);
    run.complete('g', { ports: { out: 'g' } });
    expect(run.inputsOf('j')).toEqual([{ g: 'g', h: 'h' }]);
  });

  it('[K38] inner joins start empty in each round of the outer loop', () => {
    const run = play({
      nodes: steps('s', 'o', 'h', 'a', 'b', 'j'),
      edges: [
        edge('s -> o'),
        edge('o -> h'),
        edge('h.a -> a'),
        edge('h.b -> b'),
        edge('a -> j.a'),
        edge('b -> j.b'),
        edge('j.inner -> h'),
        edge('j.outer -> o'),
      ],
    }).start();
    run.complete('s').complete('o');
    run
      .complete('h', { ports: { a: 1, b: 1 } })
      .complete('a')
      .complete('b');
    run.complete('j', { ports: { inner: 1 } });
    run.complete('h', { ports: { a: 1 } }).complete('a');
    run.complete('j', { ports: { outer: 1 } });
    run
      .complete('o')
      .complete('h', { ports: { b: 1 } })
      .complete('b');
    expect(run.inputsOf('j')).toEqual([{ a: 'a#1', b: 'b#1' }, { a: 'a#2' }, { b: 'b#2' }]);
  });

  it('[K39] joins that wait only for each other do not hang', () => {
    const run = play({
      nodes: steps('s', 'j', 'i', 'h'),
      edges: [
        edge('s.j -> j.s'),
        edge('s.i -> i.s'),
        edge('s.h -> h'),
        edge('h -> i.h'),
        edge('i -> j.i'),
        edge('j.again => h'),
      ],
    }).start();
    run.complete('s', { ports: { j: 1, i: 1 } });
    expect(run.running()).toEqual(['i#1']);
    run.complete('i');
    expect(run.inputsOf('j')).toEqual([{ s: 1, i: 'i#1' }]);
    run.complete('j', { ports: {} });
    expect(run.state.status).toBe('completed');
  });
});

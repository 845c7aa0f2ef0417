// Goal: in loops, joins and references meet values of their own round, and of an earlier one where there is no other.
import { describe, expect, it } from 'vitest';
import { edge, play, step, steps } from '../run/play.ts';

describe('values of earlier rounds', () => {
  /** o is outside the loop h; e may bring several tokens over one edge. */
  const refreshed = () =>
    play({
      entry: ['o', 'h'],
      nodes: [...steps('o', 'h'), step('e', { join: 'each' }), step('j')],
      edges: [
        edge('o.e -> e'),
        edge('o.again => o'),
        edge('h.again -> h'),
        edge('h.out -> j.h'),
        edge('e -> j.e'),
      ],
    }).start();

  it('[K27] `all` takes the newest earlier value of an edge that brings none', () => {
    const run = refreshed();
    run.complete('o', { ports: { e: 1 } }).complete('e', { value: 'first' });
    run.complete('h', { ports: { out: 1, again: 1 } });
    expect(run.inputsOf('j')).toEqual([{ h: 1, e: 'first' }]);
    run.complete('h', { ports: { out: 2 } });
    expect(run.inputsOf('j').at(-1)).toEqual({ h: 2, e: 'first' });
  });

  it('[K27] an edge that never brought anything is absent', () => {
    const run = refreshed();
    run.complete('o', { ports: {} }).complete('h', { ports: { out: 1 } });
    expect(run.inputsOf('j')).toEqual([{ h: 1 }]);
  });

  it('[K27] a round of a loop edge takes the newest values from outside the loop', () => {
    const run = play({
      nodes: steps('s', 'x', 'h'),
      edges: [edge('s -> x'), edge('s -> h.s'), edge('x -> h.x'), edge('h.again => h.back')],
    }).start();
    run
      .complete('s')
      .complete('x')
      .complete('h', { ports: { again: 1 } });
    run.complete('h', { ports: { again: 2 } });
    expect(run.inputsOf('h')).toEqual([
      { s: 's#1', x: 'x#1' },
      { s: 's#1', x: 'x#1', back: 1 },
      { s: 's#1', x: 'x#1', back: 2 },
    ]);
  });

  it('[K27] a value of another round of the same loop is never taken while that round lives', () => {
    const run = play({
      entry: ['h'],
      nodes: steps('h', 'a', 'b', 'w', 'j'),
      edges: [
        edge('h.again -> h'),
        edge('h.a -> a'),
        edge('h.b -> b'),
        edge('h.w -> w'),
        edge('a -> j.a'),
        edge('b -> j.b'),
      ],
    }).start();
    run
      .complete('h', { ports: { a: 1, b: 1, w: 1, again: 1 } })
      .complete('a')
      .complete('b');
    run.complete('h', { ports: { a: 1 } }).complete('a');
    expect(run.inputsOf('j')).toEqual([{ a: 'a#1', b: 'b#1' }, { a: 'a#2' }]);
  });

  it('[K27] living rounds of a kept value join the tag: later tokens of that round agree', () => {
    // e is outside g; its second token meets the value that round 1 of g left, while w keeps that round alive.
    const run = play({
      entry: ['s'],
      nodes: [...steps('s', 'g', 'p', 'q', 'w', 'j', 'k'), step('e', { join: 'each' })],
      edges: [
        edge('s -> g'),
        edge('g.again -> g'),
        edge('g.out -> w'),
        edge('g.out -> j.g'),
        edge('s -> p'),
        edge('p -> e'),
        edge('s -> q'),
        edge('q -> e'),
        edge('e -> j.e'),
        edge('j -> k.j'),
        edge('w -> k.w'),
      ],
    }).start();
    run
      .complete('s')
      .complete('p')
      .complete('e')
      .complete('g', { ports: { out: 'g' } });
    run.complete('j').complete('q').complete('e');
    expect(run.inputsOf('j').at(-1)).toEqual({ g: 'g', e: 'e#2' });
    run.complete('j').complete('w');
    expect(run.inputsOf('k')).toEqual([
      { j: 'j#1', w: 'w#1' },
      { j: 'j#2', w: 'w#1' },
    ]);
  });

  it('[K29] each held token picks, per other edge, the oldest token that agrees', () => {
    const run = play({
      entry: ['s'],
      nodes: [
        ...steps('s', 'a', 'b', 'c', 'd'),
        step('left', { join: 'each' }),
        step('right', { join: 'each' }),
        step('j'),
      ],
      edges: [
        ...['a', 'b', 'c', 'd'].map((id) => edge(`s -> ${id}`)),
        edge('a -> left'),
        edge('b -> left'),
        edge('c -> right'),
        edge('d -> right'),
        edge('left -> j.left'),
        edge('right -> j.right'),
      ],
    }).start();
    run.complete('s').complete('b').complete('a').complete('d').complete('c');
    // left#2 arrives first, so it is the oldest on its edge.
    run.complete('left', undefined, 2).complete('left', undefined, 1);
    run.complete('right', undefined, 1).complete('right', undefined, 2);
    expect(run.inputsOf('j')).toEqual([
      { left: 'left#2', right: 'right#1' },
      { left: 'left#1', right: 'right#2' },
    ]);
  });

  it('[K29] of several joins that can run at once, the first in definition order does', () => {
    const run = play({
      nodes: steps('s', 'a', 'k', 'j2', 'j1'),
      edges: [
        edge('s.a -> a'),
        edge('s.k -> k'),
        edge('a -> j1.a'),
        edge('a -> j2.a'),
        edge('k.one -> j1.k'),
        edge('k.two -> j2.k'),
      ],
    }).start();
    run
      .complete('s', { ports: { a: 1, k: 1 } })
      .complete('a')
      .complete('k', { ports: {} });
    expect(run.running()).toEqual(['j2#1', 'j1#1']);
  });
});

describe('references', () => {
  /** `use` of a round reads b of its own round, however far the loop has run. */
  const overtaking = () =>
    play({
      entry: ['h'],
      nodes: [
        ...steps('h', 'b', 'k'),
        step('use', { config: { name: 'any', args: '${b.output}' } }),
      ],
      edges: [edge('h -> b'), edge('b.again -> h'), edge('b.k -> k'), edge('k -> use')],
    }).start();

  it('[K28] a reference reads no output of a later round', () => {
    const run = overtaking();
    for (const value of ['one', 'two', 'three']) {
      run.complete('h').complete('b', { value, ports: { again: 1, k: 1 } });
    }
    for (const n of [2, 1, 3]) run.complete('k', undefined, n);
    const read = [2, 1, 3].map((_, index) => run.execution('use', index + 1).config.args);
    expect(read).toEqual(['two', 'one', 'three']);
  });

  it('[K28] an earlier round is read where the own one brought nothing', () => {
    const run = overtaking();
    run.complete('h').complete('b', { value: 'one', ports: { again: 1 } });
    run.complete('h').complete('b', { ports: { again: 1, k: 1 } });
    run.complete('h').complete('b', { value: 'three', ports: {} });
    run.complete('k');
    expect(run.execution('use').config.args).toBe('one');
  });

  it('[K28] from outside the loop the newest output is read', () => {
    const run = play({
      entry: ['h', 'o'],
      nodes: [...steps('h', 'o'), step('use', { config: { name: 'any', args: '${h.output}' } })],
      edges: [edge('h.again -> h'), edge('o -> use')],
    }).start();
    run.complete('h', { value: 1, ports: { again: 1 } }).complete('h', { value: 2, ports: {} });
    run.complete('o');
    expect(run.execution('use').config.args).toBe(2);
  });

  it('[K28] rounds of an inner loop are compared within the same round of the outer one only', () => {
    const run = play({
      entry: ['o'],
      nodes: [
        ...steps('o', 'i', 'k'),
        step('use', { config: { name: 'any', args: '${i.output}' } }),
      ],
      edges: [
        edge('o -> i'),
        edge('i.inner -> i'),
        edge('i.outer -> o'),
        edge('i.k -> k'),
        edge('k -> use'),
      ],
    }).start();
    run.complete('o').complete('i', { value: 'o1 i1', ports: { inner: 1, k: 1 } });
    run.complete('i', { value: 'o1 i2', ports: { outer: 1 } });
    run.complete('o').complete('i', { value: 'o2 i3', ports: { k: 1 } });
    run.complete('k', undefined, 1).complete('k', undefined, 2);
    expect(run.execution('use', 1).config.args).toBe('o1 i1');
    expect(run.execution('use', 2).config.args).toBe('o2 i3');
  });
});

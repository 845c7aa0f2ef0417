// Goal: the five joins by hand-made cases, beyond the table of rounds: what activates, what is absorbed, what is dropped,
// what is kept. The random comparison with the oracle (testkit) covers the rest.
import type { Derived, Policy } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { started } from '../items/with-items.ts';
import { edge, play, step, steps, type Player } from '../run/play.ts';

/** Tokens that came to nothing in the last event. */
function lost(run: Player): string[] {
  return run.derived
    .filter((each: Derived) => each.type === 'token.absorbed' || each.type === 'token.dropped')
    .map((each) => `${each.type === 'token.absorbed' ? 'absorbed' : 'dropped'} ${each.edge}`);
}

describe('each', () => {
  it('[K21] every token is its own activation, also while others run', () => {
    const run = play({
      nodes: [...steps('s', 'a', 'b'), step('j', { join: 'each' })],
      edges: [edge('s -> a'), edge('s -> b'), edge('a -> j.a'), edge('b -> j.b'), edge('s -> j.s')],
    }).start();
    run.complete('s').complete('b').complete('a');
    expect(run.running()).toEqual(['j#1', 'j#2', 'j#3']);
    expect(run.inputsOf('j')).toEqual([{ s: 's#1' }, { b: 'b#1' }, { a: 'a#1' }]);
  });

  it('[K21] a loop edge brings one activation a token, with the values kept from outside', () => {
    const run = play({
      nodes: [step('s'), step('h', { join: 'each' })],
      edges: [edge('s -> h.in'), edge('h.again => h.back'), edge('h.again => h.twice')],
    }).start();
    run.complete('s').complete('h', { ports: { again: 1 } });
    expect(run.inputsOf('h')).toEqual([
      { in: 's#1' },
      { in: 's#1', back: 1 },
      { in: 's#1', twice: 1 },
    ]);
  });
});

describe('once', () => {
  const graph = (policy: Policy = {}) => ({
    policy,
    nodes: [
      ...steps('s', 'a', 'b', 'c'),
      step('j', { join: 'once', retry: { attempts: 2, backoffMs: 10 } }),
    ],
    edges: [
      edge('s -> a'),
      edge('s -> b'),
      edge('s -> c'),
      edge('a -> j'),
      edge('b -> j'),
      edge('c -> j'),
    ],
  });

  it('[K22] a token activates the node; while it runs, others are absorbed', () => {
    const run = play(graph()).start().complete('s').complete('a');
    expect(run.running()).toContain('j#1');
    run.complete('b');
    expect(lost(run)).toEqual(['absorbed b -> j']);
    run.complete('j').complete('c');
    expect(run.inputsOf('j')).toEqual([{ input: 'a#1' }, { input: 'c#1' }]);
  });

  const busy: readonly (readonly [string, Policy, (run: Player) => void])[] = [
    ['ready, without a slot', { concurrency: 2 }, (run) => run.complete('a')],
    ['between two attempts', {}, (run) => run.complete('a').fail('j')],
    [
      'suspended in a question',
      {},
      (run) => {
        const question = { kind: 'input' };
        run
          .complete('a')
          .send({ type: 'node.waiting', node: 'j', activation: 1, key: 'k', question });
      },
    ],
  ];

  it.each(busy)('[K22] a token is absorbed while the node is %s', (_name, policy, occupy) => {
    const run = play(graph(policy)).start().complete('s');
    occupy(run);
    run.complete('b');
    expect(lost(run)).toEqual(['absorbed b -> j']);
    expect(run.count('j')).toBe(1);
  });

  it('[K22] a token is absorbed while the node is pending', () => {
    const run = play({
      policy: { onUnresolved: 'pend' },
      nodes: [
        ...steps('s', 'a', 'b', 'late'),
        step('j', { join: 'once', config: { name: 'any', args: '${late.output}' } }),
      ],
      edges: [edge('s -> a'), edge('s -> b'), edge('a -> j'), edge('b -> j'), edge('s -> late')],
    }).start();
    run.complete('s').complete('a').complete('b');
    expect(lost(run)).toEqual(['absorbed b -> j']);
    run.complete('late');
    expect(run.running()).toEqual(['j#1']);
  });

  it('[K22] a token is absorbed while the node, a wait, is open; also on a loop edge', () => {
    const run = play({
      nodes: [
        ...steps('s', 'a'),
        { id: 'w', type: 'input', config: { prompt: '?' }, join: 'once' as const },
        step('b'),
      ],
      edges: [edge('s -> w'), edge('s -> a'), edge('a -> w'), edge('w -> b'), edge('b => w')],
    }).start();
    run.complete('s').complete('a');
    expect(lost(run)).toEqual(['absorbed a -> w']);
    run.answer('w', 1).complete('b');
    expect(run.waits()).toEqual(['w']);
    expect(run.count('w')).toBe(2);
  });
});

describe('all', () => {
  it.each(['eager', 'superstep'] as const)(
    '[K23] runs at once when the node it waits for cannot even start (%s)',
    (schedule) => {
      const run = play({
        policy: { schedule, concurrency: 1, onError: 'continue' },
        nodes: [
          ...steps('s', 'a'),
          step('f', { config: { name: 'any', args: '${nothing.output}' } }),
          step('slow'),
          step('j'),
        ],
        edges: [
          edge('s -> a'),
          edge('a.on -> slow'),
          edge('a.on -> j.a'),
          edge('s.f -> f'),
          edge('a.f -> f'),
          edge('f -> j.f'),
        ],
      }).start();
      run.complete('s').complete('a', { ports: { on: 1, f: 1 } });
      if (run.running().includes('slow#1')) run.complete('slow');
      expect(run.inputsOf('j')).toEqual([{ a: 1 }]);
      expect(run.running()).toEqual(['j#1']);
      run.complete('j');
      expect(run.state.status).toBe('failed');
    },
  );
});

describe('n-of', () => {
  const three = (n: number) =>
    play({
      nodes: [...steps('s', 'a', 'b', 'c'), step('j', { join: 'n-of', n }), step('x')],
      edges: [
        edge('s.a -> a'),
        edge('s.b -> b'),
        edge('s.c -> c'),
        edge('a -> j.a'),
        edge('b -> j.b'),
        edge('c -> j.c'),
        edge('j -> x'),
      ],
    }).start();
  const all = { ports: { a: 1, b: 1, c: 1 } };

  it('[K24] n tokens on different edges run it, in definition order whatever came first', () => {
    const run = three(2).complete('s', all).complete('c');
    expect(run.count('j')).toBe(0);
    run.complete('a');
    expect(run.inputsOf('j')).toEqual([{ a: 'a#1', c: 'c#1' }]);
    expect(Object.keys(run.inputsOf('j')[0] as object)).toEqual(['a', 'c']);
  });

  it('[K25] what comes later is absorbed, whether the node still runs or is done', () => {
    const run = three(1).complete('s', all).complete('b').complete('a');
    expect(lost(run)).toEqual(['absorbed a -> j.a']);
    run.complete('j').complete('c');
    expect(lost(run)).toEqual(['absorbed c -> j.c']);
    run.complete('x');
    expect(run.state.status).toBe('completed');
    expect(run.count('j')).toBe(1);
  });

  it('[K24] two tokens on one edge are not two of n', () => {
    const run = play({
      nodes: [
        ...steps('s', 'a', 'b'),
        step('e', { join: 'each' }),
        step('j', { join: 'n-of', n: 2 }),
      ],
      edges: [
        edge('s -> a'),
        edge('s -> b'),
        edge('a.e -> e'),
        edge('b.e -> e'),
        edge('e -> j.e'),
        edge('b.j -> j.b'),
      ],
    }).start();
    run
      .complete('s')
      .complete('a', { ports: { e: 1 } })
      .complete('e');
    run.complete('b', { ports: { e: 1 } }).complete('e');
    expect(run.count('j')).toBe(0);
    expect(run.state.status).toBe('completed');
  });

  it('[K24] tokens whose n is out of reach are dropped as soon as that is clear', () => {
    const run = three(2).complete('s', { ports: { a: 1, b: 1 } });
    run.complete('a');
    expect(lost(run)).toEqual([]);
    run.complete('b', { ports: {} });
    expect(lost(run)).toEqual(['dropped a -> j.a']);
    expect(run.state.status).toBe('completed');
    expect(run.count('x')).toBe(0);
  });

  it('[K24] n of a loop: each round needs its own n tokens', () => {
    const run = play({
      entry: ['h'],
      nodes: [...steps('h', 'a', 'b', 'c'), step('j', { join: 'n-of', n: 2 })],
      edges: [
        edge('h.again -> h'),
        edge('h.out -> a'),
        edge('h.out -> b'),
        edge('h.out -> c'),
        edge('a -> j.a'),
        edge('b -> j.b'),
        edge('c -> j.c'),
      ],
    }).start();
    run.complete('h', { ports: { out: 1, again: 1 } }).complete('h', { ports: { out: 1 } });
    run.complete('a', undefined, 1).complete('b', undefined, 2);
    expect(run.count('j')).toBe(0);
    run.complete('c', undefined, 2);
    expect(run.inputsOf('j')).toEqual([{ b: 'b#2', c: 'c#2' }]);
    run.complete('a', undefined, 2);
    expect(lost(run)).toEqual(['absorbed a -> j.a']);
    run.complete('b', undefined, 1);
    expect(run.inputsOf('j').at(-1)).toEqual({ a: 'a#1', b: 'b#1' });
    run.complete('c', undefined, 1);
    expect(lost(run)).toEqual(['absorbed c -> j.c']);
    run.complete('j').complete('j');
    expect(run.state.status).toBe('completed');
  });

  it('[K25] a token that is still held is absorbed by an activation that carries its rounds', () => {
    const run = play({
      nodes: [
        ...steps('s', 'a', 'b', 'c'),
        step('e', { join: 'each' }),
        step('j', { join: 'n-of', n: 2 }),
      ],
      edges: [
        ...['a', 'b', 'c'].map((id) => edge(`s -> ${id}`)),
        edge('a -> e'),
        edge('b -> e'),
        edge('e -> j.e'),
        edge('c -> j.c'),
      ],
    }).start();
    run.complete('s').complete('a').complete('b').complete('e').complete('e').complete('c');
    expect(run.inputsOf('j')).toEqual([{ e: 'e#1', c: 'c#1' }]);
    expect(lost(run)).toEqual(['absorbed e -> j.e']);
    run.complete('j');
    expect(run.state.status).toBe('completed');
  });

  /** Its second round takes over what `b` gave; `a` of that round comes alone then. */
  const crossed = {
    entry: ['h'],
    nodes: [...steps('a', 'b'), step('h', { join: 'n-of', n: 2 })],
    edges: [
      edge('h.again => h.back'),
      edge('h.a => a.in'),
      edge('h.b => b.in'),
      edge('a -> h.a', { loop: false }),
      edge('b -> h.b', { loop: false }),
    ],
  };

  it('[K3000] the round of a loop edge absorbs what is held of its own rounds', () => {
    const run = started(crossed);
    run.complete('h', { ports: { again: 1, b: 1 } }).complete('b');
    run.complete('h', { ports: { again: 2 } });
    expect(run.inputsOf('h').at(-1)).toEqual({ back: 2, b: 'b#1' });
    expect(lost(run)).toEqual(['absorbed b -> h.b']);
    run.complete('h', { ports: { a: 3 } }).complete('a');
    expect(lost(run)).toEqual(['dropped a -> h.a']);
    expect(run.state.status).toBe('completed');
  });

  it('[K3000] a journal of older rules is rebuilt with what was held', () => {
    const run = started(crossed, undefined, 7);
    run.complete('h', { ports: { again: 1, b: 1 } }).complete('b');
    run.complete('h', { ports: { again: 2 } });
    expect(lost(run)).toEqual([]);
    run.complete('h', { ports: { a: 3 } }).complete('a');
    expect(run.inputsOf('h').at(-1)).toEqual({ a: 'a#1', b: 'b#1' });
  });
});

describe('any', () => {
  it('[K25] the first arrival runs it; others of the same rounds are absorbed', () => {
    const run = play({
      nodes: [...steps('s', 'a', 'b'), step('j', { join: 'any' })],
      edges: [edge('s -> a'), edge('s -> b'), edge('a -> j.a'), edge('b -> j.b')],
    }).start();
    run.complete('s').complete('b').complete('j').complete('a');
    expect(run.inputsOf('j')).toEqual([{ b: 'b#1' }]);
    expect(lost(run)).toEqual(['absorbed a -> j.a']);
    expect(run.state.status).toBe('completed');
  });

  it('[K25] in a loop it runs once a round, also when rounds overtake each other', () => {
    const run = play({
      entry: ['h'],
      nodes: [...steps('h', 'a', 'b'), step('j', { join: 'any' })],
      edges: [
        edge('h.again -> h'),
        edge('h.out -> a'),
        edge('h.out -> b'),
        edge('a -> j.a'),
        edge('b -> j.b'),
      ],
    }).start();
    run.complete('h', { ports: { out: 1, again: 1 } }).complete('h', { ports: { out: 1 } });
    run.complete('a', undefined, 2).complete('b', undefined, 1);
    expect(run.inputsOf('j')).toEqual([{ a: 'a#2' }, { b: 'b#1' }]);
    run.complete('b', undefined, 2);
    expect(lost(run)).toEqual(['absorbed b -> j.b']);
    run.complete('a', undefined, 1);
    expect(lost(run)).toEqual(['absorbed a -> j.a']);
    run.complete('j').complete('j');
    expect(run.state.status).toBe('completed');
  });

  it('[K25] a token from outside the loop is absorbed by any round, a new round is not', () => {
    const run = play({
      entry: ['h', 'o'],
      nodes: [...steps('h', 'o'), step('j', { join: 'any' })],
      edges: [edge('h.again -> h'), edge('h.out -> j.h'), edge('o -> j.o')],
    }).start();
    run.complete('h', { ports: { out: 1, again: 1 } }).complete('o');
    expect(lost(run)).toEqual(['absorbed o -> j.o']);
    run.complete('h', { ports: { out: 2 } });
    expect(run.inputsOf('j')).toEqual([{ h: 1 }, { h: 2 }]);
  });

  it('[K25] as the head of a loop, each round is an activation of its own', () => {
    const run = play({
      nodes: [...steps('s', 'b'), step('h', { join: 'any' })],
      edges: [edge('s -> h.in'), edge('h -> b'), edge('b.again => h.back')],
    }).start();
    run
      .complete('s')
      .complete('h')
      .complete('b', { ports: { again: 2 } });
    run.complete('h').complete('b', { ports: {} });
    expect(run.inputsOf('h')).toEqual([{ in: 's#1' }, { in: 's#1', back: 2 }]);
    expect(run.state.status).toBe('completed');
  });
});

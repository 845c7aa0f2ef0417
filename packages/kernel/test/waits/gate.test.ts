// Goal: every sentence of "Waits" in the specification, under `eager`: what a wait for a person stops and what not, what
// opens the gate, and in which order things continue. (`superstep.test.ts` has the same for passes.)
import type { Policy, WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import {
  ask,
  compute,
  delay,
  effectsOf,
  event,
  expire,
  map,
  statuses,
  suspend,
} from '../run/acts.ts';
import { edge, play, step, type Player } from '../run/play.ts';

const hold: { policy: Policy } = { policy: { whileWaiting: 'hold' } };
const steps = (...ids: string[]) => ids.map((id) => step(id));

/** Every path of two letters: `s -> a`, `a -> b` … from `s a b`. */
const path = (text: string) => {
  const ids = text.split(' ');
  return ids.slice(1).map((id, at) => edge(`${ids[at]} -> ${id}`));
};

describe('continue', () => {
  it('[K49] other branches continue, whatever waits', () => {
    const run = play({
      nodes: [ask('w'), ...steps('a', 'a2', 'a3', 'w2')],
      edges: [...path('a a2 a3'), edge('w -> w2')],
    }).start();
    run.complete('a').complete('a2').complete('a3');
    expect(run.state.status).toBe('waiting');
    expect(run.answer('w', 1).running()).toEqual(['w2#1']);
  });
});

describe('closing the gate', () => {
  it('[K49] the whole fan-out that holds the wait starts, whatever its order', () => {
    for (const targets of ['w a b', 'a w b', 'a b w']) {
      const run = play({
        ...hold,
        nodes: [step('s'), ask('w'), ...steps('a', 'b')],
        edges: targets.split(' ').map((to) => edge(`s -> ${to}`)),
      }).start();
      run.complete('s');
      expect([run.waits(), run.running()]).toEqual([['w'], ['a#1', 'b#1']]);
    }
  });

  it('[K49] computed nodes of that fan-out are done; what they lead to is queued', () => {
    const run = play({
      ...hold,
      nodes: [step('s'), ask('w'), compute('p'), step('x')],
      edges: [edge('s -> p'), edge('s -> w'), edge('p -> x')],
    }).start();
    run.complete('s');
    expect([run.output('p'), run.running(), statuses(run, 'x')]).toEqual(['p', [], { x: 'ready' }]);
  });

  it('[K49] all entries start, and the waits among them close it', () => {
    const run = play({
      ...hold,
      nodes: [ask('w'), step('a'), step('a2')],
      edges: path('a a2'),
    }).start();
    expect(run.running()).toEqual(['a#1']);
    expect(run.complete('a').running()).toEqual([]);
  });

  it('[K49] a function that asks a person closes it', () => {
    const run = play({ ...hold, nodes: steps('a', 'b', 'b2'), edges: path('b b2') }).start();
    suspend(run, 'a').complete('b');
    expect([run.state.gate.closed, statuses(run, 'b2')]).toEqual([true, { b2: 'ready' }]);
  });

  const others: readonly (readonly [string, WorkflowNode, (run: Player) => unknown])[] = [
    ['a delay', delay('w', 50), () => 0],
    ['a wait for an event', event('w'), () => 0],
    ['the time of an attempt', step('w', { timeoutMs: 50 }), () => 0],
    ['a backoff', step('w', { retry: { attempts: 2 } }), (run) => run.fail('w')],
    ['a function that waits for an event', step('w'), (run) => suspend(run, 'w', 'event')],
    ['children', map('w', { items: [1] }), () => 0],
  ];

  it.each(others)('[K49] %s does not close it', (_name, node, act) => {
    const run = play({
      ...hold,
      nodes: [node, step('a'), step('a2')],
      edges: path('a a2'),
    }).start();
    act(run);
    run.complete('a');
    expect(run.running()).toContain('a2#1');
  });

  it('[K49] a wait for an event beside an open question does not close it again', () => {
    const run = play({
      ...hold,
      nodes: [ask('v'), ask('w'), event('e'), step('a'), step('a2')],
      edges: [edge('v -> e'), edge('a -> a2')],
    }).start();
    run.answer('v', 1).complete('a');
    expect([run.waits(), run.running()]).toEqual([['w', 'e'], ['a2#1']]);
  });

  it('[K49] a question that opens while another is closed by `cancels` closes it nevertheless', () => {
    const run = play({
      ...hold,
      nodes: [ask('v'), ask('w'), compute('p', 1, { cancels: ['w'] }), ask('u'), step('x')],
      edges: [edge('v -> p'), edge('v -> u'), edge('p -> x')],
    }).start();
    run.answer('v', 1);
    expect([run.waits(), run.running()]).toEqual([['u'], []]);
  });
});

describe('while it is closed', () => {
  it('[K49] what runs finishes and is recorded; what follows is queued: no activation, no step, shown as ready', () => {
    const run = play({
      ...hold,
      nodes: [ask('w'), step('a'), step('b'), compute('c', 1)],
      edges: path('a b c'),
    }).start();
    run.complete('a');
    expect([run.output('a'), run.count('b'), run.state.steps]).toEqual(['a#1', 0, 2]);
    expect(statuses(run, 'a', 'b', 'c')).toEqual({ a: 'completed', b: 'ready', c: 'idle' });
    expect([run.state.status, effectsOf(run)]).toEqual(['waiting', []]);
  });

  it('[K49] pure nodes and waits are queued too', () => {
    const run = play({
      ...hold,
      nodes: [ask('w'), step('a'), compute('p'), ask('v'), delay('d', 5), map('m', { items: [1] })],
      edges: ['p', 'v', 'd', 'm'].map((to) => edge(`a -> ${to}`)),
    }).start();
    run.complete('a');
    expect([effectsOf(run), run.waits(), run.output('p')]).toEqual([[], ['w'], undefined]);
    expect(statuses(run, 'p', 'v', 'd', 'm')).toEqual({
      p: 'ready',
      v: 'ready',
      d: 'ready',
      m: 'ready',
    });
  });

  it('[K49] a node that waits for a slot starts', () => {
    const run = play({
      policy: { whileWaiting: 'hold', concurrency: 1 },
      nodes: [step('s'), ...steps('a', 'b'), ask('w'), step('a2')],
      edges: [edge('s -> a'), edge('s -> b'), edge('s -> w'), edge('a -> a2')],
    }).start();
    run.complete('s').complete('a');
    expect(run.running()).toEqual(['b#1']);
    run.complete('b');
    expect([run.running(), run.count('a2')]).toEqual([[], 0]);
  });

  it('[K49] a node that waits for its next attempt, or for a mutex, starts', () => {
    const run = play({
      ...hold,
      nodes: [
        ask('w'),
        step('a', { retry: { attempts: 2 }, mutex: 'm' }),
        step('b', { mutex: 'm' }),
      ],
    }).start();
    run.fail('a').fireTimer();
    expect(run.running()).toEqual(['a#1']);
    expect(run.complete('a').running()).toEqual(['b#1']);
  });

  it('[K49] a timer fires and what follows it is queued', () => {
    const run = play({
      ...hold,
      nodes: [ask('w'), delay('d', 50), step('d2')],
      edges: path('d d2'),
    }).start(0);
    run.fireTimer();
    expect([run.running(), statuses(run, 'd', 'd2')]).toEqual([
      [],
      { d: 'completed', d2: 'ready' },
    ]);
  });

  it('[K49] [K26] tokens on their way to a join wait for the gate; the join waits for all of them', () => {
    const run = play({
      ...hold,
      nodes: [...steps('a', 'b'), ask('w'), step('j')],
      edges: [edge('a -> j.a'), edge('b -> j.b')],
    }).start();
    run.complete('a').complete('b');
    expect([run.running(), statuses(run, 'j')]).toEqual([[], { j: 'ready' }]);
    expect(run.answer('w', 1).inputsOf('j')).toEqual([{ a: 'a#1', b: 'b#1' }]);
  });
});

describe('opening the gate', () => {
  /** s asks u, v and w at once, each followed by a node; beside them runs a → a2. */
  const three = (): Player =>
    play({
      ...hold,
      nodes: [step('s'), ask('u'), ask('v'), ask('w'), ...steps('a', 'u2', 'v2', 'w2', 'a2')],
      edges: [
        ...['a', 'u', 'v', 'w'].map((to) => edge(`s -> ${to}`)),
        ...['a', 'u', 'v', 'w'].map((id) => edge(`${id} -> ${id}2`)),
      ],
    })
      .start()
      .complete('s');

  it.each(['uvw', 'wvu', 'vuw', 'uwv', 'vwu', 'wuv'])(
    '[K49] three questions of one fan-out, answered in any order (%s): each opens it, though others are open',
    (order) => {
      const run = three().complete('a');
      expect([run.waits(), run.running()]).toEqual([['u', 'v', 'w'], []]);
      const [first = '', ...rest] = order;
      expect(run.answer(first, 1).running()).toEqual([`${first}2#1`, 'a2#1']);
      for (const node of rest) run.answer(node, 1);
      for (const node of `${order}a`) run.complete(`${node}2`);
      expect(run.state.status).toBe('completed');
    },
  );

  it('[K49] from an answer on it is open, until another question', () => {
    const run = three().answer('v', 1);
    expect(run.complete('a').running()).toEqual(['v2#1', 'a2#1']);
  });

  it('[K49] an expiry opens it', () => {
    const run = play({
      ...hold,
      nodes: [
        ask('w', { config: { prompt: '?', deadlineMs: 50 } }),
        ask('v'),
        ...steps('a', 'a2', 'late'),
      ],
      edges: [edge('w.expired -> late'), edge('a -> a2')],
    }).start();
    run.complete('a');
    expire(run, 'w');
    expect([run.running(), run.waits()]).toEqual([['late#1', 'a2#1'], ['v']]);
  });

  it('[K49] an event that arrives is an answer too', () => {
    const run = play({
      ...hold,
      nodes: [ask('w'), event('e'), ...steps('a', 'a2', 'e2')],
      edges: [edge('a -> a2'), edge('e -> e2')],
    }).start();
    run.complete('a').answer('e', { paid: true });
    expect([run.running(), run.waits()]).toEqual([['e2#1', 'a2#1'], ['w']]);
  });

  it('[K49] an answer into a function opens it; the function continues before the queue', () => {
    const run = play({ ...hold, nodes: steps('a', 'b', 'b2'), edges: path('b b2') }).start();
    suspend(run, 'a').complete('b').answer('a', 'yes');
    expect(effectsOf(run)).toEqual(['execute a#1', 'execute b2#1']);
  });

  it('[K49] the end of the last open wait by `cancels` opens it, not that of another', () => {
    const run = play({
      ...hold,
      nodes: [
        ask('v'),
        ask('w'),
        step('x', { cancels: ['v'] }),
        step('y', { cancels: ['w'] }),
        step('x2'),
      ],
      edges: [edge('x -> x2')],
    }).start();
    run.complete('x');
    expect([run.waits(), run.running()]).toEqual([['w'], ['y#1']]);
    run.complete('y');
    expect([run.waits(), run.running()]).toEqual([[], ['x2#1']]);
  });

  it('[K49] the failure of the function that asked opens it', () => {
    const run = play({
      policy: { whileWaiting: 'hold', onError: 'continue' },
      nodes: steps('a', 'b', 'b2'),
      edges: path('b b2'),
    }).start();
    suspend(run, 'a').complete('b');
    expire(run, 'a');
    expect(run.running()).toContain('b2#1');
  });
});

describe('the queue', () => {
  it('[K49] the answered branch starts first, then the queue in its order', () => {
    const run = play({
      ...hold,
      nodes: [ask('w'), ...steps('a', 'b', 'w2', 'a2', 'a3', 'b2')],
      edges: [edge('w -> w2'), edge('a -> a2'), edge('a -> a3'), edge('b -> b2')],
    }).start();
    run.complete('b').complete('a').answer('w', 1);
    expect(run.running()).toEqual(['w2#1', 'b2#1', 'a2#1', 'a3#1']);
  });

  it('[K49] with one slot that order is the order of starting', () => {
    const run = play({
      policy: { whileWaiting: 'hold', concurrency: 1 },
      nodes: [ask('w'), compute('p'), ...steps('a', 'w2', 'p2', 'a2')],
      edges: [edge('w -> p'), edge('p -> p2'), edge('w -> w2'), edge('a -> a2')],
    }).start();
    run.complete('a').answer('w', 1);
    const order = ['p2', 'w2', 'a2'];
    for (const id of order) {
      expect(run.running()).toEqual([`${id}#1`]);
      run.complete(id);
    }
  });

  it('[K49] it is taken singly: what a pure node leads to starts before the next is taken', () => {
    const run = play({
      ...hold,
      nodes: [ask('w'), step('a'), compute('p'), compute('q'), ...steps('p2', 'b2')],
      edges: [edge('a -> p'), edge('p -> q'), edge('q -> p2'), edge('a -> b2')],
    }).start();
    run.complete('a').answer('w', 1);
    expect(run.running()).toEqual(['p2#1', 'b2#1']);
  });

  it('[K49] until another wait closes the gate: a question reached meanwhile is asked in its turn', () => {
    const run = play({
      ...hold,
      nodes: [ask('w'), step('a'), ...steps('x', 'y'), ask('v'), step('w2')],
      edges: [edge('a -> x'), edge('a -> v'), edge('a -> y'), edge('w -> w2')],
    }).start();
    run.complete('a');
    expect(run.waits()).toEqual(['w']);
    run.answer('w', 1);
    // v was queued singly, so y stays behind it although both followed from a.
    expect([run.waits(), run.running(), statuses(run, 'y')]).toEqual([
      ['v'],
      ['w2#1', 'x#1'],
      { y: 'ready' },
    ]);
    run.answer('v', 1);
    expect(run.running()).toEqual(['w2#1', 'x#1', 'y#1']);
  });

  it('[K49] a question in the answered branch keeps the whole queue back', () => {
    const run = play({
      ...hold,
      nodes: [ask('w'), step('a'), ask('v'), step('w2'), step('a2')],
      edges: [edge('w -> v'), edge('w -> w2'), edge('a -> a2')],
    }).start();
    run.complete('a').answer('w', 1);
    expect([run.waits(), run.running()]).toEqual([['v'], ['w2#1']]);
    expect(run.answer('v', 1).running()).toEqual(['w2#1', 'a2#1']);
  });

  it('[K49] nothing is lost: every branch of every fan-out runs, however often the gate closes', () => {
    const run = play({
      ...hold,
      nodes: [step('s'), ask('w1'), ask('w2'), ask('w3'), ...steps('a', 'b', 'c', 'end')].map(
        (node) => ({
          ...node,
          join: 'each' as const,
        }),
      ),
      edges: [
        edge('s -> w1'),
        edge('s -> a'),
        edge('a -> w2'),
        edge('a -> b'),
        edge('b -> w3'),
        edge('b -> c'),
        ...['w1', 'w2', 'w3', 'c'].map((id) => edge(`${id} -> end`)),
      ],
    }).start();
    run.complete('s').complete('a').answer('w1', 1);
    expect(run.waits()).toEqual(['w2']);
    run.complete('end').answer('w2', 1).complete('b');
    for (let left = 9; left > 0 && run.state.status !== 'completed'; left--) {
      for (const name of run.running()) run.complete(name.split('#')[0] ?? '');
      for (const node of run.waits()) run.answer(node, 1);
    }
    expect([run.count('end'), run.state.status]).toEqual([4, 'completed']);
  });
});

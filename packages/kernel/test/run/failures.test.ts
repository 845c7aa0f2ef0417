// Goal: what follows when a node fails: an edge from `error`, or the end.
import { describe, expect, it } from 'vitest';
import { ask, childEnds, compute, delay, effectsOf, map, statuses } from './acts.ts';
import { edge, play, step } from './play.ts';

describe('an edge from error', () => {
  it('[K41] handles a failure: its token tells of it, the node stays failed, the run continues', () => {
    const run = play({
      nodes: [step('a', { retry: { attempts: 2 } }), step('b'), step('c')],
      edges: [edge('a -> b'), edge('a.error -> c')],
    }).start();
    run.fail('a').fireTimer().fail('a', { code: 'GONE', message: 'no such thing' });
    expect(run.inputsOf('c')).toEqual([
      { input: { message: 'no such thing', code: 'GONE', attempt: 2 } },
    ]);
    run.complete('c');
    expect(run.state.status).toBe('completed');
    expect(run.state.failures).toEqual([]);
    expect(statuses(run, 'a', 'b', 'c')).toEqual({ a: 'failed', b: 'skipped', c: 'completed' });
  });

  it.each([
    ['GONE', 'running', 1],
    ['OTHER', 'failed', 0],
  ] as const)('[K41] only when it fires: code %s leaves the run %s', (code, status, count) => {
    const when = { left: '${previous.code}', op: 'eq', right: 'GONE' };
    const run = play({
      nodes: [step('a'), step('c')],
      edges: [edge('a.error -> c', { when })],
    }).start();
    run.fail('a', { code });
    expect([run.state.status, run.count('c')]).toEqual([status, count]);
  });

  it('[K41] also leaves nodes that run no function', () => {
    const nodes = [
      map('m', { items: '${trigger}' }),
      delay('d', 1, { config: { until: 'never' } }),
      compute('t', '${nobody.output}'),
    ];
    for (const node of nodes) {
      const run = play({ nodes: [node, step('c')], edges: [edge(`${node.id}.error -> c`)] }).start(
        1,
      );
      expect(run.running()).toEqual(['c#1']);
    }
  });

  it('[K41] lets a join continue with what the handler gives', () => {
    const run = play({
      nodes: [step('s'), step('a'), step('b'), step('h'), step('j')],
      edges: [
        edge('s -> a'),
        edge('s -> b'),
        edge('a -> j.a'),
        edge('a.error -> h'),
        edge('h -> j.h'),
        edge('b -> j.b'),
      ],
    }).start();
    run.complete('s').fail('a').complete('b');
    expect(run.count('j')).toBe(0);
    run.complete('h');
    expect(run.inputsOf('j')).toEqual([{ h: 'h#1', b: 'b#1' }]);
  });
});

describe('a failure that nothing handles', () => {
  const workflow = (onError: 'fail' | 'continue') =>
    play({
      policy: { onError },
      nodes: [
        step('a'),
        step('b'),
        ask('w'),
        delay('d', 50),
        map('m', { items: [1] }),
        step('r', { retry: { attempts: 2 } }),
        step('z'),
      ],
      edges: [edge('b -> z')],
    }).start();

  it('[K42] `fail` ends the run at once: what is in flight is cancelled, waits and timers are closed', () => {
    const run = workflow('fail');
    run.fail('r').fail('a');
    expect(effectsOf(run)).toEqual([
      'cancel execute b#1',
      'cancel wait',
      'cancel timer',
      'cancel children m#1',
      'cancel timer',
      'finish failed',
    ]);
    expect(run.state.error).toEqual({
      code: 'BROKEN',
      message: 'a broke',
      node: 'a',
      activation: 1,
    });
    expect(statuses(run, 'a', 'b', 'w', 'd', 'm', 'r', 'z')).toEqual({
      a: 'failed',
      b: 'cancelled',
      w: 'cancelled',
      d: 'cancelled',
      m: 'cancelled',
      r: 'cancelled',
      z: 'skipped',
    });
  });

  it('[K42] `continue` lets other branches continue; the run ends failed and lists all', () => {
    const run = workflow('continue');
    run.fail('a').complete('b').fail('z').answer('w', 1).fireTimer();
    childEnds(run, 'm', 0);
    expect(run.state.status).toBe('running');
    run.complete('r');
    expect(run.state.status).toBe('failed');
    expect(run.state.error).toEqual({
      code: 'BROKEN',
      message: 'a broke',
      node: 'a',
      activation: 1,
      details: {
        failures: [
          { code: 'BROKEN', message: 'a broke', node: 'a', activation: 1 },
          { code: 'BROKEN', message: 'z broke', node: 'z', activation: 1 },
        ],
      },
    });
  });

  it('[K42] `continue` lets a join run without the arm that failed', () => {
    const run = play({
      policy: { onError: 'continue' },
      nodes: [step('a'), step('b'), step('j')],
      edges: [edge('a -> j.a'), edge('b -> j.b')],
    }).start();
    run.complete('b').fail('a');
    expect(run.inputsOf('j')).toEqual([{ b: 'b#1' }]);
    expect(run.complete('j').state.status).toBe('failed');
  });
});

// Goal: another attempt after a failed one, by the node's own rule or by a person.
import {
  compileGraph,
  createRun,
  dumpState,
  rebuildState,
  runId,
  transition,
  versionId,
  workflowId,
  type RunEvent,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { childEnds, compute, effectsOf, map, statuses, timersOf } from './acts.ts';
import { edge, play, step, type Player } from './play.ts';

/** Fails attempts until no timer is set any more; the times between them. */
function backoffs(run: Player, node: string, failures: readonly object[]): number[] {
  const times: number[] = [];
  for (const failure of failures) {
    run.fail(node, failure);
    const timer = [...run.state.timers.values()].find(({ purpose }) => purpose === 'retry');
    if (timer === undefined) return times;
    times.push(timer.at - (run.journal.at(-1)?.at ?? 0));
    run.fireTimer();
  }
  return times;
}

describe('another attempt', () => {
  const often = (count: number, failure: object = {}) =>
    Array.from({ length: count }, () => failure);
  const policy = { attempts: 6, backoffMs: 100, factor: 3, maxMs: 1000 };
  const rows = [
    ['grows by its factor up to its maximum', policy, often(6), [100, 300, 900, 1000, 1000]],
    ['does not grow with factor 1', { ...policy, factor: 1, attempts: 3 }, often(3), [100, 100]],
    ['has defaults for all but the attempts', { attempts: 4 }, often(4), [500, 1000, 2000]],
    [
      'stays at its maximum, however many attempts',
      { ...policy, attempts: 2000, factor: 1e9 },
      often(3),
      [100, 1000, 1000],
    ],
    ['there is none with one attempt', { ...policy, attempts: 1 }, often(1), []],
    ['`later` means by the own backoff', policy, often(2, { retry: 'later' }), [100, 300]],
    ['`never` is final', policy, [{}, { retry: 'never' }], [100]],
    [
      'a longer time that the other side names is obeyed',
      policy,
      [{ retry: { afterMs: 250 } }],
      [250],
    ],
    ['also beyond the maximum', policy, [{ retry: { afterMs: 60_000 } }], [60_000]],
    ['a shorter one is obeyed too: it is no earlier', policy, [{ retry: { afterMs: 5 } }], [100]],
  ] as const;

  it.each(rows)('[K40] the backoff %s', (_name, retry, failures, expected) => {
    const run = play({ nodes: [step('a', { retry })] }).start();
    expect(backoffs(run, 'a', failures)).toEqual(expected);
  });

  it.each([
    ['function', undefined, 1],
    ['llm', undefined, 3],
    ['agent', undefined, 3],
    ['llm', null, 1],
    ['llm', { attempts: 2 }, 2],
  ] as const)('[K40] %s with retry %o has %i attempts', (type, retry, attempts) => {
    const node = { id: 'a', type, config: { model: 'm', prompt: 'p', name: 'f' } };
    const run = play({ nodes: [retry === undefined ? node : { ...node, retry }] }).start();
    for (let attempt = 1; attempt < attempts; attempt++) {
      expect(run.fail('a').state.status).toBe('running');
      expect(run.fireTimer().execution('a').attempt).toBe(attempt + 1);
    }
    expect(run.fail('a').state.status).toBe('failed');
  });

  it('[K40] the jitter adds up to a tenth, differs by event and is found again by replay', () => {
    const { graph } = compileGraph({
      skein: 1,
      nodes: [step('a', { retry: { attempts: 2, backoffMs: 1000 } })],
    });
    if (graph === null) throw new Error('does not compile');
    const delayWith = (digits: string): number => {
      const id = `00000000-0000-7000-8000-0000${digits}00000`;
      const journal: RunEvent[] = [
        {
          type: 'run.started',
          seq: 1,
          at: 0,
          id,
          run: runId('r'),
          workflow: { id: workflowId('w'), version: versionId('v') },
          rules: 1,
        },
        {
          type: 'attempt.failed',
          seq: 2,
          at: 0,
          id,
          node: 'a',
          activation: 1,
          attempt: 1,
          failure: { code: 'BROKEN', message: 'broke' },
        },
      ];
      let state = createRun();
      for (const event of journal) ({ state } = transition(graph, state, event));
      expect(dumpState(graph, rebuildState(graph, journal))).toEqual(dumpState(graph, state));
      return [...state.timers.values()][0]?.at ?? -1;
    };
    expect(['000', '7ff', 'fff'].map(delayWith)).toEqual([1000, 1050, 1100]);
  });

  it('[K40] it has the same config and inputs, the next number, and what was recorded', () => {
    const run = play({
      nodes: [
        compute('s', 7),
        step('a', { retry: { attempts: 2 }, config: { name: 'f', args: '${previous}' } }),
      ],
      edges: [edge('s -> a')],
    }).start();
    const first = run.execution('a');
    run.send({ type: 'step.recorded', node: 'a', activation: 1, key: 'paid', value: 42 });
    run.fail('a').fireTimer();
    expect(run.execution('a')).toEqual({ ...first, attempt: 2, recorded: new Map([['paid', 42]]) });
    expect(run.count('a')).toBe(1);
    expect(run.state.steps).toBe(2);
  });

  it('[K40] while it waits for its next attempt a node is retrying and holds no slot', () => {
    const run = play({
      policy: { concurrency: 1 },
      nodes: [step('a', { retry: { attempts: 2 } }), step('b')],
    }).start();
    expect(run.running()).toEqual(['a#1']);
    run.fail('a');
    expect(statuses(run, 'a', 'b')).toEqual({ a: 'retrying', b: 'running' });
    run.fireTimer();
    expect(statuses(run, 'a')).toEqual({ a: 'ready' });
    run.complete('b');
    expect(run.running()).toEqual(['a#1']);
  });

  it('[K40] what is said about an attempt that is over changes nothing', () => {
    const run = play({ nodes: [step('a', { retry: { attempts: 2 } })] }).start();
    run.fail('a').fireTimer();
    const failure = { code: 'LATE', message: 'late' };
    run.send({ type: 'attempt.failed', node: 'a', activation: 1, attempt: 1, failure });
    expect(run.state.status).toBe('running');
    expect(run.complete('a').state.status).toBe('completed');
  });

  it('[K40] `node.failed` is final, whatever attempts are left', () => {
    const run = play({ nodes: [step('a', { retry: { attempts: 9 } })] }).start();
    run.send({
      type: 'node.failed',
      node: 'a',
      activation: 1,
      failure: { code: 'X', message: 'x' },
    });
    expect(run.state.status).toBe('failed');
  });

  it('[K40] a map is tried again as a whole', () => {
    const run = play({ nodes: [map('m', { items: [1, 2] }, { retry: { attempts: 2 } })] }).start();
    childEnds(run, 'm', 0, { status: 'failed' });
    expect(effectsOf(run)).toEqual(['cancel children m#1', 'timer +500']);
    run.fireTimer();
    expect(effectsOf(run)).toEqual(['child m/0', 'child m/1']);
  });

  it('[K40] the end of the run ends the wait for the next attempt', () => {
    const run = play({ nodes: [step('a', { retry: { attempts: 2 } })] }).start();
    run.fail('a').send({ type: 'run.cancelled' });
    expect(effectsOf(run)).toEqual(['cancel timer', 'finish cancelled']);
    expect(timersOf(run)).toEqual([]);
  });
});

describe("a person's retry", () => {
  const retry = (run: Player, node: string, activation = 1): Player =>
    run.send({ type: 'node.retried', node, activation });

  it('[K43] activates a failed node again with the same inputs; its failure is forgotten', () => {
    const run = play({
      policy: { onError: 'continue' },
      nodes: [
        compute('s', 7),
        step('a', { config: { name: 'f', args: '${previous}' } }),
        step('b'),
        step('z'),
      ],
      edges: [edge('s -> a'), edge('s -> b'), edge('a -> z')],
    }).start();
    const first = run.execution('a');
    retry(run.fail('a'), 'a');
    expect(run.execution('a')).toEqual({ ...first, activation: 2 });
    expect(statuses(run, 'a')).toEqual({ a: 'running' });
    run.complete('b').complete('a').complete('z');
    expect(run.state.status).toBe('completed');
    expect(run.state.steps).toBe(5);
  });

  it('[K43] a join that still waits for others waits for it again', () => {
    const run = play({
      policy: { onError: 'continue' },
      nodes: [step('a'), step('b'), step('c'), step('j')],
      edges: [edge('a -> j.a'), edge('b -> j.b'), edge('c -> j.c')],
    }).start();
    retry(run.complete('b').fail('a'), 'a');
    run.complete('c');
    expect(run.running()).toEqual(['a#2']);
    run.complete('a');
    expect(run.inputsOf('j')).toEqual([{ a: 'a#2', b: 'b#1', c: 'c#1' }]);
  });

  it('[K43] a join that has run without it runs once more, with the values it had', () => {
    const run = play({
      policy: { onError: 'continue' },
      nodes: [step('a'), step('b'), step('j')],
      edges: [edge('a -> j.a'), edge('b -> j.b')],
    }).start();
    retry(run.fail('a').complete('b'), 'a').complete('a');
    expect(run.inputsOf('j')).toEqual([{ b: 'b#1' }, { a: 'a#2', b: 'b#1' }]);
  });

  it('[K43] it stays in its round: rounds never mix', () => {
    const run = play({
      policy: { onError: 'continue' },
      entry: ['u'],
      nodes: [step('u'), step('k1'), step('k2'), step('j')],
      edges: [
        edge('u.again -> u'),
        edge('u.out -> k1'),
        edge('u.out -> k2'),
        edge('k1 -> j.k1'),
        edge('k2 -> j.k2'),
      ],
    }).start();
    run.complete('u', { ports: { again: 1, out: 1 } }).complete('u', { ports: { out: 1 } });
    run.fail('k1').complete('k2', undefined, 2);
    retry(run, 'k1').complete('k1', undefined, 3).complete('k2', undefined, 1).complete('k1');
    expect(run.inputsOf('j')).toEqual([
      { k1: 'k1#3', k2: 'k2#1' },
      { k1: 'k1#2', k2: 'k2#2' },
    ]);
  });

  it.each([
    ['another activation', 'a', 2],
    ['a node that did not fail', 'b', 1],
    ['a node that does not exist', 'zz', 1],
  ] as const)('[K43] %s cannot be retried', (_name, node, activation) => {
    const run = play({ policy: { onError: 'continue' }, nodes: [step('a'), step('b')] }).start();
    retry(run.fail('a'), node, activation);
    expect(run.running()).toEqual(['b#1']);
    expect(run.complete('b').state.status).toBe('failed');
  });

  it('[K43] on a run that is over it changes nothing', () => {
    const run = play({ nodes: [step('a')] }).start();
    retry(run.fail('a'), 'a');
    expect([run.state.status, run.running()]).toEqual(['failed', []]);
  });

  it('[K43] under `superstep` the new try takes the place of edges that are not evaluated yet', () => {
    const run = play({
      policy: { schedule: 'superstep', onError: 'continue' },
      nodes: [step('a'), step('b'), step('c')],
      edges: [edge('a.error -> c')],
    }).start();
    retry(run.fail('a'), 'a').complete('b');
    expect(run.running()).toEqual(['a#2']);
    expect(run.complete('a').state.status).toBe('completed');
    expect(run.count('c')).toBe(0);
  });
});

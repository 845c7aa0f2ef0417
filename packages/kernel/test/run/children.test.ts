// Goal: nodes whose work is done by child runs: what a parent shows while its children only wait, and what reaches them when it ends.
import type { JsonObject, WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import {
  ask,
  childEnds,
  childGoesOn,
  childWaits,
  effectsOf,
  map,
  statuses,
  timersOf,
} from './acts.ts';
import { mapped, numbers, waitsOf } from './mapping.ts';
import { edge, play, step, type Player } from './play.ts';

describe('while children wait', () => {
  it('[K57] the node and its run wait as long as all of them only wait; their questions are listed by path', () => {
    const run = mapped({ items: numbers(3), concurrency: 2 });
    childWaits(run, 'm', 1);
    expect([run.state.status, statuses(run, 'm'), waitsOf(run)]).toEqual([
      'running',
      { m: 'running' },
      ['m/1/review'],
    ]);
    childWaits(run, 'm', 0);
    expect([run.state.status, statuses(run, 'm')]).toEqual(['waiting', { m: 'waiting' }]);
    expect(waitsOf(run)).toEqual(['m/0/review', 'm/1/review']);
    childGoesOn(run, 'm', 0);
    expect([run.state.status, waitsOf(run)]).toEqual(['running', ['m/1/review']]);
  });

  it('[K57] one that ends makes room for the next, which works', () => {
    const run = mapped({ items: numbers(3), concurrency: 2 });
    childWaits(run, 'm', 0);
    childEnds(run, 'm', 1);
    expect([effectsOf(run), run.state.status, statuses(run, 'm')]).toEqual([
      ['child m/2'],
      'running',
      { m: 'running' },
    ]);
    childEnds(run, 'm', 2);
    expect([run.state.status, statuses(run, 'm')]).toEqual(['waiting', { m: 'waiting' }]);
  });

  it('[K57] other work keeps the run running', () => {
    const run = play({ nodes: [map('m', { items: [1] }), step('a')] }).start();
    childWaits(run, 'm', 0);
    expect([run.state.status, statuses(run, 'm')]).toEqual(['running', { m: 'waiting' }]);
    expect(run.complete('a').state.status).toBe('waiting');
  });

  it('[K57] [K51] the clock of the run stands still', () => {
    const run = play({ policy: { timeoutMs: 100 }, nodes: [map('m', { items: [1] })] }).start();
    childWaits(run, 'm', 0);
    expect(timersOf(run)).toEqual([]);
    childGoesOn(run, 'm', 0);
    expect(timersOf(run)).toEqual(['run +100']);
  });

  it('[K57] what is said of a child that does not run changes nothing', () => {
    const run = mapped({ items: numbers(2), concurrency: 1 });
    childWaits(run, 'm', 1);
    childGoesOn(run, 'm', 1);
    expect([run.state.status, waitsOf(run)]).toEqual(['running', []]);
  });
});

describe('a sub-workflow', () => {
  const sub = (config: JsonObject, more: Partial<WorkflowNode> = {}): Player =>
    play({
      nodes: [
        step('a'),
        { id: 'm', type: 'subworkflow', config: { workflow: 'other', ...config }, ...more },
        step('next'),
      ],
      edges: [edge('a -> m'), edge('m -> next')],
    })
      .start()
      .complete('a', { value: 'entered' });

  it.each([
    ['what entered', {}, { workflow: 'other', input: 'entered' }],
    ['its input', { input: { x: '${previous}' } }, { workflow: 'other', input: { x: 'entered' } }],
    ['a version', { version: 'v7', input: 1 }, { workflow: 'other', version: 'v7', input: 1 }],
  ] as const)('[K57] is one child run with %s', (_name, config, expected) => {
    expect(sub(config).effects).toEqual([
      { type: 'child', node: 'm', activation: 1, index: 0, ...expected },
    ]);
  });

  it('[K57] gives its output', () => {
    const run = sub({});
    childEnds(run, 'm', 0, { output: { y: 1 } });
    expect([run.output('m'), run.inputsOf('next')]).toEqual([{ y: 1 }, [{ input: { y: 1 } }]]);
  });

  it('[K57] its failure comes up', () => {
    const run = sub({});
    childEnds(run, 'm', 0, { status: 'failed' });
    expect(run.state.error).toEqual({
      code: 'CHILD_BROKE',
      message: 'The sub-workflow did not complete: item 0 broke',
      node: 'm',
      activation: 1,
    });
  });

  it('[K57] waits with it', () => {
    const run = sub({});
    childWaits(run, 'm', 0);
    expect([run.state.status, waitsOf(run)]).toEqual(['waiting', ['m/0/review']]);
  });
});

describe('cancel reaches down', () => {
  it.each([
    [
      'the run is cancelled',
      (run: Player) => run.send({ type: 'run.cancelled' }),
      'finish cancelled',
    ],
    ['another node fails', (run: Player) => run.fail('a'), 'finish failed'],
  ] as const)('[K57] when %s', (_name, act, finish) => {
    const run = play({ nodes: [map('m', { items: [1, 2] }), step('a'), ask('w')] }).start();
    childWaits(childWaits(run, 'm', 0), 'm', 1);
    act(run);
    expect(effectsOf(run)).toContain('cancel children m#1');
    expect(effectsOf(run).at(-1)).toBe(finish);
  });

  it('[K57] when its time is over', () => {
    const run = mapped({ items: [1] }, { timeoutMs: 50 });
    run.fireTimer();
    expect(effectsOf(run)).toEqual(['cancel children m#1', 'execute broken#1']);
    expect(run.inputsOf('broken')).toMatchObject([{ input: { code: 'TIMEOUT' } }]);
  });
});

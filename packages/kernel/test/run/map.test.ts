// Goal: a map starts a run for each of its items, so many at once, and continues when it has enough of their results.
import { runId, versionId, workflowId } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { childEnds, childGoesOn, childWaits, effectsOf, map } from './acts.ts';
import { mapped, mapping, numbers, waitsOf } from './mapping.ts';
import { play, step } from './play.ts';

describe('a map', () => {
  it('[K57] starts one run per item, which gets the item and its index', () => {
    const run = mapped({ items: ['a', 'b'], workflow: { skein: 1, nodes: [] } });
    expect(run.effects).toEqual(
      ['a', 'b'].map((item, index) => ({
        type: 'child',
        node: 'm',
        activation: 1,
        index,
        workflow: { skein: 1, nodes: [] },
        input: { item, index },
      })),
    );
  });

  it('[K57] "with" is what every child gets beside its item, since the rules 5', () => {
    const config = { items: ['a', 'b'], with: { folder: 'may' }, concurrency: 1 };
    const workflow = { id: workflowId('w'), version: versionId('v') };
    const started = (rules: number) =>
      mapping(config).send({ type: 'run.started', run: runId('run-1'), workflow, rules });
    const run = started(5);
    expect(run.effects).toMatchObject([{ input: { item: 'a', index: 0, with: config.with } }]);
    childEnds(run, 'm', 0);
    expect(run.effects).toMatchObject([{ input: { item: 'b', index: 1, with: config.with } }]);
    expect(started(4).effects[0]).toHaveProperty('input', { item: 'a', index: 0 });
  });

  it.each([
    ['0 1 2', [0, 1, 2]],
    ['2 0 1', [2, 0, 1]],
    ['2 1 0', [2, 1, 0]],
  ])('[K57] gives the results in item order, whatever the order of ending (%s)', (_name, order) => {
    const run = mapped({ items: numbers(3) });
    for (const index of order) childEnds(run, 'm', index, { output: `r${index}` });
    expect(run.output('m')).toEqual(['r0', 'r1', 'r2']);
    expect(run.running()).toEqual(['next#1']);
  });

  it('[K57] eight at once, unless it says otherwise; each that ends makes room for the next', () => {
    expect(effectsOf(mapped({ items: numbers(20) }))).toHaveLength(8);
    const run = mapped({ items: numbers(4), concurrency: 2 });
    expect(effectsOf(run)).toEqual(['child m/0', 'child m/1']);
    expect(effectsOf(childEnds(run, 'm', 1))).toEqual(['child m/2']);
    expect(effectsOf(childEnds(run, 'm', 0))).toEqual(['child m/3']);
    expect(effectsOf(mapped({ items: numbers(3), concurrency: 0 }))).toEqual(['child m/0']);
  });

  it('[K57] of nothing gives nothing, at once', () => {
    const run = mapped({ items: [] });
    expect([run.output('m'), run.running()]).toEqual([[], ['next#1']]);
  });

  it.each([
    ['no list', { items: 'abc' }, '"items" must be a list, but is a string.'],
    ['nothing', {}, '"items" must be a list, but is missing.'],
  ] as const)('[K57] refuses %s', (_name, config, message) => {
    const run = mapped(config);
    expect(run.inputsOf('broken')).toEqual([
      { input: { code: 'BAD_CONFIG', message, attempt: 1 } },
    ]);
    expect(effectsOf(run)).toEqual(['execute broken#1']);
  });

  it.each([
    [1, { code: 'BAD_CONFIG' }],
    [3, { code: 'LIMIT_REACHED' }],
  ])(
    '[K57] refuses a million items at once, as a limit since the rules 3 (rules %i)',
    (rules, failure) => {
      const workflow = { id: workflowId('w'), version: versionId('v') };
      const run = mapping({ items: numbers(1_000_000) });
      run.send({ type: 'run.started', run: runId('run-1'), workflow, rules });
      const message = '"items" has 1000000 items; a map takes at most 100000.';
      expect(run.inputsOf('broken')).toEqual([{ input: { ...failure, message, attempt: 1 } }]);
      expect(effectsOf(run)).toEqual(['execute broken#1']);
    },
  );

  it('[K57] takes 100,000 items', () => {
    const run = mapped({ items: numbers(100_000), concurrency: 1 });
    expect(effectsOf(run)).toEqual(['child m/0']);
  });

  it('[K57] holds no slot', () => {
    const run = play({
      policy: { concurrency: 1 },
      nodes: [map('m', { items: [1] }), step('a')],
    }).start();
    expect(run.running()).toEqual(['a#1']);
  });

  it('[K57] adds up what its children used', () => {
    const run = mapped({ items: [1, 2], atLeast: 1 });
    childEnds(run, 'm', 0, { status: 'failed', usage: { inputTokens: 1, usd: 0.25 } });
    childEnds(run, 'm', 1, { usage: { modelCalls: 2, outputTokens: 3, usd: 0.5 } });
    expect(run.state.usage).toEqual({ modelCalls: 2, inputTokens: 1, outputTokens: 3, usd: 0.75 });
  });

  it('[K57] what is said twice, or of a child that does not run, changes nothing', () => {
    const run = mapped({ items: numbers(3), concurrency: 1 });
    childEnds(run, 'm', 2);
    childEnds(run, 'm', 0);
    expect(effectsOf(childEnds(run, 'm', 0, { status: 'failed' }))).toEqual([]);
    expect(run.state.status).toBe('running');
  });
});

describe('enough results', () => {
  it('[K57] rest "cancel": the map continues and the others are cancelled', () => {
    const run = mapped({ items: numbers(5), atLeast: 2, concurrency: 3 });
    childEnds(run, 'm', 2);
    childEnds(run, 'm', 0);
    expect(effectsOf(run)).toEqual(['cancel children m#1', 'execute next#1']);
    expect(run.output('m')).toEqual(['m/0', null, 'm/2', null, null]);
    expect(childEnds(run, 'm', 1).complete('next').state.status).toBe('completed');
  });

  it('[K57] rest "finish": the others finish after it, those not started too, and keep the run open', () => {
    const run = mapped({ items: numbers(4), atLeast: 1, concurrency: 2, rest: 'finish' });
    childEnds(run, 'm', 1);
    expect(effectsOf(run)).toEqual(['child m/2', 'execute next#1']);
    run.complete('next');
    expect(run.state.status).toBe('running');
    expect(effectsOf(childEnds(run, 'm', 0, { status: 'failed' }))).toEqual(['child m/3']);
    childEnds(run, 'm', 3);
    expect(effectsOf(childEnds(run, 'm', 2))).toEqual(['finish completed']);
  });

  it('[K57] rest "finish": they are cancelled with the run', () => {
    const run = mapped({ items: numbers(2), atLeast: 1, rest: 'finish' });
    childEnds(run, 'm', 0).complete('next').send({ type: 'run.cancelled' });
    expect(effectsOf(run)).toEqual(['cancel children m#1', 'finish cancelled']);
  });

  it('[K57] rest "finish": while they only wait, the run waits and lists their questions', () => {
    const run = mapped({ items: numbers(2), atLeast: 1, rest: 'finish' });
    childEnds(run, 'm', 0).complete('next');
    childWaits(run, 'm', 1);
    expect([run.state.status, waitsOf(run)]).toEqual(['waiting', ['m/1/review']]);
    childGoesOn(run, 'm', 1);
    expect([run.state.status, waitsOf(run)]).toEqual(['running', []]);
    expect(childEnds(run, 'm', 1).state.status).toBe('completed');
  });

  it('[K57] [K45] rest "finish" under superstep: they finish also while the pass is still open', () => {
    const run = play({
      policy: { schedule: 'superstep' },
      nodes: [map('m', { items: [1, 2], atLeast: 1, rest: 'finish' }), step('a')],
    }).start();
    childEnds(childEnds(run, 'm', 0), 'm', 1);
    expect(run.state.background.size).toBe(0);
    expect(run.complete('a').state.status).toBe('completed');
  });

  it('[K57] more than there are means all, none means at once', () => {
    const all = mapped({ items: numbers(2), atLeast: 9 });
    childEnds(all, 'm', 0);
    expect(all.running()).toEqual([]);
    expect(childEnds(all, 'm', 1).running()).toEqual(['next#1']);
    expect(effectsOf(mapped({ items: numbers(2), atLeast: 0 }))).toEqual(['execute next#1']);
  });
});

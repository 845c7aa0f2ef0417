// Goal: nodes whose work is done by child runs. How many run at once, when the node continues or fails, what happens to the
// rest, and what a parent shows while its children only wait.
import {
  runId,
  runView,
  versionId,
  workflowId,
  type Json,
  type JsonObject,
  type WorkflowNode,
} from '@skein/kernel';
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
import { edge, play, step, type Player } from './play.ts';

const mapping = (config: JsonObject, more: Partial<WorkflowNode> = {}): Player =>
  play({
    nodes: [map('m', config, more), step('next'), step('broken')],
    edges: [edge('m -> next'), edge('m.error -> broken')],
  });

const mapped = (config: JsonObject, more: Partial<WorkflowNode> = {}): Player =>
  mapping(config, more).start();

const numbers = (count: number): Json[] => Array.from({ length: count }, (_, index) => index);

const waitsOf = (run: Player): Json =>
  (runView(run.graph, run.state).waits as { node: string }[]).map(({ node }) => node);

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

describe('items that do not complete', () => {
  it.each(['failed', 'cancelled', 'stalled'] as const)(
    '[K57] one that is %s fails the map; the others are cancelled',
    (status) => {
      const run = mapped({ items: numbers(3) });
      childEnds(run, 'm', 2);
      childEnds(run, 'm', 1, { status });
      expect(effectsOf(run)).toEqual(['cancel children m#1', 'execute broken#1']);
      const message = `Item 1 of the map did not complete: ${status === 'failed' ? 'item 1 broke' : status}`;
      const code = status === 'failed' ? 'CHILD_BROKE' : 'CHILD_FAILED';
      expect(run.inputsOf('broken')).toEqual([{ input: { code, message, attempt: 1 } }]);
    },
  );

  it('[K57] one that was stopped has done what it should', () => {
    const run = mapped({ items: [1] });
    childEnds(run, 'm', 0, { status: 'stopped' });
    expect(run.output('m')).toEqual([null]);
  });

  it('[K57] with atLeast the map fails only when so many are out of reach', () => {
    const run = mapped({ items: numbers(4), atLeast: 2 });
    childEnds(run, 'm', 0, { status: 'failed' });
    childEnds(run, 'm', 3, { status: 'cancelled' });
    expect(run.state.status).toBe('running');
    childEnds(run, 'm', 1, { status: 'failed' });
    expect(effectsOf(run)).toEqual(['cancel children m#1', 'execute broken#1']);
  });

  it('[K57] with atLeast and failures it completes when the last that is needed is done; missing results are null', () => {
    const run = mapped({ items: numbers(3), atLeast: 2 });
    childEnds(run, 'm', 0, { status: 'failed' });
    childEnds(run, 'm', 2);
    childEnds(run, 'm', 1);
    expect(run.output('m')).toEqual([null, 'm/1', 'm/2']);
  });
});

describe('a map that collects failures', () => {
  const collecting = (config: JsonObject, rules = 4): Player => {
    const workflow = { id: workflowId('w'), version: versionId('v') };
    return mapping({ ...config, failures: 'collect' }).send({
      type: 'run.started',
      run: runId('run-1'),
      workflow,
      rules,
    });
  };
  const failed = (code: string, message: string): JsonObject => ({
    ok: false,
    error: { code, message },
  });

  it('[K360] says of each item, in order, its value or why there is none, and never fails by an item', () => {
    const run = collecting({ items: numbers(4) });
    childEnds(run, 'm', 3, { status: 'cancelled' });
    childEnds(run, 'm', 1, { status: 'failed' });
    childEnds(run, 'm', 2, { status: 'stalled' });
    expect(run.state.status).toBe('running');
    childEnds(run, 'm', 0, { output: 'r0' });
    expect(run.output('m')).toEqual([
      { ok: true, value: 'r0' },
      failed('CHILD_BROKE', 'item 1 broke'),
      failed('CHILD_FAILED', 'Item 2 of the map did not complete: stalled'),
      failed('ITEM_CANCELLED', 'Item 3 of the map did not complete: cancelled'),
    ]);
    expect(run.running()).toEqual(['next#1']);
  });

  it('[K360] an item that was cancelled and one that never started are told apart', () => {
    const run = collecting({ items: numbers(4), atLeast: 1, concurrency: 2 });
    childEnds(run, 'm', 0, { status: 'failed' });
    childEnds(run, 'm', 1, { output: 'r1' });
    expect(run.output('m')).toEqual([
      failed('CHILD_BROKE', 'item 0 broke'),
      { ok: true, value: 'r1' },
      failed('ITEM_CANCELLED', 'Item 2 of the map was cancelled: enough others were done.'),
      failed('ITEM_NOT_STARTED', 'Item 3 of the map never started: enough others were done.'),
    ]);
  });

  it('[K360] with rest "finish" the others are unfinished, not failed', () => {
    const run = collecting({ items: numbers(2), atLeast: 1, rest: 'finish' });
    childEnds(run, 'm', 1, { output: 'r1' });
    expect(run.output('m')).toEqual([
      failed('ITEM_UNFINISHED', 'Item 0 of the map finishes in the background.'),
      { ok: true, value: 'r1' },
    ]);
  });

  it('[K360] an `atLeast` that can no longer be reached still fails the map', () => {
    const run = collecting({ items: numbers(2), atLeast: 2 });
    childEnds(run, 'm', 0, { status: 'failed' });
    expect(run.running()).toEqual(['broken#1']);
  });

  it('[K360] of nothing gives nothing, at once', () => {
    expect(collecting({ items: [] }).output('m')).toEqual([]);
  });

  it('[K360] runs of older rules go on without it', () => {
    const run = collecting({ items: numbers(1) }, 3);
    childEnds(run, 'm', 0, { output: 'r0' });
    expect(run.output('m')).toEqual(['r0']);
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

// Goal: a run as people see it: the status of each node, what is kept, who is waited for.
import {
  explain,
  runId,
  runView,
  versionId,
  waitId,
  workflowId,
  type Json,
  type JsonObject,
  type WorkflowNode,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step, type Player } from '../run/play.ts';

const steps = (...ids: string[]) => ids.map((id) => step(id));
const ask = (id: string): WorkflowNode => ({ id, type: 'input', config: { prompt: '?' } });

interface View {
  readonly status: string;
  readonly nodes: {
    readonly [id: string]: { readonly status: string; readonly activations: number };
  };
  readonly outputs: { readonly [id: string]: readonly JsonObject[] };
  readonly waits: readonly JsonObject[];
  readonly contexts: JsonObject;
  readonly usage: JsonObject;
  readonly error: Json;
  readonly [key: string]: unknown;
}

const view = (run: Player): View => runView(run.graph, run.state) as unknown as View;

/** Status of each node, in definition order. */
function statuses(run: Player): { [id: string]: string } {
  const found: { [id: string]: string } = {};
  for (const [id, { status }] of Object.entries(view(run).nodes)) found[id] = status;
  return found;
}

describe('the status of a node', () => {
  it('[K56] follows its activation', () => {
    const retry = { attempts: 2, backoffMs: 10 };
    const run = play({
      policy: { concurrency: 2, onUnresolved: 'pend', onError: 'continue' },
      nodes: [
        step('s'),
        step('a', { retry }),
        step('b'),
        step('c'),
        ask('w'),
        { id: 'd', type: 'delay', config: { ms: 99 } },
        step('p', { config: { name: 'any', args: '${z.output}' } }),
        step('z'),
        step('never'),
      ],
      edges: [
        ...['a', 'b', 'c', 'w', 'd', 'p'].map((to) => edge(`s.go -> ${to}`)),
        edge('c -> z'),
        edge('s.never -> never'),
      ],
    }).start();
    expect(statuses(run)).toMatchObject({ s: 'running', a: 'idle', never: 'idle' });
    run.complete('s', { ports: { go: 1 } });
    expect(statuses(run)).toEqual({
      s: 'completed',
      a: 'running',
      b: 'running',
      c: 'ready',
      w: 'waiting',
      d: 'waiting',
      p: 'ready',
      z: 'idle',
      never: 'skipped',
    });
    run.fail('a');
    expect(statuses(run)).toMatchObject({ a: 'retrying', c: 'running' });
    run.complete('b');
    expect(statuses(run)).toMatchObject({ b: 'completed', p: 'pending' });
    run.fireTimer().fail('a');
    expect(statuses(run)).toMatchObject({ a: 'failed' });
    run.send({ type: 'run.cancelled' });
    expect(statuses(run)).toMatchObject({
      a: 'failed',
      c: 'cancelled',
      w: 'cancelled',
      d: 'cancelled',
      p: 'cancelled',
      z: 'skipped',
    });
  });

  it('[K56] of several activations is the most urgent: waiting, running, pending, failed, else the newest', () => {
    const run = play({
      policy: { onError: 'continue' },
      nodes: [step('s'), ...steps('a', 'b', 'c'), step('j', { join: 'each' })],
      edges: [
        ...['a', 'b', 'c'].map((to) => edge(`s -> ${to}`)),
        ...['a', 'b', 'c'].map((from) => edge(`${from} -> j`)),
      ],
    }).start();
    run.complete('s').complete('a').complete('b').complete('c');
    expect(statuses(run).j).toBe('running');
    run.send({ type: 'node.waiting', node: 'j', activation: 2, key: 'k', question: { kind: 'x' } });
    expect(statuses(run).j).toBe('waiting');
    run.fail('j');
    expect(statuses(run).j).toBe('waiting');
    run.answer('j', 1);
    expect(statuses(run).j).toBe('running');
    run.complete('j', undefined, 2).complete('j', undefined, 3);
    expect(statuses(run).j).toBe('failed');
  });

  it('[K56] a queued token shows its node ready', () => {
    const run = play({
      policy: { whileWaiting: 'hold' },
      nodes: [step('s'), ask('w'), step('a'), step('b')],
      edges: [edge('s -> w'), edge('s -> a'), edge('a -> b')],
    }).start();
    run.complete('s').complete('a');
    expect(statuses(run)).toMatchObject({ w: 'waiting', a: 'completed', b: 'ready' });
    expect(view(run).nodes.b?.activations).toBe(0);
  });

  it('[K56] is skipped as soon as nothing alive can reach a node that never ran', () => {
    const run = play({
      nodes: steps('s', 'a', 'b', 'b2', 'j', 'slow'),
      edges: [
        edge('s.a -> a'),
        edge('s.b -> b'),
        edge('b -> b2'),
        edge('a -> j'),
        edge('b2 -> j'),
        edge('s.slow -> slow'),
      ],
    }).start();
    expect(statuses(run)).toMatchObject({ b: 'idle', b2: 'idle' });
    run.complete('s', { ports: { a: 1, slow: 1 } });
    expect(statuses(run)).toMatchObject({ b: 'skipped', b2: 'skipped', j: 'idle' });
    run.complete('a').complete('j');
    expect(statuses(run)).toMatchObject({ j: 'completed', slow: 'running' });
  });

  it('[K56] of a node that lacked a required input is idle while a later round can still run it', () => {
    const run = play({
      entry: ['h'],
      nodes: [step('h'), step('j', { input: { input: { required: true } } }), step('k')],
      edges: [edge('h.again -> h'), edge('h.out -> j'), edge('j -> k')],
    }).start();
    run.complete('h', { ports: { out: null, again: 1 } });
    expect(statuses(run)).toMatchObject({ j: 'idle', k: 'idle' });
    run.complete('h', { ports: { out: null } });
    expect(statuses(run)).toMatchObject({ j: 'skipped', k: 'skipped' });
    expect(view(run).nodes.j).toMatchObject({ activations: 0, startedAt: null });
  });

  it('[K56] of what a batch that was cut short still leads to is idle', () => {
    const chain = Array.from({ length: 1_100 }, (_, index) => ({
      id: `t${index}`,
      type: 'transform',
      config: { value: 1 },
    }));
    const run = play({
      nodes: chain,
      edges: chain.slice(1).map(({ id }, index) => edge(`t${index} -> ${id}`)),
    }).start();
    expect(statuses(run)).toMatchObject({ t999: 'completed', t1000: 'idle', t1099: 'idle' });
  });

  it('[K56] nothing is reached by a run that is over', () => {
    const run = play({ nodes: steps('a', 'b', 'c'), edges: [edge('a -> b'), edge('b -> c')] });
    run.start().complete('a').send({ type: 'run.cancelled' });
    expect(statuses(run)).toEqual({ a: 'completed', b: 'cancelled', c: 'skipped' });
  });
});

describe('the view of a run', () => {
  it('[K79] shows everything at once', () => {
    const run = play({
      nodes: [step('s'), { id: 'w', type: 'approval', config: { prompt: 'Go?', who: ['ann'] } }],
      edges: [edge('s -> w')],
    });
    run.start({ topic: 'x' });
    run.send({
      type: 'node.completed',
      node: 's',
      activation: 1,
      value: 'out',
      context: { append: [{ role: 'user', content: 'hi' }], set: { mood: 'good' } },
      usage: { modelCalls: 1, inputTokens: 10, outputTokens: 5, usd: 0.25 },
      at: 1_002_000,
    });
    const base = '00000000-0000-7000-8000-0000002000';
    const at = '1970-01-01T00:16:42.000Z';
    expect(view(run)).toEqual({
      id: 'run-1',
      workflow: { id: 'w', version: 'v' },
      status: 'waiting',
      input: { topic: 'x' },
      output: null,
      error: null,
      nodes: {
        s: {
          status: 'completed',
          activations: 1,
          error: null,
          startedAt: '1970-01-01T00:16:40.000Z',
          finishedAt: at,
        },
        w: { status: 'waiting', activations: 1, error: null, startedAt: at, finishedAt: null },
      },
      outputs: { s: [{ id: `${base}01`, activation: 1, value: 'out', ports: ['output'] }] },
      waits: [
        {
          id: `${base}02`,
          node: 'w',
          kind: 'approval',
          prompt: 'Go?',
          schema: null,
          who: ['ann'],
          createdAt: at,
          deadline: null,
        },
      ],
      contexts: { main: { mood: 'good', messages: 1 } },
      usage: { steps: 2, modelCalls: 1, inputTokens: 10, outputTokens: 5, usd: 0.25 },
      createdAt: '1970-01-01T00:16:40.000Z',
      updatedAt: at,
      seq: 2,
    });
  });

  it('[K79] lists the waits of children by path, while they wait', () => {
    const config = { items: [1, 2], workflow: 'inner' };
    const run = play({ nodes: [{ id: 'm', type: 'map', config }] }).start();
    const question = { kind: 'input', prompt: 'Which?' };
    const waits = [
      { id: waitId('w1'), node: 'review', question, createdAt: 1_000, deadlineAt: 2_000 },
    ];
    run.send({ type: 'child.waiting', node: 'm', activation: 1, index: 1, waits });
    expect(view(run).waits).toEqual([
      {
        id: 'w1',
        node: 'm/1/review',
        kind: 'input',
        prompt: 'Which?',
        schema: null,
        createdAt: '1970-01-01T00:00:01.000Z',
        deadline: '1970-01-01T00:00:02.000Z',
      },
    ]);
    run.send({ type: 'child.resumed', node: 'm', activation: 1, index: 1 });
    expect(view(run).waits).toEqual([]);
  });

  it('[K79] shows the parent, the reason of a stop and the failure of a run', () => {
    const run = play({ nodes: steps('a') });
    run.send({
      type: 'run.started',
      run: runId('r2'),
      workflow: { id: workflowId('w'), version: versionId('v') },
      rules: 1,
      parent: { run: runId('r1'), path: 'm/0' },
    });
    expect(view(run)).toMatchObject({ id: 'r2', parent: { run: 'r1', path: 'm/0' }, input: null });
    run.complete('a', { stop: { reason: 'enough' } });
    expect(view(run)).toMatchObject({ status: 'stopped', stopReason: 'enough' });
    const failed = play({ nodes: steps('a') })
      .start()
      .fail('a');
    const error = { code: 'BROKEN', message: 'a broke', activation: 1 };
    expect(view(failed)).toMatchObject({
      status: 'failed',
      error: { ...error, node: 'a' },
      nodes: { a: { status: 'failed', error: { ...error, attempt: 1 } } },
    });
  });

  it('[K79] shows the kept outputs only, and no node that a dialect has added', () => {
    const run = play({
      policy: { window: 2 },
      entry: ['h'],
      nodes: [step('h'), step('added', { derived: true })],
      edges: [edge('h.again => h'), edge('h.out -> added')],
    }).start();
    for (const value of [1, 2]) run.complete('h', { value, ports: { again: 1 } });
    run.complete('h', { value: 3, ports: { out: 1 } }).complete('added');
    expect(view(run).outputs.h?.map(({ value }) => value)).toEqual([2, 3]);
    expect(Object.keys(view(run).nodes)).toEqual(['h']);
    expect(Object.keys(view(run).outputs)).toEqual(['h']);
    expect(view(run).usage.steps).toBe(3);
  });

  it('[K79] is plain data, also for ids like __proto__', () => {
    const run = play({ nodes: steps('__proto__') })
      .start()
      .complete('__proto__');
    const text = JSON.stringify(view(run));
    expect(JSON.parse(text)).toEqual(view(run));
    expect(text).toContain('"nodes":{"__proto__":{"status":"completed"');
  });
});

describe('warnings', () => {
  const warning = { code: 'ANSWER_CUT', message: 'It breaks off.' };
  const warn = (run: Player, value: Json, key = 'model#1') =>
    run.send({ type: 'step.recorded', node: 'a', activation: 1, key, value });

  it('[K131] of recorded steps are shown by the run and explained at their node', () => {
    const run = play({ nodes: steps('a', 'b') }).start();
    expect(view(run)).not.toHaveProperty('warnings');
    warn(run, { text: 'x', warning });
    run.complete('a').complete('b');
    expect(view(run)['warnings']).toEqual([{ ...warning, node: 'a', activation: 1 }]);
    const words = (node: string) => explain(run.graph, run.journal, node)?.words.join(' ');
    expect(words('a')).toContain('Warning of activation 1: It breaks off.');
    expect(words('b')).not.toContain('Warning');
  });

  it.each([
    1,
    { warning: 'x' },
    { warning: { code: 'X' } },
    { warning: { code: 1, message: 'x' } },
  ])('[K131] are not in %j', (value) => {
    const run = play({ nodes: steps('a') }).start();
    warn(run, value);
    expect(run.state.warnings).toEqual([]);
  });

  it('[K131] are kept up to a hundred', () => {
    const run = play({ nodes: steps('a') }).start();
    for (let i = 0; i < 120; i++) warn(run, { warning }, `model#${i}`);
    expect(run.state.warnings).toHaveLength(100);
  });
});

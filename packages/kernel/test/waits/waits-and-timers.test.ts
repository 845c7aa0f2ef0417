// Goal: how a wait opens, is answered or expires, and how a delay differs from it; nothing stays open that is not needed.
import {
  ownValue,
  runId,
  runView,
  versionId,
  waitId,
  workflowId,
  type Effect,
  type Json,
  type JsonObject,
  type WaitEffect,
  type WorkflowNode,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step, type Player } from '../run/play.ts';

const START = 1_000_000;

const cancelsOf = (run: Player): string[] =>
  run.effects.flatMap((effect: Effect) => (effect.type === 'cancel' ? [effect.what.kind] : []));

const waitOf = (run: Player): WaitEffect => {
  const found = run.effects.find((effect) => effect.type === 'wait');
  if (found === undefined) throw new Error('no wait was opened');
  return found;
};

/** s → node → one target for each port that a wait can fire. */
function waiting(node: WorkflowNode): Player {
  const ports = ['output', 'approved', 'rejected', 'expired', 'error'];
  return play({
    nodes: [step('s'), node, ...ports.map((port) => step(`to_${port}`))],
    edges: [
      edge(`s -> ${node.id}`),
      ...ports.map((port) => edge(`${node.id}.${port} -> to_${port}`)),
    ],
  })
    .start()
    .complete('s', { value: { entered: 1 } });
}

describe('a node that is a wait', () => {
  const rows: readonly (readonly [string, WorkflowNode, object])[] = [
    [
      'input',
      {
        id: 'w',
        type: 'input',
        config: {
          prompt: 'Size of ${previous.entered}?',
          schema: { type: 'number' },
          who: ['ann'],
        },
      },
      { kind: 'input', prompt: 'Size of 1?', schema: { type: 'number' }, who: ['ann'] },
    ],
    [
      'approval',
      { id: 'w', type: 'approval', config: { prompt: 'Go?', deadlineMs: 50 } },
      { kind: 'approval', prompt: 'Go?', deadlineMs: 50 },
    ],
    [
      'event',
      { id: 'w', type: 'event', config: { name: 'paid.${previous.entered}' } },
      { kind: 'event', data: { name: 'paid.1' } },
    ],
  ];

  it.each(rows)('[K76] %s opens in the batch that reached it', (_name, node, question) => {
    const run = waiting(node);
    const { type, ...wait } = waitOf(run);
    const deadline = (node.config?.deadlineMs as number | undefined) ?? null;
    expect({ type, ...wait }).toMatchObject({
      type: 'wait',
      node: 'w',
      activation: 1,
      question,
      createdAt: START,
      deadlineAt: deadline === null ? null : START + deadline,
    });
    expect(wait.config).toBeDefined();
    expect(run.state.status).toBe('waiting');
    expect(run.waits()).toEqual(['w']);
  });

  it('[K76] the answer is its output where `accept` made nothing else of it', () => {
    const run = waiting({ id: 'w', type: 'input', config: { prompt: '?' } });
    run.answer('w', { size: 3 });
    expect(run.output('w')).toEqual({ size: 3 });
    expect(run.running()).toEqual(['to_output#1']);
    expect(run.execution('to_output').inputs).toEqual({ input: { size: 3 } });
  });

  it('[K76] what `accept` made of the answer decides value and ports', () => {
    const run = waiting({ id: 'w', type: 'approval', config: { prompt: '?' } });
    const answer = { decision: 'approve' };
    run.answer('w', answer, { value: answer, ports: { approved: { entered: 1 } } });
    expect(run.output('w')).toEqual(answer);
    expect(run.running()).toEqual(['to_approved#1']);
    expect(run.execution('to_approved').previous).toEqual({ entered: 1 });
  });

  it('[K76] at its deadline `expired` fires with the value that entered, and nothing is recorded', () => {
    const run = waiting({ id: 'w', type: 'approval', config: { prompt: '?', deadlineMs: 50 } });
    const { wait, deadlineAt } = waitOf(run);
    run.send({ type: 'wait.expired', wait, at: deadlineAt ?? 0 });
    expect(run.running()).toEqual(['to_expired#1']);
    expect(run.execution('to_expired').inputs).toEqual({ input: { entered: 1 } });
    expect(run.outputs('w')).toEqual([]);
    expect(cancelsOf(run)).toEqual([]);
  });

  it('[K76] an answer after the expiry, and a second answer, change nothing', () => {
    const run = waiting({ id: 'w', type: 'input', config: { prompt: '?' } });
    const { wait } = waitOf(run);
    run.send({ type: 'wait.answered', wait, answer: 1 });
    run.send({ type: 'wait.answered', wait, answer: 2 }).send({ type: 'wait.expired', wait });
    expect(run.outputs('w')).toEqual([1]);
    expect(run.running()).toEqual(['to_output#1']);
  });

  it.each([[0], [-5]])('[K76] a deadline of %i ms is now, never in the past', (deadlineMs) => {
    const run = waiting({ id: 'w', type: 'input', config: { prompt: '?', deadlineMs } });
    expect(waitOf(run).deadlineAt).toBe(START);
  });
});

describe('a function that asks', () => {
  const asking = () =>
    play({
      policy: { concurrency: 1 },
      nodes: [step('f', { timeoutMs: 100 }), step('g')],
      entry: ['f', 'g'],
    })
      .start()
      .send({
        type: 'node.waiting',
        node: 'f',
        activation: 1,
        key: 'first',
        question: { kind: 'approval', prompt: 'Delete?', data: { rows: 3 } },
        at: START + 30,
      });

  it('[K76] opens a wait in the batch of its question and releases its slot', () => {
    const run = asking();
    expect(waitOf(run)).toMatchObject({ node: 'f', question: { data: { rows: 3 } } });
    expect(run.effects.at(-1)).toMatchObject({ type: 'execute', node: 'g' });
  });

  it('[K76] gets the answer back under its key, with what it recorded before', () => {
    const run = asking();
    run.send({ type: 'step.recorded', node: 'f', activation: 1, key: 'step', value: 'done' });
    run.complete('g').answer('f', { ok: true });
    const effect = run.execution('f');
    expect(effect).toMatchObject({ resume: true, attempt: 1 });
    expect([...(effect.recorded ?? [])]).toEqual([
      ['step', 'done'],
      ['first', { ok: true }],
    ]);
    run.complete('f', { value: 'end' });
    expect(run.output('f')).toBe('end');
  });

  it('[K76] the time of its attempt stands still while it waits', () => {
    const run = asking();
    expect(cancelsOf(run)).toEqual(['timer']);
    run.complete('g').send({
      type: 'wait.answered',
      wait: waitId([...run.state.waits.keys()][0] ?? ''),
      answer: 1,
      at: START + 5_000,
    });
    const timer = run.effects.find((effect) => effect.type === 'timer');
    expect(timer).toMatchObject({ node: 'f', at: START + 5_000 + 70 });
  });

  it('[K76] fails at the deadline of its question', () => {
    const run = play({ nodes: [step('f'), step('g')], edges: [edge('f.error -> g')] }).start();
    const question = { kind: 'input', deadlineMs: 10 };
    run.send({ type: 'node.waiting', node: 'f', activation: 1, key: 'k', question });
    run.send({ type: 'wait.expired', wait: waitOf(run).wait, at: START + 10 });
    expect(cancelsOf(run)).toEqual(['execute']);
    expect(run.execution('g').inputs).toEqual({
      input: { code: 'WAIT_EXPIRED', message: 'Nobody answered within 10 ms.', attempt: 1 },
    });
  });
});

describe('a delay', () => {
  const delayed = (config: { [key: string]: Json }) =>
    play({
      nodes: [step('s'), { id: 'd', type: 'delay', config }, step('a')],
      edges: [edge('s -> d'), edge('d -> a')],
    })
      .start()
      .complete('s', { value: { ms: 40, text: '40', until: '1970-01-01T00:20:00Z' } });

  it.each<readonly [string, { [key: string]: Json }, number]>([
    ['ms', { ms: 40 }, START + 40],
    ['ms by a reference', { ms: '${previous.ms}' }, START + 40],
    ['ms as text', { ms: '${previous.text}' }, START + 40],
    ['ms below zero', { ms: -40 }, START],
    ['until', { until: '1970-01-01T00:20:00Z' }, 1_200_000],
    ['until by a reference', { until: '${previous.until}' }, 1_200_000],
    ['until with an offset', { until: '1970-01-01T01:20:00+01:00' }, 1_200_000],
    ['until in the past', { until: '1970-01-01T00:00:01Z' }, 1_000],
  ])('[K77] %s sets a timer and opens no wait', (_name, config, at) => {
    const run = delayed(config);
    expect(run.effects).toEqual([
      { type: 'timer', timer: expect.any(String) as string, at, node: 'd' },
    ]);
    expect(run.waits()).toEqual([]);
    expect(run.state.status).toBe('waiting');
    run.fireTimer();
    expect(run.execution('a').previous).toMatchObject({ ms: 40 });
  });

  it.each<readonly [string, { [key: string]: Json }]>([
    ['nothing', {}],
    ['a text that is no number', { ms: 'soon' }],
    ['a text that is no time', { until: 'tomorrow' }],
  ])('[K77] %s is refused, naming what it has', (_name, config) => {
    const run = delayed(config);
    expect(run.state.error).toMatchObject({ code: 'BAD_CONFIG', node: 'd' });
    expect(run.state.error?.message).toContain(JSON.stringify(config));
  });

  it('[K77] a timer that fires twice, or after a cancel, changes nothing', () => {
    const run = delayed({ ms: 40 });
    const [timer = ''] = run.state.timers.keys();
    run.send({ type: 'timer.fired', timer }).send({ type: 'timer.fired', timer });
    expect(run.count('a')).toBe(1);
  });
});

describe('what is no longer needed', () => {
  const others: readonly (readonly [string, WorkflowNode, readonly string[]])[] = [
    ['a wait', { id: 'x', type: 'input', config: { prompt: '?' } }, ['wait']],
    ['a delay', { id: 'x', type: 'delay', config: { ms: 5 } }, ['timer']],
    ['a timeout', step('x', { timeoutMs: 50 }), ['execute', 'timer']],
  ];

  it.each(others)('[K77] %s is cancelled when another node cancels its node', (_n, node, kinds) => {
    const run = play({
      nodes: [step('s'), node, step('c', { cancels: ['x'] })],
      edges: [edge('s -> x'), edge('s -> c')],
    }).start();
    run.complete('s').complete('c');
    expect(cancelsOf(run).toSorted()).toEqual(kinds);
    expect(run.state.status).toBe('completed');
    expect(run.state.waits.size + run.state.timers.size).toBe(0);
  });

  it.each(others)('[K77] %s is cancelled at the end of the run', (_name, node, kinds) => {
    const run = play({
      nodes: [step('s'), node, step('c'), { id: 'end', type: 'end' }],
      edges: [edge('s -> x'), edge('s -> c'), edge('c -> end')],
    }).start();
    run.complete('s').complete('c');
    expect(cancelsOf(run).toSorted()).toEqual(kinds);
  });

  it('[K77] the timeout of an attempt ends with the attempt', () => {
    const run = play({ nodes: [step('x', { timeoutMs: 50 }), step('y')], edges: [edge('x -> y')] });
    run.start().complete('x');
    expect(cancelsOf(run)).toEqual(['timer']);
    expect(run.state.timers.size).toBe(0);
  });

  it('[K77] the wait of a function ends when the function fails or is cancelled', () => {
    const run = play({
      nodes: [step('f'), step('c', { cancels: ['f'] })],
      entry: ['f', 'c'],
    }).start();
    const question = { kind: 'input' };
    run.send({ type: 'node.waiting', node: 'f', activation: 1, key: 'k', question }).complete('c');
    expect(cancelsOf(run)).toEqual(['execute', 'wait']);
    expect(run.derived).toContainEqual(expect.objectContaining({ type: 'wait.closed', node: 'f' }));
  });
});

describe('a derived node that stands for another', () => {
  const run = play({
    nodes: [
      step('a', { join: 'once' }),
      { id: 'ask', type: 'input', join: 'once', derived: true, standsFor: 'a' },
    ],
    entry: ['a'],
    edges: [edge('a.ask -> ask'), edge('ask -> a')],
  })
    .start()
    .complete('a', { ports: { ask: 'hello' } });

  it('[K90] its wait is the wait of the other', () => {
    expect(run.effects).toEqual([
      expect.objectContaining({ type: 'wait', node: 'ask', shownAs: 'a' }),
    ]);
    expect(runView(run.graph, run.state)).toMatchObject({
      status: 'waiting',
      waits: [{ node: 'a' }],
      nodes: { a: { status: 'waiting', activations: 1 } },
    });
    const nodes = ownValue(runView(run.graph, run.state), 'nodes') as JsonObject;
    expect(Object.keys(nodes)).toEqual(['a']);
  });
});

describe('whom a wait asks', () => {
  const begin = (who: Json, rules: number, data?: Json): Player =>
    play({ nodes: [{ id: 'w', type: 'approval', config: { prompt: '?', who } }] }).send({
      type: 'run.started',
      run: runId('run-1'),
      workflow: { id: workflowId('w'), version: versionId('v') },
      rules,
      input: { who: data ?? null },
    });

  it.each<[string, Json, Json | undefined, readonly string[] | undefined]>([
    ['a list', ['ann', 'group:a'], undefined, ['ann', 'group:a']],
    ['one name', 'ann', undefined, ['ann']],
    ['a reference to one name', '${trigger.who}', 'ann', ['ann']],
    ['a reference to a list', '${trigger.who}', ['ann'], ['ann']],
    ['an empty list on purpose', [], undefined, []],
  ])('[K300] %s', (_title, who, data, asked) => {
    expect(waitOf(begin(who, 4, data)).question.who).toEqual(asked);
  });

  it.each<[string, Json]>([
    ['a number', 7],
    ['nothing', null],
    ['an empty list', []],
    ['an empty name', ''],
    ['a list of other things', ['ann', 7]],
  ])('[K300] a reference to %s asks nobody, instead of anybody', (_title, data) => {
    const run = begin('${trigger.who}', 4, data);
    expect(run.waits()).toEqual([]);
    expect(run.state.status).toBe('failed');
    // By the rules of its journal, an older run goes on as it did.
    expect(begin('${trigger.who}', 3, data).waits()).toEqual(['w']);
  });
});

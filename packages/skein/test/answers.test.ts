// Answers given on the command line, and what the run waits for by itself.
import { afterAll, describe, expect, it } from 'vitest';
import { parseAnswer } from '../src/cli/inputs/parse-answer.ts';
import { pickAnswer } from '../src/cli/run/pick-answer.ts';
import { review, threeApprovals } from './flows.ts';
import { callSkein } from './call-skein.ts';
import { folderWith } from './spawn-skein.ts';

const { folder, remove } = folderWith({
  'review.json': review,
  'three.json': threeApprovals,
  'form.json': {
    skein: 1,
    nodes: [
      {
        id: 'form',
        type: 'input',
        config: {
          prompt: 'How many?',
          schema: {
            type: 'object',
            properties: { count: { type: 'integer' } },
            required: ['count'],
          },
        },
      },
    ],
  },
  'map.json': {
    skein: 1,
    nodes: [
      {
        id: 'each',
        type: 'map',
        config: {
          items: ['x', 'y'],
          workflow: {
            skein: 1,
            nodes: [
              { id: 'ask', type: 'input', config: { prompt: '${trigger.item}?', schema: {} } },
            ],
          },
        },
      },
    ],
  },
  'twice.json': {
    skein: 1,
    nodes: [
      { id: 'first', type: 'input', config: { prompt: '1?', schema: {} } },
      { id: 'ask', type: 'input', join: 'each', config: { prompt: '2?', schema: {} } },
      {
        id: 'more',
        type: 'if',
        config: { condition: { left: '${previous}', op: 'eq', right: 'again' } },
      },
    ],
    edges: [
      { from: 'first', to: 'ask' },
      { from: 'ask', to: 'more' },
      { from: 'more', out: 'true', to: 'ask', loop: true },
    ],
  },
  'deadline.json': {
    skein: 1,
    nodes: [
      { id: 'ask', type: 'approval', config: { prompt: 'Quick!', deadlineMs: 150 } },
      { id: 'late', type: 'transform', config: { value: 'too late' } },
      { id: 'good', type: 'transform', config: { value: 'in time' } },
    ],
    edges: [
      { from: 'ask', out: 'expired', to: 'late' },
      { from: 'ask', out: 'approved', to: 'good' },
    ],
  },
  'delay.json': {
    skein: 1,
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'pause', type: 'delay', config: { ms: 150 } },
      { id: 'ask', type: 'approval', config: { prompt: 'Now?' } },
      { id: 'done', type: 'transform', config: { value: 'both' } },
    ],
    edges: [
      { from: 'start', to: 'pause' },
      { from: 'start', to: 'ask' },
      { from: 'pause', to: 'done', in: 'pause' },
      { from: 'ask', out: 'approved', to: 'done', in: 'ask' },
    ],
  },
  'limit.json': {
    skein: 1,
    policy: { maxSteps: 2, onLimit: 'pause' },
    nodes: ['a', 'b', 'c', 'd'].map((id) => ({
      id,
      type: 'function',
      config: { name: 'math.add', args: { a: 1, b: 2 } },
    })),
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'c', to: 'd' },
    ],
  },
});
afterAll(remove);

async function run(file: string, ...answers: readonly string[]) {
  const given = answers.flatMap((answer) => ['--answer', answer]);
  const { code, stdout, stderr } = await callSkein(['run', file, '--json', ...given], {
    cwd: folder,
  });
  // Every one of these prints a run.
  const result = JSON.parse(stdout) as {
    status: string;
    output: unknown;
    waits: { node: string; prompt: string }[];
  };
  return { code, stderr, ...result };
}

describe('--answer', () => {
  const orders = ['abc', 'acb', 'bac', 'bca', 'cab', 'cba'].map((order) => order.split(''));
  it.concurrent.each(orders)('[C9] three parallel approvals: %s, %s, %s', async (...order) => {
    const ended = await run('three.json', ...order.map((node) => `${node}=approve`));
    expect(ended).toMatchObject({ code: 0, status: 'completed', output: 'all approved' });
  });

  it('[C9] each is used once, the first that fits', async () => {
    const ended = await run('twice.json', 'ask=again', 'ask=again', 'first=1', 'ask="last"');
    expect(ended).toMatchObject({
      code: 0,
      output: 'last',
      stderr: expect.not.stringContaining('not used'),
    });
  });

  it('[C10] a refused one is reported, the wait stays open for the next', async () => {
    const ended = await run('form.json', 'form={"count":"many"}', 'form={"count":3}');
    expect(ended).toMatchObject({ code: 0, output: { count: 3 } });
    expect(ended.stderr).toMatch(/refused --answer form=\{"count":"many"\}\n.*count/);
  });

  it('[C10][C13] a refused one alone leaves the run waiting', async () => {
    const ended = await run('review.json', 'review=perhaps');
    expect(ended).toMatchObject({
      code: 3,
      status: 'waiting',
      waits: [{ node: 'review', prompt: 'Publish?' }],
    });
  });

  it('[C10] left-over ones are reported', async () => {
    const ended = await run('review.json', 'nobody=1', 'review=yes', 'review=no');
    expect(ended).toMatchObject({ code: 0, status: 'completed' });
    expect(ended.stderr).toContain('not used --answer nobody=1');
    expect(ended.stderr).toContain('not used --answer review=no');
  });

  it('[C12] waits of child runs are addressed by the way to them', async () => {
    const ended = await run('map.json', 'each/1/ask=second', 'each/0/ask=first');
    expect(ended).toMatchObject({ code: 0, output: ['first', 'second'] });
    const waiting = await run('map.json', 'each/1/ask=second');
    expect(waiting).toMatchObject({ code: 3, waits: [{ node: 'each/0/ask', prompt: 'x?' }] });
  });

  it('[C12] a pause at a limit is addressed by the empty node', async () => {
    const paused = await run('limit.json');
    expect(paused).toMatchObject({ code: 3, waits: [{ node: '' }] });
    const raised = await run('limit.json', '={"maxSteps":10}');
    expect(raised).toMatchObject({ code: 0, status: 'completed' });
  });
});

describe('what continues by itself', () => {
  it('[C13] a deadline is waited for, unless an answer comes first', async () => {
    const [expired, answered] = await Promise.all([
      run('deadline.json'),
      run('deadline.json', 'ask=approve'),
    ]);
    expect([expired.output, answered.output]).toEqual(['too late', 'in time']);
    expect([expired.code, answered.code]).toEqual([0, 0]);
  });

  it('[C9][C13] a delay is waited for before an answer is used', async () => {
    const answered = await run('delay.json', 'ask=approve');
    expect(answered).toMatchObject({ code: 0, output: 'both' });
    const waiting = await run('delay.json');
    expect(waiting).toMatchObject({ code: 3, status: 'waiting' });
  });
});

describe('reading an answer', () => {
  it.each<readonly [string, string, string, unknown]>([
    ['[C11] JSON', 'review={"a":"x=y"}', 'review', { a: 'x=y' }],
    ['[C11] an id with "="', 'a=b="c=d"', 'a=b', 'c=d'],
    ['[C11] a number', 'n=5', 'n', 5],
    ['[C11] an id that looks like JSON', '1=2=3', '1=2', 3],
    ['[C11] the empty id', '=true', '', true],
  ])('%s: %s', (_title, written, node, answer) => {
    expect(parseAnswer(written)).toEqual({ written, readings: [{ node, answer }] });
  });

  it('[C11] in a text the open waits decide where it begins, the longest id first', () => {
    const given = [parseAnswer('a=b=some words')];
    const pick = (...nodes: readonly string[]) =>
      pickAnswer(
        given,
        nodes.map((node) => ({ id: `wait of ${node}`, node })),
      );
    expect(pick('a')?.answer).toBe('b=some words');
    expect(pick('a', 'a=b')).toMatchObject({ wait: { node: 'a=b' }, answer: 'some words' });
    expect(pick('b')).toBeUndefined();
  });
});

// Goal: users' tests fail when they must, say where and why, and nothing of the outside is needed for them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json, JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { readTestFile } from '../../src/cli/testing/read-test-file.ts';
import { updateTests } from '../../src/cli/testing/update-tests.ts';
import { callSkein } from '../call-skein.ts';
import { approved, failures, flow, folderOf, report } from './tested-letter.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

describe('[TS1] the examples, through the command', () => {
  const files = readdirSync(path.join(root, 'examples/tests')).filter((name) =>
    name.endsWith('.test.json'),
  );

  it('pass, all files at once', async () => {
    expect(files.length).toBeGreaterThanOrEqual(3);
    const given = files.map((name) => `examples/tests/${name}`);
    const { code, stdout } = await callSkein(['test', ...given, '--json'], { cwd: root });
    const {
      failed,
      passed,
      files: done,
    } = JSON.parse(stdout) as {
      failed: number;
      passed: number;
      files: { tests: { crashes?: number }[] }[];
    };
    expect({ code, failed }).toEqual({ code: 0, failed: 0 });
    expect(passed).toBeGreaterThanOrEqual(9);
    const crashes = done.flatMap(({ tests }) => tests.flatMap((test) => test.crashes ?? []));
    expect(crashes.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...crashes)).toBeGreaterThan(2);
  });
});

describe('[TS2] expectations', () => {
  it('hold when they hold', async () => {
    const expected = {
      status: 'completed',
      output: { sent: 'Tea is leaves.' },
      check: [
        { path: 'output.sent', op: 'contains', right: 'leaves' },
        { path: '/output/sent', op: 'eq', right: 'TEA IS LEAVES.', fold: true },
        { path: 'outputs.draft.0.value', op: 'startsWith', right: 'Tea' },
        { path: 'output.nothing', op: 'falsy' },
        { path: 'usage.inputTokens', op: 'lte', right: 5 },
      ],
      nodes: { draft: 1, send: { status: 'completed', activations: 1 } },
      order: ['draft', 'send'],
      usage: { modelCalls: 1, outputTokens: { max: 4 }, steps: { min: 3 } },
      waits: [{ node: 'review', kind: 'approval', prompt: 'Good? Tea is leaves.' }],
    };
    expect(await failures({ ...approved, expect: expected })).toEqual([]);
  });

  const wrong: readonly [string, JsonObject, string, RegExp][] = [
    ['the status', { status: 'failed' }, '/status', /is completed, not failed/],
    ['the output', { output: { sent: 'Rice.' } }, '/output', /output differs/],
    ['the error', { error: 'NODE_FAILED' }, '/error', /error differs/],
    [
      'a check',
      { check: [{ path: 'output.sent', op: 'contains', right: 'rice' }] },
      '/check/0',
      /output\.sent contains "rice" does not hold/,
    ],
    ['a count', { nodes: { send: 2 } }, '/nodes/send', /"send" ran once, not 2 times/],
    ['a node status', { nodes: { send: { status: 'skipped' } } }, '/nodes/send', /completed, not/],
    ['an unknown node', { nodes: { sned: 1 } }, '/nodes/sned', /no node "sned"/],
    ['the order', { order: ['send', 'draft'] }, '/order/1', /"draft" did not start after "send"/],
    [
      'the usage',
      { usage: { modelCalls: { max: 0 } } },
      '/usage/modelCalls',
      /1 modelCalls, more than 0/,
    ],
    ['who was asked', { waits: ['boss'] }, '/waits', /waits differ/],
    ['the view', { view: { dialect: 'native', is: { status: 'failed' } } }, '/view', /view/],
  ];
  it.each(wrong)('fail with their place: %s', async (_, expected, place, words) => {
    const found = await failures({ ...approved, expect: expected });
    expect(found).toEqual([[`/tests/0/expect${place}`, expect.stringMatching(words)]]);
  });

  it('a test that names no status wants a run that completed, and says who is waited for', async () => {
    const { people: _, ...test } = approved;
    const found = await report({ ...test, expect: { nodes: { draft: 1 } } });
    expect(found.failures).toMatchObject([
      {
        pointer: '/tests/0/expect/status',
        message: 'The run is waiting, for "review", not completed.',
        explain: [expect.stringContaining('"review" is waiting'), expect.anything()],
      },
    ]);
  });

  it('shows the first differences of an output, and explains the node that gave it', async () => {
    const found = await report({ ...approved, expect: { output: { sent: 'Rice.' } } });
    expect(found.failures).toMatchObject([
      {
        differences: [{ pointer: '/sent', before: 'Rice.', after: 'Tea is leaves.' }],
        node: 'send',
        explain: [expect.stringContaining('"send" is completed'), expect.anything()],
      },
    ]);
  });
});

describe('[TS3] people and time', () => {
  it('an answer that nobody asks for, and one that is refused or wrongly taken, fail the test', async () => {
    const people = [
      { node: 'review', answer: { decision: 1 } },
      { node: 'review', answer: 'approve', refused: true },
      { node: 'review', answer: 'approve' },
    ];
    expect(await failures({ ...approved, people })).toEqual([
      ['/tests/0/people/0', expect.stringMatching(/"review" refused the answer: /)],
      ['/tests/0/people/1', '"review" accepted the answer, which it must refuse.'],
      ['/tests/0/people/2', '"review" did not ask (again), so this answer was not used.'],
    ]);
  });

  const timed = {
    skein: 1,
    nodes: [
      { id: 'wait', type: 'delay', config: { ms: 1_000_000_000 } },
      { id: 'ask', type: 'approval', config: { prompt: '${now.date}', deadlineMs: 5000 } },
      { id: 'yes', type: 'transform', config: { value: 'yes' } },
      { id: 'late', type: 'transform', config: { value: 'late' } },
    ],
    edges: [
      { from: 'wait', to: 'ask' },
      { from: 'ask', out: 'approved', to: 'yes' },
      { from: 'ask', out: 'expired', to: 'late' },
    ],
  };

  it.each([
    [4999, 'yes'],
    [5000, 'yes'],
    [5001, 'late'],
  ])('a person who takes %d ms of the 5000 is %s', async (afterMs, output) => {
    const test = { people: [{ node: 'ask', answer: 'approve', afterMs }], expect: { output } };
    const found = await failures(test, { workflow: timed, startAt: '2026-01-01T00:00:00Z' });
    const unused = ['/tests/0/people/0', expect.stringContaining('did not ask')];
    expect(found).toEqual(output === 'late' ? [unused] : []);
  });

  it('begins at the time that is named', async () => {
    const test = { expect: { waits: [{ prompt: '2026-01-12' }], output: 'late' } };
    expect(await failures(test, { workflow: timed, startAt: '2026-01-01T00:00:00Z' })).toEqual([]);
  });

  it('sends events at their time', async () => {
    const workflow = {
      skein: 1,
      nodes: [{ id: 'parcel', type: 'event', config: { name: 'arrived', deadlineMs: 9000 } }],
      edges: [],
    };
    const events = [{ name: 'arrived', data: { n: 1 }, afterMs: 8000 }];
    expect(await failures({ events, expect: { output: { n: 1 } } }, { workflow })).toEqual([]);
  });
});

describe('[TS5] the command', () => {
  it('prints what fails, ends with 1, and updates expectations when told to', async () => {
    const folder = folderOf({
      'flow.json': flow,
      'a.test.json': {
        workflow: 'flow.json',
        tests: [
          { ...approved, name: 'one', expect: { output: 'x', nodes: { send: 3, draft: 1 } } },
          { ...approved, name: 'two', expect: {} },
        ],
      },
    });
    const at = { cwd: folder };
    const failed = await callSkein(['test', 'a.test.json'], at);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain('✖ a.test.json › one');
    expect(failed.stdout).toContain('/tests/0/expect/output');
    expect(failed.stdout).toContain('"send" ran once, not 3 times.');
    expect(failed.stdout).toContain('2 tests: 1 passed, 1 failed');
    const updated = await callSkein(['test', 'a.test.json', '--update'], at);
    expect(updated.code).toBe(0);
    const written = JSON.parse(readFileSync(path.join(folder, 'a.test.json'), 'utf8')) as object;
    const output = { sent: 'Write about tea.' };
    expect(written).toMatchObject({
      workflow: 'flow.json',
      tests: [
        { name: 'one', expect: { output, nodes: { send: 1, draft: 1 } } },
        { name: 'two', expect: { status: 'completed', output } },
      ],
    });
    expect((await callSkein(['test', 'a.test.json', '--name', 'two'], at)).stdout).toContain(
      '1 test: 1',
    );
  });

  it('an update changes what was expected, and nothing else', async () => {
    const expected = {
      usage: { modelCalls: 9, inputTokens: { max: 1 } },
      order: ['send', 'draft'],
    };
    const failed = await report({ ...approved, expect: { ...expected, waits: [] } });
    const written = { tests: [{ name: 'it', expect: { ...expected, waits: [] } }] };
    expect(updateTests(written, [failed])).toEqual({
      tests: [
        {
          name: 'it',
          expect: {
            usage: { modelCalls: 1, inputTokens: { max: 5 } },
            order: ['draft', 'review', 'send'],
            waits: ['review'],
          },
        },
      ],
    });
  });

  const broken: readonly [string, Json, RegExp][] = [
    ['no tests', { workflow: flow }, /tests/],
    ['an unknown key', { workflow: flow, tests: [{ name: 'a', expct: {} }] }, /expct/],
    [
      'a wrong operator',
      { workflow: flow, tests: [{ name: 'a', expect: { check: [{ path: 'a', op: 'is' }] } }] },
      /op/,
    ],
    ['no workflow', { tests: [{ name: 'a' }] }, /does not name a workflow/],
    ['a bad script', { workflow: flow, tests: [{ name: 'a', script: { reply: 1 } }] }, /reply/],
    [
      'a bad cassette',
      { workflow: flow, tests: [{ name: 'a', cassette: { cassette: 1 } }] },
      /calls/,
    ],
  ];
  it.each(broken)('refuses a file with %s', async (_, content, words) => {
    const folder = folderOf({ 'a.test.json': content });
    const reading = readTestFile(path.join(folder, 'a.test.json'));
    await expect(reading).rejects.toMatchObject({
      code: 'TEST_INVALID',
      message: words,
      exitCode: 2,
    });
  });

  it('ends with 2 for a file that cannot be used, and with 5 for one that is not there', async () => {
    const folder = folderOf({ 'a.test.json': { tests: [] } });
    const bad = await callSkein(['test', 'a.test.json', '--json'], { cwd: folder });
    expect(bad.code).toBe(2);
    expect(JSON.parse(bad.stdout)).toMatchObject({ error: { code: 'TEST_INVALID' } });
    expect((await callSkein(['test', 'none.test.json'], { cwd: folder })).code).toBe(5);
  });
});

it('[TS6] asks no provider, whatever keys there are, unless it is told to', async () => {
  const folder = folderOf({
    'a.test.json': {
      workflow: {
        skein: 1,
        nodes: [{ id: 'n', type: 'llm', config: { prompt: 'Hi.' } }],
        edges: [],
      },
      tests: [{ name: 'echo', expect: { output: 'Hi.' } }],
    },
  });
  const env = { OPENAI_API_KEY: 'sk-nobody', OPENAI_BASE_URL: 'http://127.0.0.1:9' };
  const { code } = await callSkein(['test', 'a.test.json'], { cwd: folder, env });
  expect(code).toBe(0);
});

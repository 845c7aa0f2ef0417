// The command line with session graphs, as a user would: pause, answer, finish; validate; convert.
import { readFileSync } from 'node:fs';
import type { JsonObject } from '@skein/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import { callSkein } from '../call-skein.ts';
import { folderWith } from '../spawn-skein.ts';

const talk = JSON.parse(
  readFileSync(
    new URL('../../../../examples/session-graph/01-conversation.json', import.meta.url),
    'utf8',
  ),
) as JsonObject;
const script = readFileSync(
  new URL('../../../../examples/session-graph/01-conversation.script.json', import.meta.url),
  'utf8',
);
const other = {
  steps: [{ id: 'first', function: 'math.add', input: { a: 1, b: 2 } }],
  paths: [],
};
const sameInNative = {
  skein: 1,
  nodes: [{ id: 'first', type: 'function', config: { name: 'math.add', args: { a: 1, b: 2 } } }],
};

const { folder, remove } = folderWith({
  'talk.json': talk,
  'script.json': script,
  'other.json': other,
  'native.json': sameInNative,
  'broken.json': {
    steps: [{ id: 'root', function: 'no.such', input: { x: '@{SESSION_ID}.zz' } }],
    paths: [{ from: 'root', to: 'nowhere' }],
  },
  'endless.json': {
    steps: [{ id: 'root' }],
    paths: [{ from: 'root', to: 'root' }],
    policy: { maxIterations: 5 },
  },
});
afterAll(remove);

const run = async (...given: readonly string[]) => {
  const { code, stdout, stderr } = await callSkein(given, { cwd: folder });
  return { code, stderr, json: stdout === '' ? null : (JSON.parse(stdout) as JsonObject) };
};
const shown = ['--dialect', 'session-graph', '--view', 'session-graph', '--json'];
const talkWith = (...answers: readonly string[]) => {
  const given = answers.flatMap((answer) => ['--answer', answer]);
  return run('run', 'talk.json', '--script', 'script.json', ...shown, ...given);
};
const statusesOf = (view: JsonObject | null) =>
  Object.entries((view?.['workflow'] ?? {}) as { [step: string]: { status: string } }).map(
    ([id, { status }]) => `${id} ${status}`,
  );

describe('run', () => {
  it('[SG15][SG22] pauses at a question with exit 3, continues with answers, and finishes', async () => {
    const paused = await talkWith();
    expect(paused.code).toBe(3);
    expect(statusesOf(paused.json)).toEqual(['root awaiting_input']);
    expect(paused.json).toMatchObject({ last_evaluated: 0, data: { outputs: {} } });
    const again = await talkWith('root="green tea?"');
    expect(again.code).toBe(3);
    expect(statusesOf(again.json)).toEqual(['root awaiting_input', 'think complete']);
    const done = await talkWith('root="green tea?"', 'root={"response":"Thank you"}');
    expect(done.code).toBe(0);
    expect(statusesOf(done.json)).toEqual(['root complete', 'think complete', 'goodbye complete']);
    expect(Object.keys(done.json ?? {})).toEqual(['id', 'workflow', 'last_evaluated', 'data']);
  });

  it('[SG3] needs root or --start, for validate too', async () => {
    const refused = await run('run', 'other.json', '--json');
    expect(refused.code).toBe(2);
    expect(JSON.stringify(refused.json)).toContain('--start first');
    const started = await run('run', 'other.json', '--start', 'first', '--json');
    expect(started).toMatchObject({ code: 0, json: { status: 'completed', output: 3 } });
    expect((await run('validate', 'other.json', '--json')).code).toBe(2);
    expect((await run('validate', 'other.json', '--start', 'first', '--json')).code).toBe(0);
    expect((await run('validate', 'other.json', '--start', 'none', '--json')).code).toBe(2);
  });

  it('[SG4] names maxIterations where it ends', async () => {
    const { code, stderr } = await run('run', 'endless.json', '--json');
    expect([code, stderr]).toEqual([7, expect.stringContaining('maxIterations')]);
  });
});

describe('validate', () => {
  it('[SG2][SG5] lists everything with its place', async () => {
    const { code, json } = await run('validate', 'broken.json', '--json');
    const found = (json?.['diagnostics'] ?? []) as { code: string; pointer: string }[];
    expect(code).toBe(2);
    expect(found.map((each) => `${each.code} ${each.pointer}`)).toEqual([
      'EDGE_END_MISSING /paths/0/to',
      'UNKNOWN_REFERENCE /steps/0/input/x',
      'FUNCTION_NOT_REGISTERED /steps/0/function',
    ]);
  });
});

describe('convert', () => {
  it('[SG20] to native and back gives the document', async () => {
    const to = await run(
      'convert',
      'talk.json',
      '--to',
      'native',
      '--json',
      '--out',
      'talk.native.json',
    );
    expect(to).toMatchObject({ code: 0, json: { losses: [] } });
    const back = await run('convert', 'talk.native.json', '--to', 'session-graph');
    expect(back).toMatchObject({ code: 0, stderr: '' });
    expect(back.json).toEqual(talk);
    const native = await run('run', 'talk.native.json', '--script', 'script.json', '--json');
    expect(native).toMatchObject({ code: 3, json: { status: 'waiting' } });
  });

  it('[SG21] the same workflow gives the same output in both', async () => {
    const { json } = await run('convert', 'native.json', '--to', 'session-graph', '--json');
    expect(json).toMatchObject({
      losses: [],
      definition: { steps: [{ id: 'root' }, ...other.steps] },
    });
    const converted = await run('convert', 'native.json', '--to', 'session-graph', '-o', 'c.json');
    expect(converted.code).toBe(0);
    const outputs = [
      await run('run', 'native.json', '--json'),
      await run('run', 'c.json', '--json'),
      await run('run', 'other.json', '--start', 'first', '--json'),
    ].map(({ json: ended }) => ended?.['output']);
    expect(outputs).toEqual([3, 3, 3]);
  });
});

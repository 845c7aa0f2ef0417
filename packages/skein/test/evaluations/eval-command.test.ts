// Goal: an evaluation measures what it says, costs nothing that is recorded, and a worse prompt fails a build.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '@skein/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import type { EvaluationReport } from '../../src/evaluations/evaluation.ts';
import { callSkein } from '../call-skein.ts';
import { folderWith } from '../spawn-skein.ts';

const examples = fileURLToPath(new URL('../../../../examples/evaluations', import.meta.url));
const removals: (() => void)[] = [];
afterAll(() => {
  for (const remove of removals) remove();
});

function folderOf(files: Readonly<Record<string, Json | string>>): string {
  const { folder, remove } = folderWith(files);
  removals.push(remove);
  return folder;
}

async function evaluated(given: readonly string[], cwd: string) {
  const { code, stdout, stderr } = await callSkein(['eval', ...given, '--json'], { cwd });
  // It is what the command prints.
  const report = JSON.parse(stdout) as EvaluationReport & {
    readonly error?: { readonly code: string; readonly message: string };
  };
  return { code, report, stderr };
}

const echo = {
  skein: 1,
  id: 'echo',
  nodes: [{ id: 'say', type: 'llm', config: { prompt: '${trigger.word}' } }],
  edges: [],
};
const words = [
  { id: 'a', input: { word: 'tea' }, expected: 'tea', tags: ['hot'] },
  { id: 'b', input: { word: 'ice' }, expected: 'ice', tags: ['cold'] },
  { id: 'c', input: { word: 'rain' }, expected: 'snow', tags: ['cold'] },
];
const base = { eval: 1, workflow: echo, data: words };
const exact = { name: 'exact', check: 'output == expected' };

describe('[EV3] the example', () => {
  const worse = ['--with', 'prompt=Guess what this is about: ${trigger.text}'];
  const out = path.join(folderOf({}), 'main.json');

  it('is measured offline, by its cassette', async () => {
    const { code, report } = await evaluated(['ticket-labels.eval.json', '--out', out], examples);
    expect(code).toBe(0);
    expect(report.scorers[0]).toMatchObject({ name: 'exact', cases: 12, mean: 11 / 12 });
    expect(report.scorers[0]?.worst).toEqual([{ case: 'two-accounts', score: 0 }]);
    expect(report.scorers[0]?.tags['plain']).toMatchObject({ cases: 6, mean: 1 });
    expect(report.usage.modelCalls).toBe(12);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(report);
  });

  it('fails for a worse prompt, compared case by case with the baseline', async () => {
    const junit = path.join(path.dirname(out), 'gate.xml');
    const { code, report } = await evaluated(
      ['ticket-labels.eval.json', ...worse, '--baseline', out, '--junit', junit],
      examples,
    );
    expect(code).toBe(1);
    expect(report.scorers[0]?.difference).toMatchObject({
      cases: 12,
      better: [],
      worse: ['late-and-charged', 'refund-missing', 'address', 'invoice-name', 'customs'],
    });
    expect(report.scorers[0]?.difference?.interval?.high).toBeLessThan(-0.05);
    expect(report.gate.map(({ passed }) => passed)).toEqual([false, false]);
    expect(readFileSync(junit, 'utf8')).toContain('failures="2"');
  });

  it('says what is not recorded instead of asking for it', async () => {
    const { code, stdout } = await callSkein(
      ['eval', 'ticket-labels.eval.json', '--with', 'prompt=Something else: ${trigger.text}'],
      { cwd: examples },
    );
    expect(code).toBe(1);
    expect(stdout).toContain('12 failed runs');
    expect(stdout).toMatch(/CASSETTE_MISS \(12 ×\): .*nearest one/);
  });
});

describe('[EV4] scorers', () => {
  it('are expressions, functions, workflows and bounds of usage', async () => {
    const judge = {
      skein: 1,
      id: 'judge',
      nodes: [
        {
          id: 'compare',
          type: 'transform',
          config: {
            value:
              '${= { score: trigger.output == trigger.expected ? 1 : 0.5, why: trigger.input.word } }',
          },
        },
      ],
      edges: [],
    };
    const folder = folderOf({
      'score.mjs': `export function length({ output, expected }) {
  return { name: 'length', score: Math.min(output.length, expected.length) / 4 };
}`,
      'all.eval.json': {
        ...base,
        scorers: [
          exact,
          { module: './score.mjs#length' },
          { name: 'judge', workflow: judge },
          { usage: 'modelCalls', max: 0 },
          { name: 'hot', check: 'expected == "tea" ? true : null' },
        ],
      },
    });
    const { code, report } = await evaluated(['all.eval.json'], folder);
    expect(code).toBe(0);
    expect(report.cases.map(({ trials }) => trials[0]?.scores)).toEqual([
      scoresOf({ exact: 1, length: 0.75, judge: 1, hot: 1 }, 'tea'),
      scoresOf({ exact: 1, length: 0.75, judge: 1, hot: null }, 'ice'),
      scoresOf({ exact: 0, length: 1, judge: 0.5, hot: null }, 'rain'),
    ]);
    expect(report.scorers.map(({ name, cases }) => [name, cases])).toEqual([
      ['exact', 3],
      ['length', 3],
      ['judge', 3],
      ['modelCalls', 3],
      ['hot', 1],
    ]);
  });

  it.each([
    ['a number above 1', { name: 'big', check: '2' }, 'its score is 2, not a number from 0 to 1'],
    ['a text', { name: 'text', check: '"good"' }, 'its score is "good"'],
    ['an unknown export', { module: './score.mjs#none' }, 'exports no function "none"'],
    ['a function that throws', { module: './score.mjs#broken' }, 'it threw for the case a: no'],
    [
      'a judge that fails',
      {
        name: 'judge',
        workflow: { ...echo, nodes: [{ id: 'say', type: 'function', config: { name: 'nobody' } }] },
      },
      'the judge did not complete',
    ],
  ])('%s is refused, and blames the scorer', async (_, scorer, message) => {
    const folder = folderOf({
      'score.mjs': 'export function broken() { throw new Error("no"); }',
      'bad.eval.json': { ...base, scorers: [scorer] },
    });
    const { code, report } = await evaluated(['bad.eval.json'], folder);
    expect(code).toBe(2);
    expect(report.error?.code).toBe('SCORER_FAILED');
    expect(report.error?.message).toContain(message);
  });

  it('a run that fails gets 0 from all', async () => {
    const failing = {
      ...echo,
      nodes: [{ id: 'say', type: 'llm', config: { prompt: '${trigger.missing}' } }],
    };
    const folder = folderOf({
      'a.eval.json': { ...base, workflow: failing, scorers: [{ name: 'always', check: 'true' }] },
    });
    const { report } = await evaluated(['a.eval.json'], folder);
    expect(report.scorers[0]).toMatchObject({ mean: 0, cases: 3 });
  });
});

describe('[EV5] trials', () => {
  it('are one case, which is flaky when they differ', async () => {
    const script = {
      replies: [
        { when: { contains: 'tea' }, text: 'tea' },
        { when: { contains: 'ice' }, text: 'ice', repeat: true },
      ],
      otherwise: 'water',
    };
    // Each run has a script of its own; what differs between trials comes from the function.
    const folder = folderOf({
      'skein.config.json': { functions: ['./flip.mjs'] },
      'flip.mjs': `let calls = 0;
export const functions = { flip: { run: () => (calls += 1) % 2 === 0 ? 'tea' : 'ice' } };`,
      'a.eval.json': {
        ...base,
        script,
        workflow: { ...echo, nodes: [{ id: 'say', type: 'function', config: { name: 'flip' } }] },
        data: [{ id: 'a', input: {}, expected: 'tea' }],
        trials: 4,
        scorers: [exact],
      },
    });
    const { report } = await evaluated(['a.eval.json', '--concurrency', '1'], folder);
    expect(report.cases[0]?.trials).toHaveLength(4);
    expect(report.scorers[0]).toMatchObject({ cases: 1, mean: 0.5, flaky: ['a'] });
  });
});

describe('[EV6] recording', () => {
  it('adds what is not recorded, once for each version of the workflow', async () => {
    const folder = folderOf({
      'a.eval.json': {
        ...base,
        scorers: [exact],
        cassette: 'a.jsonl',
        script: { otherwise: 'tea' },
      },
    });
    const record = (...more: string[]) => evaluated(['a.eval.json', '--record', ...more], folder);
    const lines = () => readFileSync(path.join(folder, 'a.jsonl'), 'utf8').trim().split('\n');
    await record();
    expect(lines()).toHaveLength(3);
    await record();
    expect(lines()).toHaveLength(3);
    await record('--with', 'prompt=Say ${trigger.word}');
    expect(lines()).toHaveLength(6);
    const { report } = await evaluated(['a.eval.json'], folder);
    expect(report.scorers[0]?.mean).toBeCloseTo(1 / 3);
  });
});

describe('[EV7] files that cannot be used', () => {
  it.each([
    ['an unknown key', { ...base, scorers: [exact], scorer: 1 }, 'scorer'],
    ['no cases', { ...base, data: 'none.jsonl', scorers: [exact] }, 'there is no case in it'],
    [
      'a line that is not JSON',
      { ...base, data: 'bad.jsonl', scorers: [exact] },
      'line 2 is not JSON',
    ],
    ['a case without input', { ...base, data: 'less.jsonl', scorers: [exact] }, 'line 1'],
    [
      'ids twice',
      { ...base, data: [words[0], words[0]], scorers: [exact] },
      'two cases have the id "a"',
    ],
    ['names twice', { ...base, scorers: [exact, exact] }, 'two scorers are called "exact"'],
    [
      'a gate of nobody',
      { ...base, scorers: [exact], gate: { other: { min: 1 } } },
      'which is not a scorer',
    ],
    ['a check that does not parse', { ...base, scorers: [{ check: '1 +' }] }, 'the check "1 +"'],
  ])('%s: refused before anything runs', async (_, file, message) => {
    const folder = folderOf({
      // Some are not what they should be.
      'a.eval.json': file as unknown as Json,
      'none.jsonl': '\n',
      'bad.jsonl': '{"input":1}\n{',
      'less.jsonl': '{"expected":1}',
    });
    const { code, report } = await evaluated(['a.eval.json'], folder);
    expect(code).toBe(2);
    expect(report.error?.code).toBe('EVALUATION_INVALID');
    expect(report.error?.message).toContain(message);
  });

  it('a baseline that is none', async () => {
    const folder = folderOf({ 'a.eval.json': { ...base, scorers: [exact] }, 'b.json': {} });
    const { code, report } = await evaluated(['a.eval.json', '--baseline', 'b.json'], folder);
    expect(code).toBe(2);
    expect(report.error?.message).toContain('not the result of an evaluation');
  });
});

/** The judge says why, and usage how much. */
function scoresOf(scores: { readonly [name: string]: number | null }, word: string) {
  return {
    exact: { score: scores['exact'] },
    length: { score: scores['length'], metadata: {} },
    judge: { score: scores['judge'], metadata: { why: word } },
    modelCalls: { score: 0, metadata: { modelCalls: 1 } },
    hot: { score: scores['hot'] },
  };
}

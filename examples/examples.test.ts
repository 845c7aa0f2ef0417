// The examples and the patterns, as their readers run them
// Every workflow in examples/native goes through the command line, every one in docs/patterns through the library. Beside
// `NN-name.json` lies `NN-name.run.json`: what it is given and what must come of it, or a list of such runs.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Json, type RunJson } from '../packages/skein/src/index.ts';

interface ExampleRun {
  readonly input?: Json;
  /** As on the command line, each `node=JSON`; given in this order, when nothing else can go on. */
  readonly answers?: readonly string[];
  /** Sent to the run right after its start; only the library can do that. */
  readonly events?: readonly { readonly name: string; readonly data?: Json }[];
  readonly expect: Expectation;
}

interface Expectation {
  readonly status: string;
  readonly output?: Json;
  /** The exit code of the command. */
  readonly exit?: number;
  readonly nodes?: {
    readonly [node: string]: { readonly status?: string; readonly activations?: number };
  };
  /** Nodes of which no two may run at the same time. */
  readonly apart?: readonly string[];
}

interface Example {
  readonly name: string;
  readonly file: string;
  readonly script: string | null;
  readonly runs: readonly ExampleRun[];
}

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const examples = listExamples('examples/native');
const patterns = listExamples('docs/patterns');

describe('every example', () => {
  it('is one of at least ten, the first of which is hello', () => {
    expect(examples.length).toBeGreaterThanOrEqual(10);
    expect(examples[0]?.name).toBe('01-hello');
  });

  it.each([...examples, ...patterns])('$name says what must come of it', ({ runs }) => {
    expect(runs.length).toBeGreaterThan(0);
    for (const { expect: expected } of runs) expect(expected?.status).toBeTypeOf('string');
  });

  it.each(examples)('$name is short, and says what it shows', ({ file }) => {
    expect(readFileSync(file, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(81);
    expect(readJson(file)).toMatchObject({ name: /\S/, description: /\S/ });
  });
});

describe('through the library', () => {
  let validator: Engine;
  beforeAll(async () => {
    validator = await createEngine();
  });
  afterAll(() => validator.close());

  it.each([...examples, ...patterns])('$name is valid without a warning', ({ file }) => {
    expect(validator.workflows.validate(readJson(file))).toEqual([]);
  });

  it.each(runsOf(patterns))('$title', async ({ example, run }) => {
    const { result, answersLeft } = await runByLibrary(example, run);
    checkRun(result, run.expect);
    expect(answersLeft).toEqual([]);
  });
});

describe.concurrent('through the command line', () => {
  it.each(runsOf(examples))('$title', async ({ example, run }) => {
    const { code, stdout, stderr } = await runByCommand(example, run);
    expect(stderr).not.toMatch(/^\s+at /m);
    checkRun(JSON.parse(stdout) as RunJson, run.expect);
    expect(code).toBe(run.expect.exit);
  });
});

describe('docs/patterns.md', () => {
  const text = readFileSync(path.join(root, 'docs/patterns.md'), 'utf8');
  const rows = [...text.matchAll(/^\| *(\d+) *\| *(.+?) *\| *(yes|partly|no) *\| *(.*?) *\|$/gm)];

  it('lists all 43 patterns, in order', () => {
    const all = Array.from({ length: 43 }, (_, index) => index + 1);
    expect(rows.map(([, number]) => Number(number))).toEqual(all);
  });

  it('explains each under a heading of its own', () => {
    const headings = [...text.matchAll(/^### (\d+)\. (.+)$/gm)];
    const inTable = rows.map(([, number, name]) => [number, name]);
    expect(headings.map(([, number, name]) => [number, name])).toEqual(inTable);
  });

  it('links an example that exists wherever native can say the pattern', () => {
    for (const [, number = '', , verdict, cell = ''] of rows) {
      const [, link = ''] = /\]\((patterns\/[^)]+\.json)\)/.exec(cell) ?? [];
      if (verdict === 'no' && link === '') continue;
      expect(link, `example of pattern ${number}`).toContain(`/${number.padStart(2, '0')}-`);
      expect(existsSync(path.join(root, 'docs', link)), `${link} exists`).toBe(true);
    }
  });

  it('leaves no example out', () => {
    const linked = patterns.filter(({ name }) => text.includes(`(patterns/${name}.json)`));
    expect(linked).toEqual(patterns);
  });
});

function listExamples(folder: string): readonly Example[] {
  const directory = path.join(root, folder);
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.json') && !/\.(?:run|script)\.json$/.test(name))
    .map((name) => path.basename(name, '.json'));
  return names.toSorted().map((name) => {
    const place = path.join(directory, name);
    const script = `${place}.script.json`;
    return {
      name,
      file: `${place}.json`,
      script: existsSync(script) ? script : null,
      runs: readRuns(`${place}.run.json`),
    };
  });
}

function readRuns(file: string): readonly ExampleRun[] {
  if (!existsSync(file)) return [];
  // Checked by the tests that use it.
  const written = readJson(file) as unknown as ExampleRun | readonly ExampleRun[];
  return Array.isArray(written) ? written : [written as ExampleRun];
}

function runsOf(list: readonly Example[]) {
  return list.flatMap((example) =>
    example.runs.map((run, index) => {
      const number = example.runs.length > 1 ? `, run ${index + 1}` : '';
      return { title: `${example.name}${number} ends ${run.expect.status}`, example, run };
    }),
  );
}

async function runByLibrary({ file, script }: Example, run: ExampleRun) {
  const engine = await createEngine(script === null ? {} : { script: readJson(script) });
  try {
    const given = run.input === undefined ? {} : { input: run.input };
    const { id } = await engine.runs.start(readJson(file), given);
    for (const { name, data } of run.events ?? [])
      await engine.events.send(name, data, { run: id });
    return await answerAll(engine, id, [...(run.answers ?? [])]);
  } finally {
    await engine.close();
  }
}

async function answerAll(engine: Engine, id: string, answersLeft: string[]) {
  for (;;) {
    const result = await engine.runs.settled(id);
    const open = new Set(result.waits.map(({ node }) => node));
    const next = answersLeft.findIndex((answer) => open.has(splitAnswer(answer).node));
    if (result.status !== 'waiting' || next === -1) return { result, answersLeft };
    const [taken = ''] = answersLeft.splice(next, 1);
    const { node, answer } = splitAnswer(taken);
    await engine.waits.answer({ run: id, node }, answer);
  }
}

function splitAnswer(written: string): { readonly node: string; readonly answer: Json } {
  const at = written.indexOf('=');
  return { node: written.slice(0, at), answer: JSON.parse(written.slice(at + 1)) as Json };
}

async function runByCommand({ file, script }: Example, { input, answers = [] }: ExampleRun) {
  const command = path.join(root, 'packages/skein/bin/skein.mjs');
  const options = [
    ...(script === null ? [] : ['--script', script]),
    ...(input === undefined ? [] : ['--input', JSON.stringify(input)]),
    ...answers.flatMap((answer) => ['--answer', answer]),
  ];
  const words = [command, 'run', file, '--json', ...options];
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
    const child = execFile(process.execPath, words, { cwd: root }, (_, stdout, stderr) =>
      done({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end();
  });
}

function checkRun(result: RunJson, expected: Expectation): void {
  const { status, output, error } = result;
  expect({ status, error: status === expected.status ? null : error }).toEqual({
    status: expected.status,
    error: null,
  });
  expect(output).toEqual(expected.output === undefined ? output : expected.output);
  expect(result.nodes).toMatchObject(expected.nodes ?? {});
  checkApart(result, expected.apart ?? []);
}

function checkApart({ nodes }: RunJson, names: readonly string[]): void {
  const times = names.map((name) => ({
    name,
    from: Date.parse(nodes[name]?.startedAt ?? ''),
    to: Date.parse(nodes[name]?.finishedAt ?? ''),
  }));
  const sorted = times.toSorted((left, right) => left.from - right.from);
  for (const [place, { name, from }] of sorted.entries()) {
    const before = sorted[place - 1];
    if (before !== undefined) {
      expect(from, `${name} starts after ${before.name} has finished`).toBeGreaterThanOrEqual(
        before.to,
      );
    }
  }
}

function readJson(file: string): object {
  return JSON.parse(readFileSync(file, 'utf8')) as object;
}

// The examples, as their readers run them: each goes through the command line and through the library.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  compileDefinition,
  dialectNames,
  exportDefinition,
  findDialect,
} from '../packages/dialects/src/index.ts';
import type { Json, RunJson } from '../packages/skein/src/index.ts';
import { callSkein } from '../packages/skein/test/call-skein.ts';
import { skein } from '../packages/skein/test/spawn-skein.ts';
import { describe, expect, it } from 'vitest';
import { checkRun } from './harness/check-run.ts';
import { listExamples, readJson, root, runsOf } from './harness/example.ts';
import { shownOf } from './harness/expected-view.ts';
import { commandOf, runByLibrary } from './harness/run-example.ts';

const linesMax = { native: 81, others: 300 };

const dialects = dialectNames().map((dialect) => ({
  dialect,
  examples: listExamples(`examples/${dialect}`),
}));
const examples = dialects.flatMap((each) => each.examples);
const native = examples.filter(({ folder }) => folder === 'native');
const others = examples.filter(({ folder }) => folder !== 'native');

describe('every dialect', () => {
  it.each(dialects)('$dialect has at least three examples', ({ examples: own }) => {
    expect(own.length).toBeGreaterThanOrEqual(3);
  });

  it('native begins with hello', () => {
    expect(native[0]?.name).toBe('01-hello');
  });
});

describe.each(examples)('$folder/$name', (example) => {
  const { file, folder, runs } = example;
  const definition = readJson(file);

  it('is short, and says what it shows', () => {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length;
    expect(lines).toBeLessThanOrEqual(folder === 'native' ? linesMax.native : linesMax.others);
    expect(definition).toMatchObject({ name: /\S/, description: /\S/ });
  });

  it('says what must come of it', () => {
    expect(runs.length).toBeGreaterThan(0);
    for (const { expect: expected } of runs) expect(expected.exit).toBeTypeOf('number');
  });

  it('is listed for readers', () => {
    const page = folder === 'native' ? 'examples/README.md' : `docs/dialects/${folder}.md`;
    expect(readFileSync(path.join(root, page), 'utf8')).toContain(`${folder}/${example.name}.json`);
  });

  it('has the dialect of its folder, and no diagnostics but those it is made to show', () => {
    const start = runs[0]?.start;
    const compiled = compileDefinition(definition, start === undefined ? {} : { start });
    expect(compiled.dialect).toBe(folder);
    const codes = compiled.diagnostics.map(({ code }) => code);
    expect(codes).toEqual(runs[0]?.expect.diagnostics ?? []);
  });
});

const sound = examples.flatMap(({ folder, name, file }) => {
  const definition = readJson(file);
  const { workflow } = compileDefinition(definition);
  return workflow === null ? [] : [{ folder, name, definition, workflow }];
});

it.each(sound)('$folder/$name comes back unchanged from native form', (example) => {
  const { folder, definition, workflow } = example;
  const written = JSON.parse(JSON.stringify(workflow)) as Json;
  const reread = compileDefinition(written, { dialect: 'native' }).workflow;
  const dialect = findDialect(folder);
  if (reread === null || dialect === null) throw new Error('It is sound, and of a dialect.');
  const { definition: back, losses } = exportDefinition(reread, dialect);
  expect(JSON.stringify(back)).toBe(JSON.stringify(definition));
  expect(losses).toEqual([]);
});

describe('through the command line', () => {
  it.each(runsOf(native))('$title', async ({ example, run }) => {
    const { code, stdout, stderr } = await callSkein(commandOf(example, run), { cwd: root });
    expect(stderr).not.toMatch(/^\s+at /m);
    checkRun(JSON.parse(stdout) as RunJson, run.expect);
    expect(code).toBe(run.expect.exit);
  });

  it.each(runsOf(others))('$title', async ({ example, run }) => {
    const words = commandOf(example, run, { view: example.folder });
    const { code, stdout, stderr } = await callSkein(words, { cwd: root });
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stderr).not.toMatch(/^not used --answer/m);
    expect(JSON.parse(stdout)).toEqual(shownOf(example, run));
    expect(code).toBe(run.expect.exit);
  });
});

// Others are called in this process, where a command does not cost the start of one.
describe.concurrent('as a process of its own', () => {
  const firsts = dialects.flatMap(({ examples: own }) => runsOf(own).slice(0, 1));

  it.each(firsts)('$title', async ({ example, run }) => {
    const { code, stdout } = await skein(commandOf(example, run), { cwd: root });
    checkRun(JSON.parse(stdout) as RunJson, run.expect);
    expect(code).toBe(run.expect.exit);
  });
});

describe('through the library', () => {
  const running = runsOf(examples).filter(({ run }) => run.expect.status !== undefined);

  it.each(running)('$title', async ({ example, run }) => {
    const { result, view, answersLeft } = await runByLibrary(example, run);
    checkRun(result, run.expect);
    expect(answersLeft).toEqual([]);
    expect(view).toEqual(shownOf(example, run));
  });
});

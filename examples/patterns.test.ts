// The control-flow patterns: every workflow in docs/patterns goes through the library.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../packages/skein/src/index.ts';
import { checkRun } from './harness/check-run.ts';
import { listExamples, readJson, root, runsOf } from './harness/example.ts';
import { runByLibrary } from './harness/run-example.ts';

const patterns = listExamples('docs/patterns');

describe('every pattern', () => {
  let validator: Engine;
  beforeAll(async () => {
    validator = await createEngine();
  });
  afterAll(() => validator.close());

  it.each(patterns)('$name says what must come of it', ({ runs }) => {
    expect(runs.length).toBeGreaterThan(0);
    for (const { expect: expected } of runs) expect(expected.status).toBeTypeOf('string');
  });

  it.each(patterns)('$name is valid without a warning', ({ file }) => {
    expect(validator.workflows.validate(readJson(file))).toEqual([]);
  });

  it.each(runsOf(patterns))('$title', async ({ example, run }) => {
    const { result, answersLeft } = await runByLibrary(example, run);
    checkRun(result, run.expect);
    expect(answersLeft).toEqual([]);
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

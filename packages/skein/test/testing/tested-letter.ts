// A workflow with a person in it, and tests of it that are read and run as `skein test` does.
import path from 'node:path';
import type { Json, JsonObject } from '@skein/kernel';
import { afterAll } from 'vitest';
import { readTestFile } from '../../src/cli/testing/read-test-file.ts';
import { runTest, type TestReport } from '../../src/cli/testing/run-tests.ts';
import { folderWith } from '../spawn-skein.ts';

const removals: (() => void)[] = [];
afterAll(() => {
  for (const remove of removals) remove();
});

export function folderOf(files: Readonly<Record<string, Json>>): string {
  const { folder, remove } = folderWith(files);
  removals.push(remove);
  return folder;
}

export const flow = {
  skein: 1,
  id: 'letter',
  nodes: [
    { id: 'draft', type: 'llm', config: { prompt: 'Write about ${trigger.topic}.' } },
    { id: 'review', type: 'approval', config: { prompt: 'Good? ${draft.output}' } },
    { id: 'send', type: 'transform', config: { value: { sent: '${draft.output}' } } },
  ],
  edges: [
    { from: 'draft', to: 'review' },
    { from: 'review', out: 'approved', to: 'send' },
  ],
};
const base = {
  workflow: flow,
  script: { replies: [{ text: 'Tea is leaves.', usage: { input: 5, output: 4 } }] },
};
export const approved = {
  name: 'sends',
  input: { topic: 'tea' },
  people: [{ node: 'review', answer: 'approve' }],
};

export async function report(test: JsonObject, file: JsonObject = base): Promise<TestReport> {
  const folder = folderOf({ 'a.test.json': { ...file, tests: [{ name: 'it', ...test }] } });
  const { tests } = await readTestFile(path.join(folder, 'a.test.json'));
  const [first] = tests;
  if (first === undefined) throw new Error('It has a test.');
  return runTest(first, {});
}

/** What does not hold, by its place. */
export async function failures(
  test: JsonObject,
  file?: JsonObject,
): Promise<readonly (readonly string[])[]> {
  const { failures: found } = await report(test, file);
  return found.map(({ pointer, message }) => [pointer, message]);
}

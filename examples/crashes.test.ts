// Every example of every dialect as a test of its user, with a crash before and after every append: each must end as it does
// undisturbed, and no call whose result was recorded is made again.
import { expect, it } from 'vitest';
import { dialectNames } from '../packages/dialects/src/index.ts';
import type { Json, JsonObject } from '../packages/skein/src/index.ts';
import { runTest } from '../packages/skein/src/cli/testing/run-tests.ts';
import { listExamples, readJson, runsOf } from './harness/example.ts';
import { site } from './harness/site.ts';

const running = runsOf(
  dialectNames().flatMap((dialect) => listExamples(`examples/${dialect}`)),
).filter(({ run }) => run.expect.status !== undefined);

it.for(running)('[TS4] $title, wherever it crashes', async ({ title, example, run }) => {
  const { input, start, events = [], answers = [] } = run;
  const { status = 'completed', output } = run.expect;
  const report = await runTest(
    {
      name: title,
      place: 0,
      // An example is a definition.
      definition: readJson(example.file) as JsonObject,
      people: answers.map(toAnswer),
      events,
      crash: 'every-boundary',
      expect: { status, ...(output !== undefined && { output }) },
      ...(input !== undefined && { input }),
      ...(start !== undefined && { start }),
      ...(example.script !== null && { script: readJson(example.script) }),
    },
    { config: site.options },
  );
  // Some examples show an answer that is refused.
  expect(report.failures.filter(({ pointer }) => !pointer.includes('/people/'))).toEqual([]);
  expect(report.crashes).toBeGreaterThan(1);
});

function toAnswer(written: string): { readonly node: string; readonly answer: Json } {
  const at = written.indexOf('=');
  return { node: written.slice(0, at), answer: JSON.parse(written.slice(at + 1)) as Json };
}

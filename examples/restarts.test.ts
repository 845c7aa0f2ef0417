// The examples, disturbed: state rebuilt from the journal after every append, and an engine closed after every append with
// another one going on over the same store. Nothing of it may be seen in how a run ends, nor in its view.
import { describe, expect, it } from 'vitest';
import { checkRun } from './harness/check-run.ts';
import { listExamples, runsOf } from './harness/example.ts';
import { shownOf } from './harness/expected-view.ts';
import { runDisturbed } from './harness/run-disturbed.ts';
import { dialectNames } from '../packages/dialects/src/index.ts';

const running = runsOf(
  dialectNames().flatMap((dialect) => listExamples(`examples/${dialect}`)),
).filter(({ run }) => run.expect.status !== undefined);

describe.each(['replayed', 'restarted'] as const)('[E26] %s after every append', (how) => {
  it.each(running)('$title', async ({ example, run }) => {
    const { result, view, answersLeft } = await runDisturbed(example, run, how);
    checkRun(result, run.expect);
    expect(answersLeft).toEqual([]);
    expect(view).toEqual(shownOf(example, run));
  });
});

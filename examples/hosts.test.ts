// The examples on every host: on a real Restate server each ends as it does in one process, and shows the same.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialectNames } from '../packages/dialects/src/index.ts';
import { hosts, type HostName } from '../packages/testkit/src/index.ts';
import { checkRun } from './harness/check-run.ts';
import { listExamples, runsOf } from './harness/example.ts';
import { shownOf } from './harness/expected-view.ts';
import { openStages, type HostStage } from './harness/host-stage.ts';

const running = runsOf(
  dialectNames().flatMap((dialect) => listExamples(`examples/${dialect}`)),
).filter(({ run }) => run.expect.status !== undefined);

/** A few of each kind are enough to see that replaying changes nothing; `npm run rebuilt` takes all. */
const isSample = (title: string) => /native\/(?:04|09|15|17|19)|canvas\/01/.test(title);
const isWhole = process.env['SKEIN_REBUILD_ALL'] === '1';
/** An example on Restate waits more than it computes. */
const stagesCount = 4;

describe.each(Object.keys(hosts) as HostName[])('[RS1][RS2] on %s', (host) => {
  const isReplayed = host === 'restate, replayed';
  let stages: HostStage | undefined;

  beforeAll(async () => {
    stages = await openStages(host, stagesCount);
  });

  afterAll(() => stages?.close());

  const played = running.filter(({ title }) => !isReplayed || isWhole || isSample(title));
  it.concurrent.each(played)(
    '$title',
    async ({ example, run }) => {
      if (stages === undefined) throw new Error('The host did not start.');
      const { result, view, answersLeft } = await stages.play(example, run);
      checkRun(result, run.expect);
      expect(answersLeft).toEqual([]);
      expect(view).toEqual(shownOf(example, run));
    },
    120_000,
  );
});

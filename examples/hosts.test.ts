// The examples on every host: on a real Restate server each ends as it does in one process, and shows the same.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkJsonSchema,
  joinTools,
  scriptedModel,
  scriptTools,
  webSearch,
  type Script,
} from '../packages/agents/src/index.ts';
import { dialectNames } from '../packages/dialects/src/index.ts';
import { composeWorkflows } from '../packages/skein/src/compose.ts';
import { hosts, type HostName, type HostWorld } from '../packages/testkit/src/index.ts';
import { checkRun } from './harness/check-run.ts';
import { listExamples, readJson, runsOf } from './harness/example.ts';
import { shownOf } from './harness/expected-view.ts';
import { runOn } from './harness/run-example.ts';

const running = runsOf(
  dialectNames().flatMap((dialect) => listExamples(`examples/${dialect}`)),
).filter(({ run }) => run.expect.status !== undefined);

/** A few of each kind are enough to see that replaying changes nothing; `npm run replayed` takes all. */
const isSample = (title: string) => /native\/(?:04|09|15|17|19)|canvas\/01/.test(title);
const isWhole = process.env['SKEIN_REPLAY_ALL'] === '1';

describe.each(Object.keys(hosts) as HostName[])('[RS1][RS2] on %s', (host) => {
  const isReplayed = host === 'restate, replayed';
  let script: Script | undefined;
  let models = scriptedModel(undefined);
  let world: HostWorld | undefined;

  beforeAll(async () => {
    const tools = () => joinTools([scriptTools(script), webSearch]);
    world = await hosts[host]({
      ...composeWorkflows(),
      models: { model: (name) => models.model(name) },
      tools: {
        list: (...given) => tools().list(...given),
        find: (...given) => tools().find(...given),
      },
      checkSchema: checkJsonSchema,
    });
  });

  afterAll(() => world?.close());

  const played = running.filter(({ title }) => !isReplayed || isWhole || isSample(title));
  it.each(played)('$title', async ({ example, run }) => {
    script = example.script === null ? undefined : readJson(example.script);
    models = scriptedModel(script);
    if (world === undefined) throw new Error('The host did not start.');
    const { result, view, answersLeft } = await runOn(world.engine, example, run);
    checkRun(result, run.expect);
    expect(answersLeft).toEqual([]);
    expect(view).toEqual(shownOf(example, run));
  });
});

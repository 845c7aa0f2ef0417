// Every example of every dialect, replayed: unchanged it asks nobody and ends as it did.
import { afterEach, expect, it } from 'vitest';
import { dialectNames } from '../packages/dialects/src/index.ts';
import { createEngine, type Engine } from '../packages/skein/src/index.ts';
import { listExamples, readJson, runsOf, type TitledRun } from './harness/example.ts';
import { answerNext, startExample } from './harness/run-example.ts';
import { site } from './harness/site.ts';

const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

const running = runsOf(
  dialectNames().flatMap((dialect) => listExamples(`examples/${dialect}`)),
).filter(({ run }) => run.expect.status !== undefined);

async function play({
  example,
  run,
}: TitledRun): Promise<{ readonly engine: Engine; readonly id: string }> {
  const engine = await createEngine({
    ...site.options,
    script: example.script === null ? {} : readJson(example.script),
  });
  engines.push(engine);
  const id = await startExample(engine, example.file, run);
  const answersLeft = [...(run.answers ?? [])];
  for (;;) {
    const result = await engine.runs.settled(id);
    if (result.status !== 'waiting' || !(await answerNext(engine, result, answersLeft))) break;
  }
  return { engine, id };
}

it.each(running)('[RP1] $title, and replayed unchanged it asks nothing', async (each) => {
  const { engine, id } = await play(each);
  const started: string[] = [];
  const report = await engine.runs.replay(id, { onStarted: (run) => started.push(run) });
  expect(started).toEqual([report.id]);
  expect(report).toMatchObject({ divergence: null, calls: { made: [] }, output: { equal: true } });
  expect(report.status.after).toBe(report.status.before);
  expect(report.usage.spent).toMatchObject({ modelCalls: 0, inputTokens: 0 });
});

it.each(dialectNames())(
  '[RP2] a run of %s, replayed with another model, asks that one',
  async (dialect) => {
    let played: Awaited<ReturnType<typeof play>> | null = null;
    for (const each of running.filter(({ example }) => example.folder === dialect)) {
      played = await play(each);
      if ((await played.engine.runs.get(played.id)).usage.modelCalls > 0) break;
    }
    if (played === null) throw new Error('Every dialect has an example.');
    const { engine, id } = played;
    const { workflow } = await engine.runs.get(id);
    const report = await engine.runs.replay(id, { with: { model: 'another/one' } });
    expect(report.divergence).toMatchObject({ kind: 'asked', after: 'another/one' });
    const asked = report.calls.made.map(({ request }) => request as { type: string });
    const models = asked.filter(({ type }) => type === 'model');
    expect(models.length).toBeGreaterThan(0);
    for (const request of models) expect(request).toMatchObject({ model: 'another/one' });
    expect((await engine.workflows.get(workflow.id)).version).toBe(workflow.version);
  },
);

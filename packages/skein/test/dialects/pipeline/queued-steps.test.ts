// Goal: a step that waits for a slot of the engine is pending, and starts when it gets one.
import { expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import { llm, pipeline, type Shown } from './run-pipeline.ts';

const replies = [{ text: 'done', delayMs: 60 }];

async function shown(engine: Engine, run: string) {
  return (await engine.runs.view(run, 'pipeline')) as unknown as Shown;
}

async function timesOf(engine: Engine, run: string) {
  const { step_instances } = await shown(engine, run);
  const time = (text: unknown) => Date.parse(text as string);
  return step_instances.map((step) => ({
    created: time(step['created_at']),
    started: time(step['started_at']),
    finished: time(step['finished_at']),
  }));
}

it('[PL17] a queued step is pending and has not started; it started when it got its slot', async () => {
  const engine = await createEngine({ script: { replies }, limits: { executions: 1 } });
  const definition = pipeline(llm(1, '<<trigger_output>>'));
  const first = await engine.runs.start(definition, { input: 'a' });
  const second = await engine.runs.start(definition, { input: 'b' });
  expect((await shown(engine, first.id)).step_instances).toMatchObject([{ status: 'running' }]);
  expect((await shown(engine, second.id)).step_instances).toMatchObject([
    { status: 'pending', started_at: null, finished_at: null },
  ]);
  await engine.runs.finished(second.id);
  const [before] = await timesOf(engine, first.id);
  const [after] = await timesOf(engine, second.id);
  if (before === undefined || after === undefined) throw new Error('Both have run.');
  // The one slot was taken until then.
  expect(after.started).toBeGreaterThanOrEqual(before.finished);
  expect(after.started).toBeGreaterThan(after.created);
  await engine.close();
});

// A task of A2A while it goes on
// First the task as it is, then what changes, up to where it ends or asks. What models say is an artifact that grows; what the run gives
// is one that is sent whole.
import type { JsonObject } from '@skein/api';
import { hasEnded } from '@skein/ports';
import { isEnding } from '../facts/is-ending.ts';
import { runFacts } from '../facts/run-facts.ts';
import type { A2aCall, BegunTask } from './a2a-tasks.ts';
import { readTask } from './a2a-tasks.ts';
import { artifactsOf, statusOf } from './task.ts';

export async function* taskUpdates(asked: A2aCall, begun: BegunTask): AsyncGenerator<JsonObject> {
  const { call, published } = asked;
  const { run, after } = begun;
  const place = { taskId: run, contextId: begun.context };
  const record = await call.engine.runs.record(run);
  yield { task: await readTask(asked, begun) };
  if (hasEnded(record)) return;
  const { about } = published;
  let hasSaid = false;
  for await (const fact of runFacts(call.engine, run, { after, about, signal: call.signal })) {
    if (isEnding(fact)) {
      const state = await call.engine.runs.get(run);
      for (const artifact of artifactsOf(state))
        yield { artifactUpdate: { ...place, artifact, append: false, lastChunk: true } };
      yield { statusUpdate: { ...place, status: statusOf(begun, state, call.canAnswer) } };
      return;
    }
    if (fact.type !== 'text' || fact.role !== 'answer' || fact.step === 'output') continue;
    const artifact = { artifactId: 'said', name: 'said', parts: [{ text: fact.text }] };
    yield { artifactUpdate: { ...place, artifact, append: hasSaid, lastChunk: false } };
    hasSaid = true;
  }
}

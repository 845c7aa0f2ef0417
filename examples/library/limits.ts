// A run that stops at its limit, asks a person, and resumes where it was.
import assert from 'node:assert/strict';
import { createEngine } from 'skein';

const engine = await createEngine();
const counting = {
  skein: 1,
  policy: { maxSteps: 5, onLimit: 'pause' },
  nodes: [
    {
      id: 'count',
      type: 'function',
      config: { name: 'math.add', args: { a: '${previous|0}', b: 1 } },
    },
  ],
  edges: [{ from: 'count', to: 'count', when: { left: '${previous}', op: 'lt', right: 8 } }],
};

// #region pause
const run = await engine.runs.start(counting, { input: 0 });
const paused = await engine.runs.settled(run.id);
const [wait] = paused.waits;
console.log(paused.status, wait?.kind, wait?.prompt);
await engine.waits.answer(wait?.id ?? '', { maxSteps: 20 });
const done = await engine.runs.finished(run.id);
// #endregion

assert.deepEqual([paused.status, wait?.kind], ['waiting', 'limit']);
assert.deepEqual([done.status, done.output, done.usage.steps], ['completed', 8, 8]);
await engine.close();

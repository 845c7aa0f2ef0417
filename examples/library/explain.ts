// Why a node ran, or did not, as data and in words.
import assert from 'node:assert/strict';
import { createEngine } from 'skein';

const engine = await createEngine();
const run = await engine.runs.start(
  {
    skein: 1,
    nodes: [
      { id: 'age', type: 'transform', config: { value: '${trigger.age}' } },
      {
        id: 'adult',
        type: 'if',
        config: { condition: { left: '${previous}', op: 'gte', right: 18 } },
      },
      { id: 'ticket', type: 'transform', config: { value: 'a ticket' } },
    ],
    edges: [
      { from: 'age', to: 'adult' },
      { from: 'adult', out: 'true', to: 'ticket' },
    ],
  },
  { input: { age: 12 } },
);
await engine.runs.finished(run.id);

// #region explain
const explanation = await engine.runs.explain(run.id, 'ticket');
console.log(explanation.words.join('\n'));
for (const { edge, tried } of explanation.notRun?.edges ?? []) console.log(edge, tried);
// #endregion

assert.equal(explanation.status, 'skipped');
assert.deepEqual(explanation.notRun?.edges[0]?.tried, [
  { left: 12, op: 'gte', right: 18, result: false },
]);
await engine.close();

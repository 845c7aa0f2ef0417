// A run that was recorded: played without its model, and replayed with another prompt.
import assert from 'node:assert/strict';
import { createEngine, recordCassette } from 'skein';

const letter = {
  skein: 1,
  id: 'letter',
  nodes: [
    { id: 'draft', type: 'llm', config: { prompt: 'Write about tea.' } },
    { id: 'title', type: 'llm', config: { prompt: 'Find a title.' } },
    { id: 'page', type: 'transform', config: { value: ['${inputs.title}', '${inputs.text}'] } },
  ],
  edges: [
    { from: 'draft', to: 'page', in: 'text' },
    { from: 'title', to: 'page', in: 'title' },
  ],
};
const engine = await createEngine({
  script: {
    replies: [
      { when: { contains: 'poem' }, text: 'Oh tea!' },
      { when: { node: 'draft' }, text: 'Tea is leaves.' },
      { when: { node: 'title' }, text: 'Tea' },
    ],
  },
});
const run = await engine.runs.start(letter);
await engine.runs.finished(run.id);

// #region cassette
const { cassette } = await recordCassette(engine, run.id);
const offline = await createEngine({ cassette });
const again = await offline.runs.start(letter);
const { output } = await offline.runs.finished(again.id); // calls no model
// #endregion
assert.deepEqual(output, ['Tea', 'Tea is leaves.']);

// #region replay
const report = await engine.runs.replay(run.id, { with: { prompt: { draft: 'Write a poem.' } } });
console.log(report.divergence?.what); // Its config.prompt is another one.
console.log(report.calls.reused, report.calls.made.length); // 1 1
console.log(report.output.differences); // [{ pointer: '/1', before: 'Tea is leaves.', after: 'Oh tea!' }]
// #endregion
assert.equal(report.divergence?.what, 'Its config.prompt is another one.');
assert.deepEqual([report.calls.reused, report.calls.made.length], [1, 1]);
assert.deepEqual(report.output.differences, [
  { pointer: '/1', before: 'Tea is leaves.', after: 'Oh tea!' },
]);
await engine.close();
await offline.close();

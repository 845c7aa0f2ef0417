// The shortest way through the library: an engine, a definition, a run, an answer.
import assert from 'node:assert/strict';
// #region hello
import { createEngine } from 'skein';

const engine = await createEngine({
  functions: { 'shop.price': (args) => (args === 'tea' ? 4 : 40) },
});
const flow = await engine.workflows.save({
  skein: 1,
  id: 'order',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'price', type: 'function', config: { name: 'shop.price', args: '${trigger.item}' } },
    {
      id: 'cheap',
      type: 'if',
      config: { condition: { left: '${previous}', op: 'lt', right: 10 } },
    },
    { id: 'boss', type: 'approval', config: { prompt: 'Buy ${trigger.item}?' } },
    { id: 'buy', type: 'transform', config: { value: 'Bought ${trigger.item}.' } },
  ],
  edges: [
    { from: 'start', to: 'price' },
    { from: 'price', to: 'cheap' },
    { from: 'cheap', out: 'true', to: 'buy' },
    { from: 'cheap', out: 'false', to: 'boss' },
    { from: 'boss', out: 'approved', to: 'buy' },
  ],
});

const run = await engine.runs.start(flow.id, { input: { item: 'lamp' } });
const { waits } = await engine.runs.settled(run.id); // it has ended, or only people can advance it
await engine.waits.answer({ run: run.id, node: 'boss' }, 'yes');
const { status, output } = await engine.runs.finished(run.id);
console.log(status, output); // completed Bought lamp.
// #endregion
assert.deepEqual(
  waits.map(({ node, prompt }) => [node, prompt]),
  [['boss', 'Buy lamp?']],
);
assert.deepEqual([status, output], ['completed', 'Bought lamp.']);
await engine.close();

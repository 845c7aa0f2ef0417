// Functions that definitions call by name: plain ones, and described ones with a schema and ports of their own.
import assert from 'node:assert/strict';
import { createEngine, port, registeredFunction } from 'skein';
import { z } from 'zod';

// #region functions
const engine = await createEngine({
  functions: {
    // A plain function gets the resolved `args` of its node; its return value is the value of the node.
    'post.weigh': (args) => String(args).length * 100,
    // One with a schema has its arguments parsed first, and can choose the port that fires.
    'post.sort': registeredFunction({
      description: 'Chooses how a parcel travels.',
      args: z.object({ grams: z.number().min(1) }),
      ports: ['letter', 'parcel'],
      run: ({ grams }) => port(grams > 500 ? 'parcel' : 'letter', grams),
    }),
  },
});
// #endregion

const workflow = {
  skein: 1,
  nodes: [
    { id: 'weigh', type: 'function', config: { name: 'post.weigh', args: '${trigger}' } },
    {
      id: 'sort',
      type: 'function',
      config: { name: 'post.sort', args: { grams: '${weigh.output}' } },
    },
    { id: 'box', type: 'transform', config: { value: 'a parcel of ${previous} g' } },
    { id: 'stamp', type: 'transform', config: { value: 'a letter of ${previous} g' } },
  ],
  edges: [
    { from: 'weigh', to: 'sort' },
    { from: 'sort', out: 'parcel', to: 'box' },
    { from: 'sort', out: 'letter', to: 'stamp' },
  ],
};
for (const [text, expected] of [
  ['a book', 'a parcel of 600 g'],
  ['card', 'a letter of 400 g'],
]) {
  const run = await engine.runs.start(workflow, { input: text ?? '' });
  const { output } = await engine.runs.finished(run.id);
  assert.equal(output, expected);
  console.log(output);
}
const empty = await engine.runs.start(workflow, { input: '' });
const failed = await engine.runs.finished(empty.id);
assert.equal(failed.error?.code, 'FUNCTION_ARGS_INVALID');
await engine.close();

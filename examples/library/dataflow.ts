// Functions of the host as node types of the dataflow dialect: inputs and outputs by name, and the conversation beside them.
import assert from 'node:assert/strict';
import { createEngine } from 'skein';

// #region dataflow
const engine = await createEngine({
  dataflow: {
    shout: (inputs, context, config) => {
      const text = typeof inputs['text'] === 'string' ? inputs['text'] : '';
      const result = `${text.toUpperCase()}${config['loudly'] === true ? '!' : ''}`;
      context.messageHistory.push({ role: 'user', content: result });
      return { outputs: { result }, updatedContext: context, metadata: { cached: false } };
    },
  },
});
// #endregion

const { id } = await engine.runs.start(
  {
    nodes: [
      { id: 'start', nodeType: 'defaultContextStart' },
      { id: 'shout', nodeType: 'shout', config: { loudly: true } },
      { id: 'chat', nodeType: 'chat' },
    ],
    edges: [
      { source: 'start', sourceOutput: 'data', target: 'shout', targetInput: 'text' },
      { source: 'shout', target: 'chat' },
      { source: 'shout', sourceOutput: 'result', target: 'chat', targetInput: 'message' },
    ],
  },
  { input: 'hello' },
);
const { output } = await engine.runs.finished(id);
assert.equal(output, 'HELLO!');
const { contexts } = (await engine.runs.view(id)) as {
  contexts: { main: { messageHistory: { content: string }[] } };
};
assert.deepEqual(
  contexts.main.messageHistory.map(({ content }) => content),
  ['HELLO!', 'HELLO!', 'HELLO!'],
);
console.log(output);
await engine.close();

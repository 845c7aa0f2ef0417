// Where model calls go: a script, or a model of one's own.
import assert from 'node:assert/strict';
import { createEngine, type LanguageModel } from 'skein';

const ask = { skein: 1, nodes: [{ id: 'ask', type: 'llm', config: { prompt: 'Tea or coffee?' } }] };

// #region script
const scripted = await createEngine({
  script: {
    replies: [{ when: { contains: 'Tea' }, text: 'Tea.', usage: { input: 4, output: 2 } }],
    otherwise: 'fail',
  },
});
// #endregion

// #region model
const model: LanguageModel = {
  provider: 'own',
  name: 'parrot',
  async call({ messages, onToken }) {
    const text = `You said: ${JSON.stringify(messages.at(-1)?.content)}`;
    onToken?.(text);
    return { text, toolCalls: [], usage: { input: 10, output: 5, usd: 0.001 } };
  },
};
const own = await createEngine({ models: { model: () => model } });
// #endregion

const first = await scripted.runs.start(ask);
assert.equal((await scripted.runs.finished(first.id)).output, 'Tea.');
const second = await own.runs.start(ask);
const { output, usage } = await own.runs.finished(second.id);
assert.equal(output, 'You said: "Tea or coffee?"');
assert.deepEqual(usage, { steps: 1, modelCalls: 1, inputTokens: 10, outputTokens: 5, usd: 0.001 });
console.log(output);
await scripted.close();
await own.close();

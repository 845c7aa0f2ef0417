// Waits: listed, answered once, refused when the answer does not fit.
import assert from 'node:assert/strict';
import { createEngine, EngineError, type Json } from 'skein';

const engine = await createEngine();
const run = await engine.runs.start({
  skein: 1,
  nodes: [
    { id: 'legal', type: 'approval', config: { prompt: 'Are the terms fine?' } },
    {
      id: 'amount',
      type: 'input',
      config: { prompt: 'How much?', schema: { type: 'integer', minimum: 1 } },
    },
    { id: 'done', type: 'join' },
  ],
  edges: [
    { from: 'legal', out: 'approved', to: 'done', in: 'legal' },
    { from: 'amount', to: 'done', in: 'amount' },
  ],
});
const codes: string[] = [];

// #region answers
await engine.runs.settled(run.id);
const { items } = await engine.waits.list({ run: run.id });
for (const { id, node, question } of items) {
  console.log(node, question.prompt);
  if (node === 'legal') {
    await engine.waits.answer(id, 'yes');
    await engine.waits.answer(id, 'yes'); // the same again is fine
    await tryAnswer(id, 'no'); // WAIT_ANSWERED: the first answer counts
  } else {
    await tryAnswer(id, 'plenty'); // ANSWER_REFUSED: the wait stays open
    await engine.waits.answer(id, 3);
  }
}
// #endregion

async function tryAnswer(wait: string, answer: Json): Promise<void> {
  try {
    await engine.waits.answer(wait, answer);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    codes.push(error.code);
    console.log(error.code, error.message, error.hint);
  }
}

const { status, output } = await engine.runs.finished(run.id);
assert.deepEqual(codes, ['WAIT_ANSWERED', 'ANSWER_REFUSED']);
assert.deepEqual([status, output], ['completed', { legal: null, amount: 3 }]);
await engine.close();

// A chat of one's own as a function of the dataflow dialect, with tools and streaming: tested offline, with a script.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createEngine } from 'skein';
import { dataflow, tools } from '../own-nodes/functions.ts';

const read = (file: string): object =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../own-nodes', file), 'utf8')) as object;

// #region own-chat
const engine = await createEngine({ dataflow, tools, script: read('chat.script.json') });
const { id } = await engine.runs.start(read('chat.json'));
await engine.runs.settled(id);
await engine.waits.answer({ run: id, node: 'ask' }, 'How is the weather in Ghent?');
const { output, usage } = await engine.runs.finished(id);
// #endregion

assert.equal(output, 'It rains in Ghent.');
assert.deepEqual([usage.modelCalls, usage.inputTokens, usage.outputTokens], [2, 50, 11]);
const { contexts } = (await engine.runs.view(id)) as {
  contexts: { main: { messageHistory: { role: string; content: string }[] } };
};
assert.deepEqual(contexts.main.messageHistory, [
  { role: 'user', content: 'How is the weather in Ghent?' },
  { role: 'assistant', content: 'It rains in Ghent.' },
]);
console.log(output);
await engine.close();

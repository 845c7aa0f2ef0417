// What happens in a run, as it happens; and an event that a run waits for.
import assert from 'node:assert/strict';
import { createEngine } from 'skein';

const engine = await createEngine();
const workflow = {
  skein: 1,
  nodes: [
    { id: 'paid', type: 'event', config: { name: 'invoice.paid' } },
    { id: 'thank', type: 'llm', config: { prompt: 'Thank you for ${previous.usd} dollars!' } },
  ],
  edges: [{ from: 'paid', to: 'thank' }],
};
const seen: string[] = [];

// #region stream
const run = await engine.runs.start(workflow);
for await (const update of engine.runs.events(run.id)) {
  if (update.type === 'transient') {
    seen.push(`token ${JSON.stringify(update.data['text'])}`); // streamed, never recorded
    continue;
  }
  seen.push(`row ${update.seq} ${update.event.type}`);
  for (const derived of update.derived) {
    if (derived.type === 'activation.completed') seen.push(`${derived.node} completed`);
    if (derived.type === 'wait.opened') await engine.events.send('invoice.paid', { usd: 12 });
  }
}
console.log(seen.join('\n'));
// #endregion

assert.deepEqual(
  seen.filter((line) => !line.startsWith('token')),
  [
    'row 1 run.started',
    'row 2 wait.answered',
    'paid completed',
    'row 3 step.recorded',
    'row 4 node.completed',
    'thank completed',
  ],
);
assert.ok(seen.includes('token "Thank "'));
assert.equal((await engine.runs.get(run.id)).output, 'Thank you for 12 dollars!');
await engine.close();

// A node type of one's own: its config is checked, its effects are recorded, and it can ask a question in the middle.
import assert from 'node:assert/strict';
import { createEngine, type NodeType } from 'skein';

let sent = 0;

// #region node-type
const letter: NodeType = {
  kind: { type: 'letter', mode: 'execute', ports: ['output'] },
  description: 'Prints a letter, has it signed, and posts it.',
  checkConfig: ({ to }) =>
    typeof to === 'string'
      ? []
      : [{ path: ['to'], message: 'The letter has no address.', hint: 'Add "to", a text.' }],
  async run({ config, previous }, io) {
    // Recorded: when this function runs again, after a crash or in another attempt, the recorded result is returned.
    const page = await io.step('print', () => [config['to'] ?? null, previous ?? null]);
    // The function waits here for as long as it takes; the run is `waiting` meanwhile.
    const signed = await io.wait(
      { kind: 'signature', prompt: `Sign ${JSON.stringify(page)}?` },
      'signature',
    );
    await io.step('post', () => void (sent += 1));
    return { value: { page, signed } };
  },
};
const engine = await createEngine({ nodeTypes: { letter } });
// #endregion

const workflow = {
  skein: 1,
  nodes: [
    { id: 'text', type: 'transform', config: { value: 'thank you.' } },
    { id: 'letter', type: 'letter', config: { to: 'Ada' } },
  ],
  edges: [{ from: 'text', to: 'letter' }],
};
const run = await engine.runs.start(workflow);
const { waits } = await engine.runs.settled(run.id);
assert.equal(waits[0]?.prompt, 'Sign ["Ada","thank you."]?');
await engine.waits.answer({ run: run.id, node: 'letter' }, 'Bo');
const { output } = await engine.runs.finished(run.id);
assert.deepEqual(output, { page: ['Ada', 'thank you.'], signed: 'Bo' });
assert.equal(sent, 1);
const broken = { skein: 1, nodes: [{ id: 'letter', type: 'letter' }] };
assert.deepEqual(
  engine.workflows.validate(broken).map(({ code, pointer }) => [code, pointer]),
  [['BAD_CONFIG', '/nodes/0/config/to']],
);
await engine.close();

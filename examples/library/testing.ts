// A workflow tested in code: three days pass in no time, the process dies, and nothing outside is touched.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Workflow } from 'skein';
import { assertCompleted, assertWaitingFor, testEngine } from 'skein/testing';

const definition = JSON.parse(
  readFileSync(new URL('onboard.json', import.meta.url), 'utf8'),
) as Workflow['definition'];
const onboard: Workflow<{ mail: string }, string> = {
  id: 'onboard',
  definition,
  nodeTypes: new Map(),
  workflows: [],
};
const sent: string[] = [];

// #region testing
await using engine = await testEngine({
  workflows: [onboard],
  functions: { mail: (args) => sent.push(String(args)) },
  steps: { account: () => 'a1' }, // in place of the node "account"
});
const run = await engine.start(onboard, { mail: 'ada@example.org' });
await engine.advance('3d'); // sleeps, deadlines, retries and schedules, in their order
await engine.crash(); // the process dies, and another one goes on
await assertWaitingFor(run, 'sign');
await run.answer('sign', 'Ada');
await assertCompleted(run, 'Ada has the account a1');
// #endregion
assert.deepEqual(sent, ['ada@example.org']);
console.log('tested');

// Days pass in no time, models answer from a script, and the process may die: nothing outside is needed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertCompleted, assertWaitingFor, testEngine } from 'skein/testing';
import { order } from './order.ts';
import { support } from './support.ts';

test('a lamp needs an approval, and the run goes on after a crash', async () => {
  await using engine = await testEngine({ workflows: [order] });
  const run = await engine.start(order, { item: 'lamp' });
  await assertWaitingFor(run, 'boss');
  await engine.crash();
  await engine.advance('2d');
  await run.answer('boss', true);
  await assertCompleted(run, { bought: true, price: 40 });
});

test('a large refund is decided by a person', async () => {
  const wish = { name: 'refund', arguments: { order: 71, amount: 40 } };
  const script = { replies: [{ toolCalls: [wish] }, { text: 'Done.' }] };
  await using engine = await testEngine({ agents: [support], script });
  const thread = engine.thread('customer-1', support);
  const asked = await thread.send('My money back, please.').approvals;
  assert.equal(asked[0]?.toolName, 'refund');
  const reply = thread.decide(asked[0]?.approvalId ?? '', { approved: true });
  assert.equal(await reply.text, 'Done.');
});

// Failures that a program tells apart, conditions that the other examples do not need, a store of one's own opening, and ids.
import assert from 'node:assert/strict';
import {
  createEngine,
  eq,
  FatalError,
  graph,
  lte,
  ne,
  oneOf,
  openStore,
  or,
  orElse,
  RunError,
  runId,
  StepError,
  truthy,
  versionId,
  waitId,
  workflow,
  workflowId,
} from 'skein';
import { assertFailed, testEngine } from 'skein/testing';
import { z } from 'zod';

// A step that no further attempt helps; the function goes on without it.
const pay = workflow('pay', async (io, card: string) => {
  try {
    return await io.step(
      'charge',
      () => {
        throw new FatalError(`The card ${card} is stolen.`);
      },
      { retry: 5 },
    );
  } catch (error) {
    if (error instanceof StepError && card !== 'x') return `invoice: ${error.message}`;
    throw error;
  }
});

const sort = graph(
  'sort',
  { input: z.object({ total: z.number(), note: z.string().optional(), paid: z.boolean() }) },
  (g, input) => {
    const note = orElse(input.note, 'none');
    const kind = g.switch(
      'kind',
      {
        small: [lte(input.total, 10), () => 'small'],
        gift: [or(eq(note, 'gift'), oneOf(input.total, [20, 30])), () => 'gift'],
        paid: [truthy(input.paid), () => 'paid'],
        noted: [ne(note, 'none'), () => 'noted'],
      },
      () => 'open',
    );
    return { kind: kind.output };
  },
);

const store = await openStore('memory');
const engine = await createEngine({ store, workflows: [pay, sort] });
assert.equal((await engine.run(pay, '7')).output, 'invoice: The card 7 is stolen.');
const failed: unknown = await engine.run(pay, 'x').catch((error: unknown) => error);
assert(failed instanceof RunError);
assert.deepEqual([failed.code, failed.run.status], ['STEP_FAILED', 'failed']);
const { id, output } = await engine.run(sort, { total: 20, paid: false });
assert.deepEqual(output, { kind: 'gift' });

// Records of a store are asked for by ids, of which each is of one kind.
assert.equal((await store.runs.get(runId(id)))?.workflow.id, workflowId('sort'));
assert.equal(await store.waits.get(waitId('none')), undefined);
assert.equal(versionId('v1'), 'v1');
await engine.close();

await using tests = await testEngine({ workflows: [pay] });
await assertFailed(await tests.start(pay, 'x'), 'STEP_FAILED');

// Goal: mistakes in durable functions are refused where they are made, with what to do, and none of them ends the process.
import { createEngine, workflow, type Workflow } from 'skein';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';

async function failureOf(
  flow: Workflow<null, unknown>,
): Promise<{ readonly code: string; readonly message: string }> {
  await using engine = await createEngine({ workflows: [flow] });
  const refused: { code: string; message: string } = await engine.run(flow, null).then(
    ({ output }) => ({ code: 'none', message: JSON.stringify(output) }),
    (error: { code: string; message: string }) => error,
  );
  return refused;
}

it('[SD1702] calls that nobody awaits do not end the process, while the function runs and after it', async () => {
  // Vitest itself fails when a rejection is not handled.
  const ended: string[] = [];
  const forgets = workflow('forgets', async (io) => {
    const late = (name: string) =>
      io.step(name, async () => {
        await pause(20);
        ended.push(name);
        return name;
      });
    const later = async () => {
      await late('in a function of its own');
      ended.push('never');
    };
    void late('alone');
    void later();
    void io.map('items', [1, 2], (_item, own) => own.step('item', () => pause(20)));
    void io.step('fails', () => Promise.reject(new Error('Nobody hears it.')));
    void io.run('child', missing, null);
    await io.step('last', () => pause(5));
    return 'done';
  });
  await using engine = await createEngine({ workflows: [forgets] });
  expect((await engine.run(forgets, null)).output).toBe('done');
  await pause(60);
  expect(ended).not.toContain('never');
});

const missing = workflow('missing', async () => 1);

it('[SD1703] a call inside of a step is refused, and names both', async () => {
  const nests = workflow('nests', async (io) =>
    io.step('outer', () => io.step('inner', () => 1), { retry: 3 }),
  );
  const refused = await failureOf(nests);
  expect(refused).toMatchObject({ code: 'STEP_NESTED' });
  expect(refused.message).toContain('"inner" is called inside of the step "outer"');
});

it('[SD1704] a workflow below it that is not registered is named, with where to register it', async () => {
  const refused = await failureOf(workflow('begins', async (io) => io.run('begin', missing, null)));
  expect(refused).toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
  expect(refused.message).toMatch(/"missing".*workflows: \[it\].*createEngine\(\{ workflows \}\)/);
});

// A real process that is killed in the middle of a payment.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { createPipelines } from '../../../src/index.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('[PL22] a crash inside a call that must not be repeated is told in the view, with what a person can do', async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'skein-pay-'));
  const store = `sqlite:${path.join(folder, 'skein.db')}`;
  const program = fileURLToPath(new URL('pay.ts', import.meta.url));
  const child = spawn(process.execPath, [program, store], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await ended;
  const { workflows, waits, ...pipelines } = await createPipelines({
    store,
    script: { replies: [{ text: 'Paid.' }] },
    tools: { 'bank-pay': { description: 'Pays.', run: () => 'again' } },
  });
  const user = 'local';
  const [flow] = await workflows.listAll(user);
  const newest = async () => (await workflows.listInstances(flow?.uuid ?? '', user))[0];
  while ((await newest())?.status !== 'waiting') await new Promise((done) => setTimeout(done, 20));
  const [step] = (await newest())?.step_instances ?? [];
  const [open] = await waits.list(user);
  expect(step?.error_message).toMatch(/"bank-pay".*not known whether.*retry.*result.*fail/su);
  expect(step?.error_message).toContain(open?.uuid);
  expect(step?.waiting_for).toMatchObject({
    wait_uuid: open?.uuid,
    kind: 'outcome',
    data: { name: 'bank-pay', arguments: { amount: 7 } },
  });
  await waits.answer(open?.uuid ?? '', { action: 'result', result: 'ok' }, user);
  while ((await newest())?.status !== 'completed') {
    await new Promise((done) => setTimeout(done, 20));
  }
  const [done] = (await newest())?.step_instances ?? [];
  expect([done?.error_message, done?.waiting_for, done?.output?.raw_data]).toEqual([
    null,
    undefined,
    'Paid.',
  ]);
  await pipelines.close();
});

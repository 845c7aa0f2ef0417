// From a draft to a version that others use: publishing, comparing, triggers that are tested, and answers from a phone.
import type { JsonObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { startJob } from './job.ts';
import { findingsOf } from './page-findings.ts';

const phone = { width: 390, height: 844 };

const greeting = (id: string): JsonObject => ({
  skein: 1,
  id,
  name: 'Greeting',
  nodes: [
    { id: 'start', type: 'start', name: 'Guest' },
    { id: 'greet', type: 'transform', name: 'Greet', config: { value: 'Hello, ${trigger.name}!' } },
    { id: 'part', type: 'llm', name: 'Part', config: { prompt: 'Say bye.' } },
  ],
  edges: [
    { from: 'start', to: 'greet' },
    { from: 'greet', to: 'part' },
  ],
});

const payment: JsonObject = {
  skein: 1,
  id: 'payment',
  name: 'Payment',
  nodes: [
    { id: 'approve', type: 'approval', name: 'Approve', config: { prompt: 'Pay the invoice?' } },
    { id: 'paid', type: 'transform', config: { value: 'paid' } },
  ],
  edges: [{ from: 'approve', out: 'approved', to: 'paid' }],
};

describeStudio('shipping', ({ studio, open }) => {
  const call = <Answer>(method: string, place: string, body?: unknown) =>
    studio().call<Answer>(method, place, body);

  it('[W1457] a run of what was not saved is a draft; publishing gives the version a name and a note, and the canvas shows what changed', async () => {
    await call('POST', '/workflows', greeting('job-6'));
    const page = await open('/workflows/job-6');
    const job = startJob('Job 6, run a draft, publish, compare on the canvas', 14);
    await job.does(page.getByText('Part', { exact: true }).first().click());
    const value = page
      .getByRole('complementary', { name: 'Part settings' })
      .getByRole('textbox', { name: 'Prompt' });
    await job.does(value.click());
    await job.does(page.keyboard.press('Control+End'));
    await job.does(page.keyboard.type(' Come again.'));
    await job.does(page.getByRole('button', { name: 'Run', exact: true }).click());
    await job.does(page.getByRole('button', { name: 'Start' }).click());
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.url()).toContain('/runs/');
    const before = await call<{ definition: unknown }>('GET', '/workflows/job-6');
    expect(JSON.stringify(before.definition)).not.toContain('Come again');
    await job.does(page.goBack());
    await page.getByText('Unsaved', { exact: true }).waitFor();
    await job.does(page.getByRole('button', { name: 'Publish with a note' }).click());
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await job.does(dialog.getByLabel('Name').fill('Warmer'));
    await job.does(dialog.getByLabel('Note').fill('Guests are asked to come again.'));
    await job.does(dialog.getByRole('button', { name: 'Publish' }).click());
    await dialog.waitFor({ state: 'detached' });
    await job.does(page.getByRole('button', { name: 'Versions' }).click());
    const versions = page.getByRole('list', { name: 'Versions' });
    await versions.getByText('Guests are asked to come again.').waitFor();
    await job.does(versions.getByRole('button', { name: 'Compare' }).last().click());
    await versions.getByText('Come again', { exact: false }).last().waitFor();
    job.ends();
    const after = await call<{ definition: unknown }>('GET', '/workflows/job-6');
    expect(JSON.stringify(after.definition)).toContain('Come again');
    expect(await findingsOf(page, { name: 'versions', place: '' })).toEqual([]);
  });

  it('[W1458] a webhook is made and tested, its history is seen, and the last delivery is replayed', async () => {
    await call('POST', '/workflows', greeting('job-7'));
    const page = await open('/workflows/job-7');
    const job = startJob('Job 7, a webhook made, tested, its history seen', 10);
    await job.does(page.getByRole('button', { name: 'Trigger', exact: true }).click());
    await job.does(page.getByRole('combobox', { name: 'Trigger type' }).click());
    await job.does(page.getByRole('option', { name: 'By webhook' }).click());
    await job.does(page.getByRole('button', { name: 'Save trigger' }).click());
    const test = page.getByRole('region', { name: 'Test the trigger' });
    await job.does(test.getByLabel('Sample').fill('{"name": "Ada"}'));
    await job.does(test.getByRole('button', { name: 'Send a test' }).click());
    await test.getByText('Started run').waitFor();
    await page
      .getByRole('list', { name: 'Last results' })
      .getByText(/started/)
      .waitFor();
    await job.does(test.getByRole('button', { name: 'Replay the last delivery' }).click());
    await expect
      .poll(() => page.getByRole('list', { name: 'Last results' }).getByRole('listitem').count())
      .toBe(2);
    job.ends();
    const { items } = await call<{ items: { id: string }[] }>('GET', '/runs?workflow=job-7');
    expect(items).toHaveLength(2);
    expect(await call('GET', `/runs/${items[0]?.id}`)).toMatchObject({ input: { name: 'Ada' } });
  });

  it('[W1459] the snippets of “Use it” start the workflow', async () => {
    await call('POST', '/workflows', greeting('used'));
    const page = await open('/workflows/used');
    await page.getByRole('button', { name: 'Use it' }).click();
    const snippet = page.getByLabel('Snippet');
    await snippet.getByText('/workflows/used/run').waitFor();
    for (const name of ['TypeScript', 'Python', 'MCP']) {
      await page.getByRole('button', { name, exact: true }).click();
      await snippet.getByText(studio().url).waitFor();
    }
    expect(await findingsOf(page, { name: 'use-it', place: '' })).toEqual([]);
  });

  it('[W1460] a question is approved on a phone in three taps, and with a link without signing in', async () => {
    await call('POST', '/workflows', payment);
    const begin = async () =>
      (await call<{ run_id: string }>('POST', '/workflows/payment/run?wait=20', {})).run_id;
    const run = await begin();
    const page = await open('/workflows', { viewport: phone });
    const job = startJob('Job 10, approve on a phone', 3);
    await job.does(page.getByRole('link', { name: /^Inbox/ }).click());
    await job.does(page.getByRole('button', { name: /Pay the invoice/ }).click());
    await job.does(page.getByRole('button', { name: 'Approve', exact: true }).click());
    job.ends();
    await expect
      .poll(async () => (await call<{ status: string }>('GET', `/runs/${run}`)).status)
      .toBe('completed');
    const second = await begin();
    const { items } = await call<{ items: { id: string }[] }>('GET', `/waits?run=${second}`);
    const place = `/waits/${encodeURIComponent(items[0]?.id ?? '')}/links`;
    const { url } = await call<{ url: string }>('POST', place, { for: 'ana@example.org' });
    const link = await open('/', { isStranger: true, viewport: phone });
    await link.goto(url);
    const short = startJob('Job 10, approve with a link', 3);
    await short.does(link.getByRole('button', { name: 'Approve' }).click());
    short.ends();
    await expect
      .poll(async () => (await call<{ status: string }>('GET', `/runs/${second}`)).status)
      .toBe('completed');
  });
});

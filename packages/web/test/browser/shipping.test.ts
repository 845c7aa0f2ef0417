// From a draft to a version that others use: publishing, comparing, triggers that are tested, and answers from a phone.
import type { JsonObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { copiedText } from './clipboard.ts';
import { describeStudio } from './describe-studio.ts';
import { startJob } from './job.ts';
import { findingsOf } from './page-findings.ts';
import { publish } from './publish.ts';
import { shoot } from './shoot.ts';

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

  it('[W1457][W3814] a run of what was not saved is a draft; publishing gives the version a name and a note, and the canvas shows what changed', async () => {
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
    // The draft is what the editor goes on with.
    await page.getByText('draft, not published').waitFor();
    await job.does(page.getByRole('button', { name: 'Publish', exact: true }).click());
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await job.does(dialog.getByLabel('Name').fill('Warmer'));
    await job.does(dialog.getByLabel('Note').fill('Guests are asked to come again.'));
    await job.does(dialog.getByRole('button', { name: 'Publish' }).click());
    await dialog.waitFor({ state: 'detached' });
    await job.does(page.getByRole('button', { name: 'Versions' }).click());
    const versions = page.getByRole('list', { name: 'Versions' });
    await versions.getByText('Guests are asked to come again.').waitFor();
    await job.does(versions.getByRole('button', { name: 'Compare' }).last().click());
    const changed = versions.getByRole('list', { name: 'Differences' });
    await changed.getByText('Prompt', { exact: true }).waitFor();
    await changed.locator('ins').getByText('Come again', { exact: false }).waitFor();
    job.ends();
    await shoot(page, 'job-6');
    const after = await call<{ definition: unknown }>('GET', '/workflows/job-6');
    expect(JSON.stringify(after.definition)).toContain('Come again');
    expect(await findingsOf(page, { name: 'versions', place: '' })).toEqual([]);
  });

  it('[W3170] the newest version is compared with the one before it, and a draft with the newest', async () => {
    await call('POST', '/workflows', greeting('compared'));
    const { definition } = await call<{ definition: JsonObject }>('GET', '/workflows/compared');
    const described = (description: string): JsonObject => ({ ...definition, description });
    await call('PUT', '/workflows/compared?label=Second', described('Second words'));
    await call('PUT', '/workflows/compared?label=Third', described('Third words'));
    const page = await open('/workflows/compared');
    await page.getByRole('button', { name: 'Versions' }).click();
    const panel = page.getByRole('complementary', { name: 'Versions' });
    const newest = panel.getByRole('listitem').filter({ hasText: 'Third' });
    await newest.getByRole('button', { name: 'Compare' }).click();
    await newest.getByText('What changed since Second').waitFor();
    await newest.getByText('Third words', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Workflow settings' }).click();
    await page.getByLabel('Description').fill('Words of a draft');
    await page.keyboard.press('Control+s');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Versions' }).click();
    await newest.getByRole('button', { name: 'Compare' }).click();
    await newest.getByText('What is changed and not published').waitFor();
    await newest.getByText('of a draft', { exact: false }).waitFor();
  });

  it('[W1904] what is saved is a draft that survives a reload, and what is published is what triggers and the API use', async () => {
    await call('POST', '/workflows', greeting('drafted'));
    const page = await open('/workflows/drafted');
    const published = async () =>
      JSON.stringify((await call<{ definition: unknown }>('GET', '/workflows/drafted')).definition);
    const shown = page.getByRole('complementary', { name: 'Workflow' }).getByLabel('Description');
    const openIt = () => page.getByRole('button', { name: 'Workflow settings' }).click();
    const describeIt = async (text: string) => {
      await shown.fill(text);
      await page.keyboard.press('Control+s');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    };
    await openIt();
    await describeIt('First draft');
    await page.getByText('draft, not published').waitFor();
    expect(await published()).not.toContain('First draft');
    await page.reload();
    await openIt();
    await describeIt('Second draft');
    // Back to the first one: the draft is what was saved last, not what is newest.
    await describeIt('First draft');
    await page.reload();
    await openIt();
    await expect.poll(() => shown.inputValue()).toBe('First draft');
    expect(await findingsOf(page, { name: 'draft', place: '' })).toEqual([]);
    const started = await call<{ run_id: string }>('POST', '/workflows/drafted/run', { input: {} });
    const run = await call<{ workflow: { version: string } }>('GET', `/runs/${started.run_id}`);
    const { version } = await call<{ version: string }>('GET', '/workflows/drafted');
    expect(run.workflow.version).toBe(version);
    await publish(page);
    await page.getByText('draft, not published').waitFor({ state: 'detached' });
    expect(await published()).toContain('First draft');
    await page.reload();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    expect(await page.getByText('draft, not published').count()).toBe(0);
  });

  it('[W1905] a form is shared, filled in by somebody without a key, and taken back', async () => {
    const schema = {
      type: 'object',
      properties: { name: { type: 'string', title: 'Your name' } },
      required: ['name'],
    };
    await call('POST', '/workflows', {
      skein: 1,
      id: 'shared',
      name: 'Greeting',
      nodes: [
        { id: 'start', type: 'start', config: { schema } },
        { id: 'say', type: 'transform', config: { value: 'Hello ${trigger.name}' } },
      ],
      edges: [{ from: 'start', to: 'say' }],
    });
    const page = await open('/workflows/shared');
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('button', { name: 'Share a form' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share a form' });
    await dialog.getByLabel('Title').fill('Say hello');
    await dialog.getByLabel('Pages that may embed it').fill('https://www.example.com');
    await dialog.getByLabel('Ends').click();
    await page.getByRole('option', { name: 'After a week' }).click();
    expect(await findingsOf(page, { name: 'share dialog', place: '' })).toEqual([]);
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByText('ends in 7 days').waitFor();
    const button = 'Copy the code that embeds Say hello';
    const code = await copiedText(page, { button, what: 'code' });
    const address = await copiedText(page, {
      button: 'Copy the address of Say hello',
      what: 'address',
    });
    expect(code).toContain(`<iframe src="${address}" title="Say hello"`);
    const visitor = await open(new URL(address).pathname, { isStranger: true });
    await visitor.getByLabel('Your name').fill('Ada');
    expect(await findingsOf(visitor, { name: 'shared form', place: '' })).toEqual([]);
    await shoot(visitor, 'shared-form');
    await visitor.getByRole('button', { name: 'Send' }).click();
    await visitor.getByText('Hello Ada').waitFor();
    await page.getByRole('button', { name: 'Stop sharing Say hello' }).click();
    await page.getByText('Say hello', { exact: true }).waitFor({ state: 'detached' });
    await visitor.goto(address);
    await visitor.getByText('is not shared any more').waitFor();
    // Without a title it is called as its page is: like the workflow.
    await page.getByRole('button', { name: 'Share a form' }).click();
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Stop sharing Greeting' }).waitFor();
  });

  it('[W3152] whoever publishes learns how many runs wait in the old version, and moves them', async () => {
    await call('POST', '/workflows', { ...payment, id: 'older' });
    const starts = [1, 2].map(() =>
      call<{ run_id: string }>('POST', '/workflows/older/run?wait=20', {}),
    );
    const runs = await Promise.all(starts);
    const page = await open('/workflows/older');
    await page.getByRole('button', { name: 'Workflow settings' }).click();
    await page.getByLabel('Description').fill('Pays invoices.');
    await publish(page);
    await page.getByText('2 runs wait in older versions.').first().waitFor();
    await page.getByRole('button', { name: 'Versions' }).click();
    const waiting = page.getByRole('region', { name: 'Waiting runs' });
    await waiting.getByRole('button', { name: 'Move them' }).click();
    await waiting.getByText('2 runs moved.').waitFor();
    expect(await findingsOf(page, { name: 'moved runs', place: '' })).toEqual([]);
    const { version } = await call<{ version: string }>('GET', '/workflows/older');
    for (const { run_id: run } of runs)
      expect(await call('POST', `/runs/${run}/cancel`)).toMatchObject({ workflow: { version } });
  });

  it('[W1458] a webhook is made and tested, its history is seen, and the last delivery is replayed', async () => {
    await call('POST', '/workflows', greeting('job-7'));
    const page = await open('/workflows/job-7');
    const job = startJob('Job 7, a webhook and a schedule made, tested, their history seen', 15);
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
    await job.does(test.getByRole('button', { name: /^Replay the delivery/ }).click());
    await expect
      .poll(() => page.getByRole('list', { name: 'Last results' }).getByRole('listitem').count())
      .toBe(2);
    const { items } = await call<{ items: { id: string }[] }>('GET', '/runs?workflow=job-7');
    expect(items).toHaveLength(2);
    expect(await call('GET', `/runs/${items[0]?.id}`)).toMatchObject({ input: { name: 'Ada' } });

    await job.does(page.getByRole('button', { name: 'Add another trigger' }).click());
    await job.does(page.getByRole('combobox', { name: 'Trigger type' }).click());
    await job.does(page.getByRole('option', { name: 'On a schedule' }).click());
    await expect
      .poll(() => page.getByRole('list', { name: 'Next ticks' }).getByRole('listitem').count())
      .toBe(5);
    await job.does(page.getByRole('button', { name: 'Save trigger' }).click());
    await job.does(page.getByRole('button', { name: 'Send a test' }).click());
    await page
      .getByRole('list', { name: 'Last results' })
      .getByText(/started/)
      .waitFor();
    job.ends();
    await shoot(page, 'job-7');
  });

  it('[W4131] a trigger that was just saved is the one shown, also while the list of triggers is on its way', async () => {
    await call('POST', '/workflows', greeting('two-triggers'));
    await call('PUT', '/workflows/two-triggers/trigger', {
      trigger_type_id: 'webhook',
      config: {},
    });
    const page = await open('/workflows/two-triggers?open=trigger');
    await page.getByRole('button', { name: 'Add another trigger' }).click();
    await page.getByRole('combobox', { name: 'Trigger type' }).click();
    await page.getByRole('option', { name: 'On a schedule' }).click();
    const list = Promise.withResolvers<undefined>();
    await page.route(/\/api\/v1\/triggers\?/, async (route) => {
      await list.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save trigger' }).click();
    const kind = page.getByRole('combobox', { name: 'Trigger type' });
    await page.getByText('Trigger saved.').waitFor();
    expect(await kind.textContent()).toContain('On a schedule');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Started run').waitFor();
    const read = page.waitForResponse(/\/api\/v1\/triggers\?/);
    list.resolve(undefined);
    await read;
    expect(await kind.textContent()).toContain('On a schedule');
  });

  it('[W3156] the last deliveries say what became of them and why, and each is delivered again', async () => {
    await call('POST', '/workflows', greeting('delivered'));
    await call('PUT', '/workflows/delivered/trigger', {
      trigger_type_id: 'webhook',
      config: {},
      filter_rules: { left: '${trigger.name}', op: 'ne', right: 'Eve' },
    });
    const page = await open('/workflows/delivered?open=trigger');
    const test = page.getByRole('region', { name: 'Test the trigger' });
    const deliveries = test.getByRole('list', { name: 'Last results' }).getByRole('listitem');
    await test.getByText('Nothing has come yet.').waitFor();
    for (const [i, name] of ['Ada', 'Bob', 'Eve'].entries()) {
      await test.getByLabel('Sample').fill(JSON.stringify({ name }));
      await test.getByRole('button', { name: 'Send a test' }).click();
      await expect.poll(() => deliveries.count()).toBe(i + 1);
    }
    // The newest first: one that the filter kept out, with the reason, and nothing to replay.
    await deliveries.first().getByText('filtered').waitFor();
    expect(await deliveries.first().innerText()).toMatch(/filter|condition/i);
    expect(await deliveries.first().getByRole('button').count()).toBe(0);
    const oldest = deliveries.last();
    await oldest.getByText('What it brought and gave').click();
    await oldest.getByText('"name": "Ada"').waitFor();
    await oldest.getByRole('button', { name: /^Replay/ }).click();
    await expect.poll(() => deliveries.count()).toBe(4);
    const { items } = await call<{ items: { id: string }[] }>('GET', '/runs?workflow=delivered');
    expect(await call('GET', `/runs/${items[0]?.id}`)).toMatchObject({ input: { name: 'Ada' } });
    expect(await findingsOf(page, { name: 'deliveries', place: '' })).toEqual([]);
  });

  it('[W3155] a long name with invisible characters leaves room for the rest of the header', async () => {
    const name = `Turned \u202eround ${'and long '.repeat(20)}`;
    await call('POST', '/workflows', { ...greeting('long-name'), name });
    const page = await open('/workflows/long-name');
    const title = page.getByRole('heading', { level: 1 });
    await expect.poll(() => title.textContent()).toContain(String.raw`Turned \u202eround`);
    const problems = await page.getByText('No problems').boundingBox();
    expect(problems?.height).toBeLessThan(24);
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
    await shoot(page, 'job-10');
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
    await shoot(link, 'job-10-link');
    await short.does(link.getByRole('button', { name: 'Approve' }).click());
    short.ends();
    await expect
      .poll(async () => (await call<{ status: string }>('GET', `/runs/${second}`)).status)
      .toBe('completed');
  });
});

// Triggers are set up in the studio, for a workflow whose dialect keeps them apart and for a pipeline, which has them in its
// definition. What they start is started over HTTP, by a sender with code of its own.
import { createHmac, randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { copiedText } from './clipboard.ts';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';

const phone = { width: 390, height: 844 };
const greeter = {
  skein: 1,
  id: 'greeter',
  name: 'Greeter',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'greet', type: 'transform', config: { value: 'Hello, ${trigger.name}!' } },
  ],
  edges: [{ from: 'start', to: 'greet' }],
};
const digest = {
  name: 'Digest',
  is_active: true,
  steps: [{ type: 'custom_llm', name: 'One', model: 'm', system_prompt: 'Hi <<trigger_output>>' }],
};

/** Signs as Standard Webhooks says, and answers with the status. */
async function deliver(address: string, secret: string): Promise<number> {
  const id = `msg_${randomUUID()}`;
  const time = String(Math.floor(Date.now() / 1000));
  const body = '{"name":"Ada"}';
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  const { status } = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  });
  return status;
}

describeStudio('triggers', ({ studio, open }) => {
  const choose = async (page: Page, label: string, option: string) => {
    await page.getByLabel(label, { exact: true }).click();
    await page.getByRole('option', { name: option }).click();
  };
  const ticks = (page: Page) => page.getByRole('list', { name: 'Next ticks' }).locator('time');
  const copied = (page: Page, what: string) =>
    copiedText(page, { button: `Copy the ${what}`, what });
  const saveTrigger = async (page: Page) => {
    await page.getByRole('button', { name: 'Save trigger' }).click();
    await page.getByText('Trigger saved.').first().waitFor();
  };

  it('[W91] a schedule is set up with its next ticks, and a mistake is shown at its field', async () => {
    await studio().call('PUT', '/workflows/greeter', greeter);
    const page = await open('/workflows');
    await page.getByRole('button', { name: 'Actions for Greeter' }).click();
    await page.getByRole('menuitem', { name: 'Trigger' }).click();
    const panel = page.getByRole('complementary', { name: 'Trigger' });
    await choose(page, 'Trigger type', 'On a schedule');
    await panel.getByLabel('Cron').fill('30 6 * * *');
    await panel.getByLabel('Time zone').fill('Asia/Tokyo');
    await expect.poll(() => ticks(page).count()).toBe(5);
    await expect.poll(() => ticks(page).first().textContent()).toContain('06:30');
    expect(await ticks(page).first().getAttribute('datetime')).toContain('T21:30');

    await panel.getByLabel('Cron').fill('30 26 * * *');
    const alert = panel.getByRole('alert');
    await alert.getByText('The hour cannot be "26": it goes from 0 to 23').waitFor();
    await alert.getByText('"0 9 * * 1-5" fires at 9:00').waitFor();
    expect(await panel.getByLabel('Cron').getAttribute('aria-invalid')).toBe('true');
    expect(await ticks(page).count()).toBe(0);

    await panel.getByLabel('Cron').fill('30 6 * * *');
    await expect.poll(() => ticks(page).count()).toBe(5);
    await choose(page, 'Missed ticks', 'Skip them');
    await saveTrigger(page);
    const { items } = await studio().call<{ items: { config: unknown }[] }>(
      'GET',
      '/triggers?workflow=greeter',
    );
    expect(items.map(({ config }) => config)).toEqual([
      { cron: '30 6 * * *', timezone: 'Asia/Tokyo', catchUp: 'none' },
    ]);
    await page.reload();
    await expect.poll(() => panel.getByLabel('Cron').inputValue()).toBe('30 6 * * *');
    expect(await findingsOf(page, { name: 'trigger', place: '' })).toEqual([]);
  });

  it('[W3159] a schedule is chosen in words, and its next ticks are shown', async () => {
    await studio().call('PUT', '/workflows/greeter', greeter);
    const page = await open('/workflows/greeter?open=trigger');
    const panel = page.getByRole('complementary', { name: 'Trigger' });
    await choose(page, 'Trigger type', 'On a schedule');
    await choose(page, 'How often', 'On weekdays at 09:00');
    expect(await panel.getByLabel('Cron').inputValue()).toBe('0 9 * * 1-5');
    await panel.getByText('Weekdays 09:00').waitFor();
    await expect.poll(() => ticks(page).count()).toBe(5);
    await panel.getByLabel('Cron').fill('15 9 * * 1-5');
    await panel.getByText('At other times, as cron says').waitFor();
    expect(await findingsOf(page, { name: 'schedule', place: '' })).toEqual([]);
  });

  it('[W91] a webhook has an address to copy and a secret that is shown once; switched off, it refuses', async () => {
    await studio().call('PUT', '/workflows/greeter', greeter);
    const page = await open('/workflows/greeter?open=trigger');
    await choose(page, 'Trigger type', 'By webhook');
    await saveTrigger(page);
    await page.getByText('Without a secret, every delivery is refused.').waitFor();
    await page.getByRole('button', { name: 'Create a secret' }).click();
    const address = await copied(page, 'address');
    const secret = await copied(page, 'secret');
    expect(address).toContain(`${studio().url}/api/v1/hooks/`);
    expect(await deliver(address, secret)).toBe(202);
    await page.reload();
    await page.getByRole('button', { name: 'Replace the secret' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    const results = page.getByRole('list', { name: 'Last results' });
    await results.getByText('started', { exact: true }).waitFor();
    await results.getByRole('link').waitFor();

    await page.getByRole('switch', { name: 'Trigger on' }).click();
    await page.getByText('Off: runs start by hand only').waitFor();
    expect(await deliver(address, secret)).toBe(409);
    await page.getByRole('switch', { name: 'Trigger on' }).click();
    await page.getByText('On', { exact: true }).waitFor();
    expect(await deliver(address, secret)).toBe(202);

    // A change of its filter keeps the address and the secret.
    await page.getByRole('button', { name: 'As JSON' }).click();
    await page
      .getByLabel('Condition', { exact: true })
      .fill('{"left":"${trigger.name}","op":"eq","right":"Eve"}');
    await saveTrigger(page);
    expect(await copied(page, 'address')).toBe(address);
    const before = await studio().call<{ items: unknown[] }>('GET', '/runs?workflow=greeter');
    expect(await deliver(address, secret)).toBe(202);
    const after = await studio().call<{ items: unknown[] }>('GET', '/runs?workflow=greeter');
    expect(after.items).toHaveLength(before.items.length);

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Trigger deleted.').waitFor();
    expect(await deliver(address, secret)).toBe(401);
    // The definition was not touched: it is saved as ever.
    await page.getByRole('button', { name: 'Workflow settings' }).click();
    await page.getByLabel('Description').fill('Greets.');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).waitFor();
  });

  it('[W2700] a webhook is signed as GitHub does, with the secret of the sender, or as the settings say', async () => {
    await studio().call('PUT', '/workflows/pushed', { ...greeter, id: 'pushed' });
    const page = await open('/workflows/pushed?open=trigger');
    await choose(page, 'Trigger type', 'By webhook');
    await choose(page, 'Signed as by', 'GitHub');
    await saveTrigger(page);
    await page.getByLabel('Secret of the sender').fill('chosen by the sender');
    await page.getByRole('button', { name: 'Use this secret' }).click();
    await page.getByText('The secret of the sender is set.').first().waitFor();
    const address = await copied(page, 'address');
    const send = async (headers: (digest: string) => { readonly [name: string]: string }) => {
      const body = `{"name":"${randomUUID()}"}`;
      const signed = createHmac('sha256', 'chosen by the sender').update(body).digest('hex');
      const type = { 'content-type': 'application/json' };
      const given = { ...type, ...headers(signed) };
      return (await fetch(address, { method: 'POST', headers: given, body })).status;
    };
    const github = (digest: string) => ({ 'x-hub-signature-256': `sha256=${digest}` });
    expect(await send(github)).toBe(202);
    expect(await send(() => github('0'.repeat(64)))).toBe(401);

    await choose(page, 'Signed as by', 'Something else');
    await page.getByRole('alert').getByText('Must be the name of a header.').waitFor();
    await page.getByLabel('Header with the signature').fill('x-signature');
    await page.getByLabel('What is signed').fill('{x-sent-at}');
    await page.getByRole('alert').getByText('Must contain "{body}".').waitFor();
    await page.getByLabel('What is signed').fill('');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await saveTrigger(page);
    const { items } = await studio().call<{ items: { config: unknown }[] }>(
      'GET',
      '/triggers?workflow=pushed',
    );
    expect(items).toMatchObject([{ config: { verify: { header: 'x-signature' } } }]);
    // The same address and secret, another header.
    expect(await send((digest) => ({ 'x-signature': digest }))).toBe(202);
    expect(await send(github)).toBe(401);
    await page.reload();
    await expect
      .poll(() => page.getByLabel('Header with the signature').inputValue())
      .toBe('x-signature');
    expect(await findingsOf(page, { name: 'signature of a webhook', place: '' })).toEqual([]);
  });

  it('[W1750] a second trigger is added with its name and its node; each is changed on its own', async () => {
    const nodes = [...greeter.nodes, { id: 'night', type: 'start', name: 'At night' }];
    const edges = [...greeter.edges, { from: 'night', to: 'greet' }];
    await studio().call('PUT', '/workflows/twice', { ...greeter, id: 'twice', nodes, edges });
    const page = await open('/workflows/twice?open=trigger');
    await choose(page, 'Trigger type', 'By webhook');
    await page.getByRole('switch', { name: 'Answer with the run' }).click();
    await saveTrigger(page);
    await page.getByRole('button', { name: 'Add another trigger' }).click();
    await page.getByLabel('Name', { exact: true }).fill('nightly');
    await choose(page, 'Starts at', 'At night');
    await choose(page, 'Trigger type', 'On a schedule');
    await saveTrigger(page);
    const triggers = async () =>
      (
        await studio().call<{
          items: { name: string | null; start: string | null; config: { respond?: boolean } }[];
        }>('GET', '/triggers?workflow=twice')
      ).items;
    expect(await triggers()).toMatchObject([
      { name: null, start: null, config: { respond: true } },
      { name: 'nightly', start: 'night' },
    ]);
    await choose(page, 'Triggers', 'Webhook');
    await page.getByRole('switch', { name: 'Answer with the run' }).click();
    await saveTrigger(page);
    expect((await triggers()).map(({ config }) => config.respond ?? null)).toEqual([false, null]);
    await choose(page, 'Triggers', 'nightly: Daily 09:00');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Trigger deleted.').waitFor();
    await expect.poll(async () => (await triggers()).length).toBe(1);
    expect(await findingsOf(page, { name: 'several triggers', place: '' })).toEqual([]);
  });

  it('[W92] a pipeline has the same in its editor, as part of its definition', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', digest);
    const page = await open(`/workflows/${id}`);
    await choose(page, 'Trigger type', 'On a schedule');
    await expect.poll(() => ticks(page).count()).toBe(5);
    await page.getByLabel('Cron').fill('0 9 * * 8-9');
    await page.getByRole('alert').getByText('The day of the week cannot be "8-9"').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await choose(page, 'Trigger type', 'By webhook');
    await page.getByText('Save the workflow to let it start like this.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Create a secret' }).click();
    const address = await copied(page, 'address');
    const secret = await copied(page, 'secret');
    expect(await deliver(address, secret)).toBe(202);

    await page.getByRole('switch', { name: 'Trigger on' }).click();
    await page.getByText('Off: runs start by hand only').waitFor();
    // What is saved afterwards does not switch it on again.
    await page.getByRole('button', { name: 'Workflow settings' }).click();
    await page
      .getByRole('complementary', { name: 'Workflow' })
      .getByLabel('Description')
      .fill('A digest.');
    await page.keyboard.press('Control+s');
    await expect
      .poll(
        async () =>
          (await studio().call<{ description: string }>('GET', `/workflows/${id}`)).description,
      )
      .toBe('A digest.');
    expect(await deliver(address, secret)).toBe(409);

    await page.getByRole('button', { name: 'Remove the trigger' }).click();
    await page.keyboard.press('Control+s');
    await expect.poll(() => deliver(address, secret)).toBe(401);
    expect(await findingsOf(page, { name: 'pipeline trigger', place: '' })).toEqual([]);
  });

  it('[W92][W3935][W4353] senders of mails are allowed and blocked, and a mail is tried, on a phone too', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', digest);
    const page = await open(`/workflows/${id}?open=trigger`, { viewport: phone });
    await choose(page, 'Trigger type', 'By email');
    await page.getByLabel('Allowed domains').fill('example.org, example.com');
    await page.getByLabel('Blocked senders').fill('spam@example.org');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    const { items } = await studio().call<{ items: { filter_rules: unknown }[] }>(
      'GET',
      `/triggers?workflow=${id}`,
    );
    expect(items.map(({ filter_rules: rules }) => rules)).toEqual([
      { domain_whitelist: ['example.org', 'example.com'], email_blacklist: ['spam@example.org'] },
    ]);
    expect(await findingsOf(page, { name: 'mail trigger', place: '' })).toEqual([]);
    const sample = page.getByRole('region', { name: 'Test the trigger' });
    await expect.poll(() => sample.getByLabel('Subject').inputValue()).toBe('Invoice 7');
    // Without a sender it is no mail: that is said at its field, and nothing is sent.
    await sample.getByLabel('From').fill('nobody');
    await sample.getByRole('button', { name: 'Send a test' }).click();
    await sample.getByText('From: The email has no sender').waitFor();
    // A workflow that requires what no mail has says so before one comes.
    const strict = { type: 'object', properties: { order: {} }, required: ['order', 'subject'] };
    const orders = await studio().call<{ id: string }>('POST', '/workflows', {
      skein: 1,
      name: 'Orders by mail',
      nodes: [{ id: 'start', type: 'start', config: { schema: strict } }],
    });
    await page.goto(`${studio().url}/workflows/${orders.id}?open=trigger`);
    await choose(page, 'Trigger type', 'By email');
    await page.getByText('The workflow requires order, which no mail brings').waitFor();
    // What is added and removed again is no change.
    await saveTrigger(page);
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('button', { name: 'Remove Condition' }).click();
    await page.getByRole('button', { name: 'Save trigger', disabled: true }).waitFor();
  });

  it('[W4353] what is wrong with a test is said at its field, as JSON too, and goes when it is right', async () => {
    const taken = {
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'number' } },
      required: ['name'],
    };
    const strict = (required: readonly string[]) => ({
      ...greeter,
      id: 'strict',
      nodes: [
        { id: 'start', type: 'start', config: { schema: { ...taken, required } } },
        greeter.nodes[1],
      ],
    });
    await studio().call('POST', '/workflows', strict(['name']));
    await studio().call('PUT', '/workflows/strict/trigger', {
      trigger_type_id: 'webhook',
      config: {},
    });
    const page = await open('/workflows/strict?open=trigger');
    const test = page.getByRole('region', { name: 'Test the trigger' });
    const send = test.getByRole('button', { name: 'Send a test' });
    await send.click();
    const missing = test.getByText('Name: this is required. Fill it in.');
    await missing.waitFor();
    // Elsewhere somebody publishes that more is required.
    await studio().call('PUT', '/workflows/strict', strict(['name', 'age']));
    await test.getByLabel('Name').fill('Ada');
    await missing.waitFor({ state: 'detached' });
    await send.click();
    const refused = test.getByText('Age: this is required. Fill it in.');
    await refused.waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await test.getByLabel('Age').fill('36');
    await refused.waitFor({ state: 'detached' });
    await test.getByRole('button', { name: 'As JSON' }).click();
    const sample = test.getByLabel('Sample');
    await sample.fill('{"name": "Ada", "age": "old"}');
    await send.click();
    await test.getByText(/^age: must be a number/u).waitFor();
    await sample.fill('{"name": "Ada", "age": 36');
    await send.click();
    await test.getByText('Not valid JSON yet.').waitFor();
    expect(await test.getByText('Started run').count()).toBe(0);
    await sample.fill('{"name": "Ada", "age": 36}');
    await send.click();
    await test.getByText('Started run').waitFor();
  });
});

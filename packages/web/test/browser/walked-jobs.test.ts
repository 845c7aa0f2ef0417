// What hurt a stranger who walked through all jobs of the studio by hand.
import { startFakeProvider, type FakeProvider } from '@skein/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { settled } from './drag.ts';

describeStudio('walking through the jobs', ({ studio, open }) => {
  let fake: FakeProvider;
  beforeAll(async () => {
    fake = await startFakeProvider();
  });
  afterAll(() => fake?.close());

  const dialog = (page: Page) => page.getByRole('dialog');

  it('[W3501] a provider that was changed is tested again, and keeps the address of its gateway', async () => {
    const gateway = `${fake.url}/v1`;
    await studio().call('PUT', '/providers/openai', {
      type: 'openai',
      baseURL: gateway,
      key: 'wrong-key',
    });
    const page = await open('/settings?tab=models');
    const wrong = { error: { status: 401, body: { error: { message: 'Incorrect API key.' } } } };
    fake.reply(wrong);
    await page.getByRole('button', { name: 'Test openai' }).click();
    await page.getByText('Wrong API key.').waitFor();
    await page.getByRole('button', { name: 'Change openai' }).click();
    expect(await dialog(page).getByLabel('Address').inputValue()).toBe(gateway);
    await dialog(page).getByLabel('API key').fill('right-key');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('It works:').waitFor();
    expect(await page.getByText('Wrong API key.').count()).toBe(0);
    await page.getByText(gateway).waitFor();
  });

  it('[W3503] a comparison says what a node gave and how it stands in words, with no record of the engine', async () => {
    await studio().call('POST', '/workflows', {
      skein: 1,
      id: 'asks',
      name: 'Asks',
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'boss', type: 'approval', name: 'Ask the boss', config: { prompt: 'Go on?' } },
        { id: 'send', type: 'transform', name: 'Send it', config: { value: 'Sent to Ada' } },
      ],
      edges: [
        { from: 'start', to: 'boss' },
        { from: 'boss', out: 'approved', to: 'send' },
      ],
    });
    const begin = async () =>
      (await studio().call<{ run_id: string }>('POST', '/workflows/asks/run?wait=20', {})).run_id;
    const [done, waiting] = [await begin(), await begin()];
    const { items } = await studio().call<{ items: { id: string; run: string }[] }>(
      'GET',
      '/waits',
    );
    const wait = items.find(({ run }) => run === done);
    await studio().call('POST', `/waits/${wait?.id}/answer`, 'yes');
    const page = await open(`/runs/${waiting}?tab=compare&with=${done}`);
    const send = page.getByRole('region', { name: 'Send it' }).last();
    await send.getByText('not started').waitFor();
    await send.getByText('output', { exact: true }).waitFor();
    await send.getByText('Sent to Ada', { exact: true }).waitFor();
    const words = await page.getByRole('tabpanel', { name: 'Compare' }).textContent();
    for (const ours of ['"ports"', 'outputs › 0', 'idle']) expect(words).not.toContain(ours);
  });

  it('[W3504] the list of workflows begins with the one that was changed last', async () => {
    for (const id of ['a-first', 'z-second', 'm-third']) {
      const nodes = [{ id: 'start', type: 'start' }];
      await studio().call('POST', '/workflows', { skein: 1, id, name: `Listed ${id}`, nodes });
    }
    const page = await open('/workflows');
    const listed = page.getByRole('link', { name: /^Listed/ });
    await listed.first().waitFor();
    expect(await listed.allTextContents()).toEqual([
      'Listed m-third',
      'Listed z-second',
      'Listed a-first',
    ]);
  });

  it('[W3505] a field has its height before its editor is there, and nothing below it moves', async () => {
    await studio().call('POST', '/workflows', {
      skein: 1,
      id: 'slow',
      name: 'Slow',
      nodes: [{ id: 'ask', type: 'llm', name: 'Ask it', config: { prompt: 'Hi' } }],
    });
    const page = await open('/workflows');
    let load = () => {};
    const isAwaited = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(/prompt-editor/, async (route) => {
      await isAwaited;
      await route.continue();
    });
    await page.goto(new URL('/workflows/slow?node=ask', page.url()).href);
    const below = page.getByText('The model as provider/model', { exact: false });
    await below.waitFor();
    const before = await settled(below);
    load();
    await page.getByRole('textbox', { name: /Prompt/ }).waitFor();
    expect((await settled(below)).y).toBe(before.y);
  });

  it('[W3506] a schedule begins in the time zone of the person who makes it', async () => {
    const nodes = [{ id: 'start', type: 'start' }];
    await studio().call('POST', '/workflows', { skein: 1, id: 'daily', name: 'Daily', nodes });
    const page = await open('/workflows', { isFresh: true });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
    await page.goto(new URL('/workflows/daily', page.url()).href);
    await page.getByRole('button', { name: 'Trigger' }).click();
    await page.getByRole('combobox', { name: 'Trigger type' }).click();
    await page.getByRole('option', { name: 'On a schedule' }).click();
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo');
    await page.getByRole('list', { name: 'Next ticks' }).getByText('09:00').first().waitFor();
  });
});

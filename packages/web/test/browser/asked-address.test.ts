// An MCP server that sends a person to an address: a process that is no Skein asks, and the question is opened in the studio and behind an
// answer link.
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';

const manifest = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/package.json',
);
const args = [path.join(path.dirname(manifest), 'dist', 'index.js'), 'stdio'];
const every = { command: process.execPath, args, startTimeoutMs: 120_000 };

const pay = "https://pay.example/cart?id=7&for='me'";
const shown = new URL(pay).href;

describeStudio(
  'a question that names an address',
  ({ studio, open }) => {
    const ask = async () => {
      const { call } = studio();
      const config = {
        tool: 'every-trigger-url-elicitation',
        args: { url: pay, message: 'Please pay.' },
      };
      const definition = { skein: 1, name: 'Pay', nodes: [{ id: 'pay', type: 'tool', config }] };
      const { id } = await call<{ id: string }>('POST', '/workflows', definition);
      const { run_id: run } = await call<{ run_id: string }>('POST', `/workflows/${id}/run`, {});
      const waits = async () =>
        (await call<{ items: readonly { id: string }[] }>('GET', `/waits?run=${run}`)).items;
      await expect.poll(async () => (await waits()).length, { timeout: 60_000 }).toBe(1);
      return { run, wait: (await waits())[0]?.id ?? '' };
    };
    const completed = async (run: string): Promise<void> => {
      const status = async () =>
        (await studio().call<{ status: string }>('GET', `/runs/${run}`)).status;
      await expect.poll(status, { timeout: 20_000 }).toBe('completed');
    };
    /** Opens it as a person does; nothing of it reaches a network. */
    const follow = async (page: Page): Promise<void> => {
      const link = page.getByRole('link', { name: shown });
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
      const asked: { url: string; referer: string | undefined }[] = [];
      await page.context().route('https://pay.example/**', async (route) => {
        const { referer } = await route.request().allHeaders();
        asked.push({ url: route.request().url(), referer });
        await route.fulfill({ contentType: 'text/html', body: '<h1>Cart</h1>' });
      });
      const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
      await tab.getByRole('heading', { name: 'Cart' }).waitFor();
      expect(asked).toEqual([{ url: shown, referer: undefined }]);
      expect(await tab.evaluate(() => window.opener)).toBeNull();
      await tab.close();
    };

    it('[W3280] is a link in the inbox and on the page of the run', async () => {
      const { run, wait } = await ask();
      for (const place of [`/runs/${run}`, `/inbox?wait=${wait}`]) {
        const page = await open(place);
        await follow(page);
      }
      // A process with two calls in flight does not say which of them asks, so this one ends before the next.
      await studio().call('POST', `/waits/${wait}/answer`, { outcome: 'done' });
      await completed(run);
    });

    it('[W3280] is a link on the answer page', async () => {
      const { run, wait } = await ask();
      const { url } = await studio().call<{ url: string }>('POST', `/waits/${wait}/links`, {
        for: 'ana@example.org',
      });
      const page = await open('/', { isStranger: true });
      await page.goto(url);
      await follow(page);
      await page.getByLabel('What came of it').selectOption('done');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Your answer was recorded.').waitFor();
      await completed(run);
    });
  },
  { isClosed: true, config: { mcpServers: { every } } },
);

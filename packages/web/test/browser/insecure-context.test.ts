// The studio of a server in a local network without TLS: the browser offers it neither `crypto.randomUUID` nor a clipboard.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withClipboard } from './clipboard.ts';
import { describeStudio } from './describe-studio.ts';

interface Kept {
  readonly id: string;
  readonly definition: JsonObject;
}

describeStudio(
  'a page that is no secure context',
  ({ studio, open }) => {
    const card = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
    const create = async (definition: JsonObject) =>
      (await studio().call<Kept>('POST', '/workflows', definition)).id;

    /** Signs in by hand: only the browser knows the name of the host. */
    async function openInsecure(place: string, width = 1440): Promise<Page> {
      const page = await open(place, {
        isStranger: true,
        host: 'studio.test',
        viewport: { width, height: 900 },
      });
      expect(await page.evaluate(() => isSecureContext)).toBe(false);
      await page.getByLabel('API key').fill(studio().key);
      await page.getByRole('button', { name: 'Sign in' }).click();
      return page;
    }

    it('[W94] a run is started and its id is copied', async () => {
      const id = await create({
        name: 'Alone',
        nodes: [{ id: 'start', type: 'start', x: 0, y: 0, data: { initialInput: 'hello' } }],
        connections: [],
      });
      const page = await openInsecure(`/workflows/${id}`, 800);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
      await page.waitForURL(/\/runs\//);
      const run = /\/runs\/([^/?]+)/.exec(page.url())?.[1];
      const search = page.getByLabel('Search runs');
      await withClipboard(async () => {
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Copy ID' }).click();
        await page.getByText('Copied the run ID.').waitFor();
        await page.getByRole('link', { name: 'Runs', exact: true }).click();
        await search.click();
        await search.press('Control+v');
        await expect.poll(() => search.inputValue()).toBe(run);
      });
    });

    it('[W94] a step is added to a pipeline', async () => {
      const id = await create({ name: 'Steps', dialect: 'pipeline' });
      const page = await openInsecure(`/workflows/${id}`);
      await page.getByRole('button', { name: 'Add a step' }).click();
      await page.getByRole('menuitem').first().click();
      await expect
        .poll(() => page.getByRole('list', { name: 'Steps' }).locator('> li').count())
        .toBe(1);
    });

    it('[W94] nodes are copied and pasted', async () => {
      const id = await create({ name: 'Copied', dialect: 'canvas' });
      const page = await openInsecure(`/workflows/${id}`);
      await page.getByRole('button', { name: /^Agent/ }).click();
      await card(page, 'agent').click();
      await withClipboard(async () => {
        await page.locator('body').press('Control+c');
        await page.getByText('Copied 1 node.').waitFor();
        await page.locator('body').press('Control+v');
        await expect.poll(() => page.locator('.react-flow__node').count()).toBe(3);
      });
    });
  },
  { isClosed: true },
);

// The list of runs: finding one by what it was about, and doing something with several.
import { json } from 'node:stream/consumers';
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';

const script: JsonObject = {
  replies: [
    { when: { node: 'ask', call: 1 }, error: { status: 400, message: 'the quota is used up' } },
    { when: { node: 'ask' }, text: 'All is well.' },
  ],
};

const flow = (id: string, name: string, node: JsonObject): JsonObject => ({
  skein: 1,
  id,
  name,
  nodes: [node],
});

describeStudio(
  'lists of runs',
  ({ studio, open }) => {
    const call = <Answer>(method: string, place: string, body?: unknown) =>
      studio().call<Answer>(method, place, body);
    const begin = async (workflow: string, input: JsonObject) =>
      (await call<{ run_id: string }>('POST', `/workflows/${workflow}/run?wait=20`, { input }))
        .run_id;
    const rows = (page: Page) => page.getByRole('table', { name: 'Runs' }).locator('tbody tr');

    it('[W1455][W3810] finds a run by its input, output and error, and shows what it cost and why it failed', async () => {
      await call(
        'POST',
        '/workflows',
        flow('asks', 'Asks', { id: 'ask', type: 'llm', config: { prompt: 'Hi' } }),
      );
      await call(
        'POST',
        '/workflows',
        flow('greets', 'Greets', {
          id: 'greet',
          type: 'transform',
          config: { value: 'Welcome, ${trigger.name}!' },
        }),
      );
      for (const name of ['Ada', 'Grace']) await begin('greets', { name });
      await begin('asks', { order: 'Nordwind 4711' });
      const page = await open('/runs');
      await expect.poll(() => rows(page).count()).toBe(3);
      await rows(page).getByText('name: Grace').waitFor();
      expect(await rows(page).getByText('API', { exact: true }).count()).toBe(3);
      const search = page.getByLabel('Search runs');
      for (const [text, name] of [
        ['nordwind 4711', 'Asks'],
        ['Welcome, Grace', 'Greets'],
        ['quota is used', 'Asks'],
      ] as const) {
        await search.fill(text);
        await expect.poll(() => rows(page).count()).toBe(1);
        await rows(page).getByRole('link', { name }).waitFor();
      }
      await rows(page).getByText('the quota is used up').waitFor();
      await search.fill('');
      await call('POST', '/workflows/greets/nodes/greet/run?wait=20', {});
      await expect.poll(() => rows(page).count()).toBe(3);
      await page.getByLabel('Show trial runs').check();
      await expect.poll(() => rows(page).count()).toBe(4);
      await rows(page).getByText('trial', { exact: true }).waitFor();
      expect(await findingsOf(page, { name: 'runs', place: '/runs' })).toEqual([]);
    });

    it('[W3171] a search that takes its time says so, and ends without an offer of more', async () => {
      const page = await open('/runs');
      await expect.poll(() => rows(page).count()).toBe(3);
      const held = Promise.withResolvers<void>();
      await page.route(/\/runs\?.*q=/, async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.getByLabel('Search runs').fill('nordwind');
      await page.getByRole('status').getByText('Searching…').waitFor();
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(1);
      held.resolve();
      await expect.poll(() => rows(page).count()).toBe(1);
      await page.getByText('Searching…').waitFor({ state: 'detached' });
      expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
    });

    it('[W2454][W3936] says what started a run, and moves runs that wait to the newest version', async () => {
      const asking = (prompt: string) =>
        flow('waits', 'Waits', { id: 'ask', type: 'input', config: { prompt } });
      await call('POST', '/workflows', asking('Who?'));
      await call('PUT', '/workflows/waits/trigger', { trigger_type_id: 'webhook', config: {} });
      const { items } = await call<{ items: { uuid: string }[] }>(
        'GET',
        '/triggers?workflow=waits',
      );
      const { run_id: run } = await call<{ run_id: string }>(
        'POST',
        `/triggers/${items[0]?.uuid}/test`,
        { data: { caller: 'Ada' } },
      );
      const { version } = await call<{ version: string }>(
        'PUT',
        '/workflows/waits',
        asking('Who is it?'),
      );
      const page = await open('/runs?workflow=waits');
      await rows(page).getByText('Webhook').waitFor();
      await page.getByLabel('Select all 1').check();
      await page.getByRole('button', { name: 'Move 1 run' }).click();
      await page.getByText('Moved 1 run.').waitFor();
      expect(await call('GET', `/runs/${run}`)).toMatchObject({
        status: 'waiting',
        workflow: { version },
      });
      await page.getByLabel('Select all 1').check();
      await page.getByRole('button', { name: 'Cancel 1 run' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel 1 run' }).click();
      await rows(page).getByText('Cancelled', { exact: true }).waitFor();
      await rows(page).getByText('caller: Ada').waitFor();
      await call('DELETE', `/runs/${run}`);
    });

    it('[W1456] resumes, exports and deletes several runs together', async () => {
      const page = await open('/runs?workflow=asks');
      await expect.poll(() => rows(page).count()).toBe(1);
      await page.getByLabel('Select all 1').check();
      await page.getByRole('button', { name: 'Resume 1 run' }).click();
      await page.getByText('Resumed 1 run.').waitFor();
      await rows(page).getByText('Completed').waitFor();
      await page.getByRole('button', { name: 'All runs', exact: true }).click();
      await expect.poll(() => rows(page).count()).toBe(3);
      await page.getByLabel('Select all 3').check();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export 3 runs' }).click();
      const file = await (await download).createReadStream();
      expect(await json(file)).toHaveLength(3);
      await page.getByRole('button', { name: 'Delete 3 runs' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete 3 runs' }).click();
      await page.getByText('Deleted 3 runs.').waitFor();
      await page.getByText('No runs yet').waitFor();
    });

    it('[W3901] an item of a map that failed is among the failed runs, and leads to the map', async () => {
      const fails = { id: 'f', type: 'fail', config: { message: 'Lost' } };
      const workflow = flow('letter', 'Letter', fails);
      const config = { items: '${trigger.list}', failures: 'collect', workflow };
      const map = { id: 'each', type: 'map', name: 'Send each', config };
      await call('POST', '/workflows', flow('letters', 'Letters', map));
      await begin('letters', { list: [1, 2] });
      const page = await open('/runs?status=failed');
      await rows(page).getByText('Lost').first().waitFor();
      expect(await findingsOf(page, { name: 'failed runs', place: '/runs' })).toEqual([]);
      await rows(page).getByRole('link', { name: 'Another run' }).first().click();
      await page.locator('.react-flow__node').getByText('2 of 2 failed').waitFor();
    });

    it('[W4350] says why a run failed as its page does, and finds it by its error code', async () => {
      const read = { id: 'tell', type: 'transform', config: { value: '${transform.output.name}' } };
      await call('POST', '/workflows', {
        skein: 1,
        id: 'reads',
        name: 'Reads',
        nodes: [{ id: 'transform', type: 'transform', config: { value: 'Ada' } }, read],
        edges: [{ from: 'transform', to: 'tell' }],
      });
      await begin('reads', {});
      const page = await open('/runs');
      await page.getByLabel('Search runs').fill('UNRESOLVED_REFERENCE');
      await expect.poll(() => rows(page).count()).toBe(1);
      const words = /^Transform › name could not be resolved: the output of "Transform" is a text/u;
      await rows(page).getByText(words).waitFor();
      await rows(page).getByRole('link', { name: 'Reads' }).click();
      await page.getByRole('alert').getByText(words).first().waitFor();
    });

    it('[W4356] a search goes on through older runs until it finds something, and says so', async () => {
      const page = await open('/runs');
      await rows(page).first().waitFor();
      const cursors: (string | null)[] = [];
      // As with very many runs: a request looks through some of them, and the next one goes on.
      await page.route(/\/runs\?.*q=/, async (route) => {
        const cursor = new URL(route.request().url()).searchParams.get('cursor');
        cursors.push(cursor);
        if (cursor === 'c')
          return route.continue({
            url: route
              .request()
              .url()
              .replace(/&?cursor=c/, ''),
          });
        if (cursor === 'b') await page.getByRole('status').getByText('Searching…').waitFor();
        await route.fulfill({ json: { items: [], nextCursor: cursor === 'b' ? 'c' : 'b' } });
      });
      await page.getByLabel('Search runs').fill('UNRESOLVED_REFERENCE');
      await expect.poll(() => cursors).toEqual([null, 'b', 'c']);
      await rows(page).getByRole('link', { name: 'Reads' }).waitFor();
      await page.getByText('Searching…').waitFor({ state: 'detached' });
    });
  },
  { script },
);

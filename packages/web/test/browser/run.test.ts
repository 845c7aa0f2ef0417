// A run in a real browser: what is seen while it happens, and afterwards.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { startSlowModel } from './slow-model.ts';

const model = await startSlowModel();
afterAll(() => model.stop());
const providers = { local: { type: 'openai-compatible', baseURL: `${model.url}/v1` } };

describeStudio(
  'a run',
  ({ studio, open }) => {
    const card = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
    const status = (page: Page, words: string) =>
      page.locator('main header').first().getByText(words);
    const start = async (definition: JsonObject, { query = '', input = '' } = {}) => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', definition);
      const place = `/workflows/${id}/run${query}`;
      return (await studio().call<{ run_id: string }>('POST', place, { input })).run_id;
    };
    const asking: JsonObject = { nodes: [{ id: 'name', type: 'input', config: { prompt: '?' } }] };
    const choice: JsonObject = {
      skein: 1,
      name: 'Choice',
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'which', type: 'if', config: { condition: { left: 1, op: 'eq', right: 1 } } },
        { id: 'taken', type: 'transform', config: { value: 'yes' } },
        { id: 'left', type: 'transform', config: { value: 'no' } },
      ],
      edges: [
        { from: 'start', to: 'which' },
        { from: 'which', out: 'true', to: 'taken' },
        { from: 'which', out: 'false', to: 'left' },
      ],
    };

    it('[W360] a run that waits for a limit says who has it and how many go first, until it has it', async () => {
      const printing: JsonObject = {
        skein: 1,
        id: 'printing',
        nodes: [{ id: 'ask', type: 'subworkflow', mutex: 'printer', config: { workflow: asking } }],
      };
      const first = await start(printing);
      const again = () => studio().call<{ run_id: string }>('POST', '/workflows/printing/run', {});
      const [{ run_id: second }, { run_id: third }] = [await again(), await again()];
      const page = await open(`/runs/${third}`);
      const limits = page.getByRole('list', { name: 'Limits' });
      await limits.getByText('“ask” is waiting for a slot of node:printer held by run').waitFor();
      await limits.getByText('1 before it.').waitFor();
      await limits.getByRole('link', { name: first }).waitFor();
      await studio().call('POST', `/runs/${first}/cancel`, {});
      await limits.getByText('It is next.').waitFor();
      await studio().call('POST', `/runs/${second}/cancel`, {});
      await limits.waitFor({ state: 'detached' });
    });

    it('[W600] a run that waits for further starts says until when, and with which key', async () => {
      const syncing: JsonObject = {
        skein: 1,
        id: 'syncing',
        policy: { runs: { debounce: { quietMs: 600_000, key: 'all' } } },
        nodes: [{ id: 'work', type: 'transform', config: { value: 'done' } }],
      };
      const run = await start(syncing, { input: 'first' });
      await studio().call('POST', '/workflows/syncing/run', { input: 'second' });
      const page = await open(`/runs/${run}`);
      await status(page, 'Waiting').waitFor();
      const limits = page.getByRole('list', { name: 'Limits' });
      await limits.getByText('unless another start with the key “all” comes before').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await limits.waitFor({ state: 'detached' });
    });

    it('[W42] a reply is shown while it streams, whenever the page is opened, and a refresh loses nothing', async () => {
      const run = await start(
        {
          name: 'Story',
          nodes: [
            { id: 'start', type: 'start', x: 0, y: 0, data: {} },
            {
              id: 'teller',
              type: 'agent',
              x: 0,
              y: 98,
              data: { agentName: 'Teller', model: 'local/slow' },
            },
          ],
          connections: [{ source: 'start', target: 'teller' }],
        },
        { input: 'Tell me a story' },
      );
      // Before anybody looks.
      await model.say('Once ');
      const page = await open(`/runs/${run}`);
      const log = page.getByRole('log');
      await log.getByText('Tell me a story').waitFor();
      await log.getByText('Once').waitFor();
      await model.say('upon ');
      await log.getByText('Once upon').waitFor();
      await card(page, 'teller').getByRole('img', { name: 'Running' }).waitFor();
      await page.reload();
      await log.getByText('Once upon').waitFor();
      await model.say('a time.');
      await log.getByText('Once upon a time.').waitFor();
      model.finish();
      await log.getByText('Once upon a time.').waitFor();
      await status(page, 'Completed').waitFor();
    });

    it('[W17][W43] every node and every edge explains why, and links to the event that decided it', async () => {
      const run = await start(choice, { query: '?wait=20' });
      const page = await open(`/runs/${run}`);
      await status(page, 'Completed').waitFor();
      await card(page, 'left').click();
      const why = page.getByRole('region', { name: 'Why did this not run?' });
      await why.getByText(/which/).first().waitFor();
      await why.getByRole('link', { name: 'Show' }).click();
      await expect
        .poll(() =>
          page.getByRole('region', { name: 'Events' }).locator('[aria-pressed="true"]').count(),
        )
        .toBe(1);
      // A link to an event shows it, too.
      await page.reload();
      await page.getByRole('region', { name: 'Events' }).locator('[aria-pressed="true"]').waitFor();
      await page.getByRole('button', { name: 'Edge from which to left, not taken' }).press('Enter');
      const line = page.getByRole('region', { name: 'Why was this not taken?' });
      await line.getByText('"which" ended through "true"').waitFor();
      await line.getByText(/Decided at event \d+/).waitFor();
      await page.getByRole('button', { name: 'Edge from which to taken, taken' }).press('Enter');
      await page
        .getByRole('region', { name: 'Why was this taken?' })
        .getByText('taken once')
        .waitFor();
    });

    it('[W28][W43] a failure has a hint; it is retried, and the run is cancelled', async () => {
      const run = await start({
        skein: 1,
        name: 'Half failed',
        policy: { onError: 'continue' },
        nodes: [
          { id: 'fails', type: 'function', config: { name: 'test.fail', args: { times: 99 } } },
          { id: 'ask', type: 'approval', config: { prompt: 'Go on?' } },
        ],
        edges: [],
      });
      const page = await open(`/runs/${run}?node=fails&tab=details`);
      await page.getByRole('alert').getByText('Give the node more attempts').waitFor();
      await page.getByRole('button', { name: 'Retry' }).click();
      await page.getByRole('tab', { name: 'Journal' }).click();
      await page.getByRole('region', { name: 'Events' }).getByText('node.retried').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await status(page, 'Cancelled').waitFor();
    });

    it('[W43] a run is forked from a node, and compared with the first', async () => {
      const run = await start({ ...choice, name: 'Forked' }, { query: '?wait=20' });
      const page = await open(`/runs/${run}?node=taken`);
      await page.getByRole('button', { name: 'Fork from here' }).click();
      await expect.poll(() => page.url()).not.toContain(run);
      await status(page, 'Completed').waitFor();
      await page.getByRole('tab', { name: 'Compare' }).click();
      await page.getByRole('combobox', { name: 'Other run' }).click();
      await page.getByRole('option').last().click();
      await page.getByText('Both runs took the same path to the same result.').waitFor();
    });
  },
  { config: { providers } },
);

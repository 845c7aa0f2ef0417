// The conversation of a run in a real browser: agents below agents, what came out, and questions in their place.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';

const example = (file: string) =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../../../examples/native', file), 'utf8'),
  ) as JsonObject;

describeStudio(
  'the conversation of a run',
  ({ studio, open }) => {
    const start = async (definition: JsonObject, input: unknown) => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', definition);
      const place = `/workflows/${id}/run?wait=20`;
      return (await studio().call<{ run_id: string }>('POST', place, { input })).run_id;
    };

    it('[W18][W3930] shows subagents inside the agents that called them, and what each of them sent', async () => {
      const run = await start(example('19-research-team.json'), 'rivers');
      const page = await open(`/runs/${run}`);
      const log = page.getByRole('log');
      const researcher = log.getByRole('region', { name: 'Subagent Researcher' });
      const archivist = researcher.first().getByRole('region', { name: 'Subagent Archivist' });
      const search = archivist.getByText('archive-search', { exact: true });
      await search.waitFor();
      await search.click();
      await archivist.getByText('Lys: 202 km').waitFor();
      await archivist.getByText('202 km', { exact: true }).waitFor();
      // The messages of the editor agent are outside of them.
      await log.getByText('The Lys winds for 202 km.').waitFor();
      expect(await researcher.getByText('The Lys winds for 202 km.').count()).toBe(0);
      await log.getByText('The last reply is the output of the run.').waitFor();
      // Its card leads to its own requests, which are recorded with the agent at the top.
      await page.getByRole('group', { name: 'Archivist, Agent' }).click();
      await page.getByRole('tab', { name: 'Details' }).click();
      const details = page.getByRole('tabpanel', { name: 'Details' });
      await details.getByText('Called by').waitFor();
      await details.getByText('Lys: 202 km').first().waitFor();
      expect(await details.getByText('has not run').count()).toBe(0);
    });

    it('[W48] a question can be answered once its form is loaded, not before', async () => {
      const run = await start(
        {
          skein: 1,
          name: 'Ask',
          nodes: [{ id: 'may', type: 'approval', config: { prompt: '?' } }],
        },
        {},
      );
      const page = await open('/');
      const held = Promise.withResolvers<void>();
      await page.route('**/assets/schema-form-*.js', async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto(`${studio().url}/runs/${run}`);
      const approve = page.getByRole('button', { name: 'Approve' });
      await approve.waitFor();
      expect(await approve.isDisabled()).toBe(true);
      held.resolve();
      await approve.click();
      await page.getByText('Answer sent. The run continues.').waitFor();
    });

    it('[W18][W48][W49][W3944] ends with the output, and a question says who asks and about what', async () => {
      const run = await start(
        {
          skein: 1,
          name: 'Order',
          nodes: [
            { id: 'order', type: 'transform', config: { value: { paper: '40 boxes' } } },
            { id: 'may', type: 'approval', name: 'Purchasing', config: { prompt: 'Buy it?' } },
            { id: 'done', type: 'transform', config: { value: { bought: true } } },
          ],
          edges: [
            { from: 'order', to: 'may' },
            { from: 'may', out: 'approved', to: 'done' },
          ],
        },
        {},
      );
      const { items } = await studio().call<{ items: { id: string }[] }>(
        'GET',
        `/waits?run=${run}`,
      );
      const page = await open(`/inbox?wait=${encodeURIComponent(items[0]!.id)}`);
      const reached = page.getByLabel('input of this node');
      await reached.getByText('40 boxes').waitFor();
      await page.getByRole('link', { name: run.slice(4, 13) }).click();
      const question = page.getByRole('region', { name: 'Waiting for you' });
      await question.getByText('Asked by Purchasing').waitFor();
      await reached.getByText('40 boxes').waitFor();
      expect(await page.getByRole('log').getByText('{}').count()).toBe(0);
      // Beside another node it is one line, which unfolds.
      await page.getByRole('group', { name: 'done, Data' }).click();
      await expect.poll(() => reached.isVisible()).toBe(false);
      await question.getByText('Answer', { exact: true }).click();
      await reached.getByText('40 boxes').waitFor();
      const note = question.getByLabel('Note');
      await note.fill('for the office');
      await page.reload();
      await expect.poll(() => note.inputValue()).toBe('for the office');
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') sent.push(request.postData() ?? '');
      });
      const approve = question.locator('button:enabled', { hasText: 'Approve' });
      await approve.evaluate((button: HTMLButtonElement) => {
        button.click();
        button.click();
      });
      const output = page.getByRole('region', { name: 'Output of the run' });
      await output.getByText('bought:').waitFor();
      await output.getByText('Completed').waitFor();
      expect(sent).toEqual(['{"decision":"approve","note":"for the office"}']);
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('the office');
    });
  },
  { script: example('19-research-team.script.json') },
);

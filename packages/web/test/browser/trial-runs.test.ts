// Trying a part of a workflow from the editor, as a person does: by names and labels.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';
import { startJob } from './job.ts';
import { shoot } from './shoot.ts';

const script: JsonObject = {
  replies: [
    { when: { node: 'draft' }, text: 'Dear Ada, thank you.', repeat: true },
    {
      when: { node: 'check', contains: 'Pinned' },
      text: 'The pinned letter is fine.',
      repeat: true,
    },
    { when: { node: 'check' }, text: 'The letter is fine.', repeat: true },
  ],
};

const letters: JsonObject & { readonly id: string } = {
  skein: 1,
  id: 'trials',
  name: 'Letters',
  nodes: [
    { id: 'start', type: 'start', name: 'Order' },
    { id: 'draft', type: 'llm', name: 'Draft it', config: { prompt: 'Write to ${trigger.to}.' } },
    { id: 'check', type: 'llm', name: 'Check it', config: { prompt: 'Check: ${draft.output}' } },
    { id: 'sign', type: 'transform', name: 'Sign it', config: { value: '${check.output} Yours.' } },
  ],
  edges: [
    { from: 'start', to: 'draft' },
    { from: 'draft', to: 'check' },
    { from: 'check', to: 'sign' },
  ],
};

describeStudio(
  'trial runs',
  ({ studio, open }) => {
    const call = <Answer>(method: string, place: string, body?: unknown) =>
      studio().call<Answer>(method, place, body);
    const choose = async (page: Page, node: string) => {
      await page.locator('.react-flow__node').getByText(node, { exact: true }).click();
      return page.getByRole('complementary', { name: `${node} settings` });
    };
    const status = (page: Page, words: string) =>
      page.locator('main header').first().getByText(words, { exact: true });

    it('[W2451][W2452] a node is run from it on and up to it, with a pinned output, and the runs are marked', async () => {
      const { id } = await call<{ id: string }>('POST', '/workflows', letters);
      for (const to of ['Ada', 'Grace'])
        await call('POST', `/workflows/${id}/run?wait=20`, { input: { to } });
      const page = await open(`/workflows/${id}`);
      const job = startJob('Run from a node on', 3);
      let drawer = page.getByRole('complementary', { name: 'Check it settings' });
      await job.does(choose(page, 'Check it'));
      await job.does(drawer.getByRole('button', { name: 'Other ways to run' }).click());
      await job.does(page.getByRole('menuitem', { name: 'Run from here' }).click());
      await status(page, 'Completed').waitFor();
      job.ends();
      await status(page, 'trial run').waitFor();
      await shoot(page, 'trial-run');
      const run = page.url().split('/').at(-1) ?? '';
      expect(await call('GET', `/runs/${run}`)).toMatchObject({
        output: 'The letter is fine. Yours.',
        trialOf: { workflow: id, node: 'check', reach: 'from' },
      });
      expect(await findingsOf(page, { name: 'trial-run', place: '' })).toEqual([]);

      await page.goto(`${studio().url}/workflows/${id}`);
      drawer = await choose(page, 'Draft it');
      await drawer.getByRole('tab', { name: 'Output' }).click();
      await drawer.getByRole('button', { name: 'Pin this output' }).click();
      await drawer.getByRole('textbox', { name: 'Pinned output' }).fill('"Pinned letter"');
      drawer = await choose(page, 'Check it');
      await drawer.getByRole('button', { name: 'Other ways to run' }).click();
      await shoot(page, 'run-here');
      await page.getByRole('menuitem', { name: /^Run to here/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Run to Check it' });
      await dialog.waitFor();
      await shoot(page, 'run-to');
      // The input of the last run is there; another one is picked.
      await expect.poll(() => dialog.getByRole('textbox').first().inputValue()).toContain('Grace');
      await dialog.getByRole('button', { name: 'Inputs of the last runs' }).click();
      await page.getByRole('menuitem', { name: /Ada/ }).click();
      await expect.poll(() => dialog.getByRole('textbox').first().inputValue()).toContain('Ada');
      expect(await findingsOf(page, { name: 'run-to', place: '' })).toEqual([]);
      await dialog.getByRole('button', { name: 'Start' }).click();
      await status(page, 'Completed').waitFor();
      const second = page.url().split('/').at(-1) ?? '';
      expect(await call('GET', `/runs/${second}`)).toMatchObject({
        output: 'The pinned letter is fine.',
        trialOf: { workflow: id, node: 'check', reach: 'to' },
      });
      // Nothing was published by that, and lists show such runs on request only.
      const { items } = await call<{ items: unknown[] }>('GET', `/workflows/${id}/versions`);
      expect(items).toHaveLength(1);
      await page.getByRole('link', { name: 'Runs', exact: true }).first().click();
      const table = page.getByRole('table', { name: 'Runs' });
      await table.getByRole('link', { name: 'Letters' }).first().waitFor();
      expect(await table.getByText('trial', { exact: true }).count()).toBe(0);
      await page.getByLabel('Show trial runs').check();
      await table.getByText('trial', { exact: true }).first().waitFor();
      await table.getByRole('link', { name: 'Trial run from Check it: Letters' }).waitFor();
      await shoot(page, 'runs-with-trials');
    });

    it('[W4351] a node that nobody has named is called alike in the editor, in its trial run and in the list', async () => {
      const { id } = await call<{ id: string }>('POST', '/workflows', {
        skein: 1,
        id: 'unnamed',
        name: 'Unnamed',
        nodes: [
          { id: 'transform', type: 'transform', config: { value: 'Ada' } },
          { id: 'transform-2', type: 'transform', config: { value: 'Dear ${transform.output}' } },
        ],
        edges: [{ from: 'transform', to: 'transform-2' }],
      });
      await call('POST', `/workflows/${id}/run?wait=20`, {});
      const page = await open(`/workflows/${id}`);
      const drawer = await choose(page, 'Transform 2');
      await drawer.getByRole('button', { name: 'Other ways to run' }).click();
      await page.getByRole('menuitem', { name: 'Run from here' }).click();
      await status(page, 'Completed').waitFor();
      await expect.poll(() => page.title()).toContain('Trial run from Transform 2: Unnamed');
      await page.locator('.react-flow__node').getByText('Transform', { exact: true }).waitFor();
      await page.goto(`${studio().url}/runs`);
      await page.getByLabel('Show trial runs').check();
      const table = page.getByRole('table', { name: 'Runs' });
      await table.getByRole('link', { name: 'Trial run from Transform 2: Unnamed' }).waitFor();
    });
  },
  { script },
);

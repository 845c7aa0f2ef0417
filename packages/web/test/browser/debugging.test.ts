// From a failure to a run that goes on, and from a question to a comparison: what people do when a run did not do what they wanted.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { startJob } from './job.ts';
import { findingsOf } from './page-findings.ts';
import { shoot } from './shoot.ts';

const script: JsonObject = {
  replies: [
    { when: { node: 'draft' }, text: 'Dear Ada, thank you for the order.', repeat: true },
    { when: { node: 'check', contains: 'politely' }, text: 'All is well.', repeat: true },
    { when: { node: 'check', contains: 'in one word' }, text: 'All is fine.', repeat: true },
    {
      when: { node: 'check' },
      error: { status: 400, message: 'the prompt is too short' },
      repeat: true,
    },
  ],
};

const letters: JsonObject & { readonly id: string } = {
  skein: 1,
  id: 'letters',
  name: 'Letters',
  nodes: [
    { id: 'start', type: 'start', name: 'Order' },
    {
      id: 'draft',
      type: 'llm',
      name: 'Draft the letter',
      config: { system: 'Be kind.', prompt: 'Write to ${trigger.to}.', temperature: 0.2 },
    },
    {
      id: 'check',
      type: 'llm',
      name: 'Check the letter',
      config: { prompt: 'Check: ${draft.output}' },
    },
  ],
  edges: [
    { from: 'start', to: 'draft' },
    { from: 'draft', to: 'check' },
  ],
};

describeStudio(
  'debugging',
  ({ studio, open }) => {
    const call = <Answer>(method: string, place: string, body?: unknown) =>
      studio().call<Answer>(method, place, body);
    const status = (page: Page, words: string) =>
      page.locator('main header').first().getByText(words);
    const begin = async (id: string, prompt = 'Check: ${draft.output}') => {
      const nodes = structuredClone(letters['nodes']) as { config?: { prompt: string } }[];
      Object.assign(nodes[2]?.config ?? {}, { prompt });
      await call('PUT', `/workflows/${id}`, { ...letters, id, nodes });
      const place = `/workflows/${id}/run?wait=20`;
      return (await call<{ run_id: string }>('POST', place, { input: { to: 'Ada' } })).run_id;
    };

    it('[W1450][W1451] a run that failed: its request is seen, the node corrected, and the same run continues', async () => {
      const run = await begin('job-3');
      const page = await open('/runs');
      const job = startJob('Job 3, fail → see the request → fix → continue', 8);
      await job.does(
        page
          .getByRole('link', { name: /Letters/ })
          .first()
          .click(),
      );
      await status(page, 'Failed').waitFor();
      const request = page.getByRole('region', { name: /^Request 1: Model call/ });
      await request.getByText('Check: Dear Ada, thank you for the order.').waitFor();
      await request.getByRole('alert').getByText('the prompt is too short').waitFor();
      await page
        .getByRole('region', { name: 'Values' })
        .getByText('Dear Ada, thank you for the order.')
        .waitFor();
      await job.does(page.getByRole('link', { name: 'Edit this node' }).click());
      const prompt = page
        .getByRole('complementary', { name: 'Check the letter settings' })
        .getByRole('textbox', { name: 'Prompt' });
      await job.does(prompt.click());
      await job.does(page.keyboard.press('Control+End'));
      await job.does(page.keyboard.type(' Answer politely.'));
      await job.does(page.getByRole('button', { name: 'Continue this run with the fix' }).click());
      await status(page, 'Completed').waitFor();
      job.ends();
      await shoot(page, 'job-3');
      await page.getByRole('note', { name: 'Lineage' }).getByText('Resumed at Check').waitFor();
      expect(await call('GET', `/runs/${run}`)).toMatchObject({ id: run, output: 'All is well.' });
      // Nothing was published by that.
      const { definition } = await call<{ definition: unknown }>('GET', '/workflows/job-3');
      expect(JSON.stringify(definition)).not.toContain('politely');
    });

    it('[W1451] a failed run is forked from the corrected node, and says where it comes from', async () => {
      const run = await begin('job-3b');
      const page = await open(`/runs/${run}`);
      await page.getByRole('link', { name: 'Edit this node' }).click();
      await page
        .getByRole('complementary', { name: 'Check the letter settings' })
        .getByRole('textbox', { name: 'Prompt' })
        .click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' Answer politely.');
      await page.getByRole('button', { name: 'Run again from here' }).click();
      await status(page, 'Completed').waitFor();
      const lineage = page.getByRole('note', { name: 'Lineage' });
      await lineage.getByText('Forked from').waitFor();
      await lineage.getByRole('link', { name: 'Compare' }).click();
      await page.getByRole('region', { name: 'Status of the run' }).getByText('failed').waitFor();
      expect(await call('GET', `/runs/${run}`)).toMatchObject({ status: 'failed' });
    });

    it('[W1452][W3107] what if: another prompt, ending in the differences of the two runs, word by word', async () => {
      const run = await begin('job-4', 'Check politely: ${draft.output}');
      const page = await open(`/runs/${run}`);
      await status(page, 'Completed').waitFor();
      const job = startJob('Job 4, what if with another prompt, ending in compare', 6);
      await job.does(page.getByRole('button', { name: 'What if…' }).click());
      const dialog = page.getByRole('dialog', { name: 'What if…' });
      // As in the editor: the reference is a chip with the name of its node.
      await dialog.getByText('Prompt of Check the letter').waitFor();
      await dialog.getByLabel('Prompt').getByText('Draft the letter').waitFor();
      await job.does(dialog.getByLabel('Prompt').fill('Check in one word: ${draft.output}'));
      await job.does(dialog.getByRole('button', { name: 'Run and compare' }).click());
      const output = page.getByRole('region', { name: 'Output of the run' }).last();
      await output.getByRole('deletion').getByText('well').waitFor();
      await output.getByRole('insertion').getByText('fine').waitFor();
      job.ends();
      expect(await page.getByRole('region', { name: 'Workflow of the run' }).count()).toBe(0);
      await shoot(page, 'job-4');
      expect(page.url()).not.toContain(`/runs/${run}`);
      await page.getByRole('note', { name: 'Lineage' }).getByText('Replay of').waitFor();
      expect(await findingsOf(page, { name: 'what-if', place: '' })).toEqual([]);
    });

    it('[W1453] time travel shows the run as it was at each row of its journal', async () => {
      const run = await begin('travel', 'Check politely: ${draft.output}');
      const page = await open(`/runs/${run}`);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Time travel' }).click();
      const bar = page.getByRole('region', { name: 'Time travel' });
      await bar.getByRole('slider', { name: 'Moment' }).press('Home');
      await bar.getByText('1 of').waitFor();
      await page.getByRole('img', { name: 'Running' }).first().waitFor();
      await bar.getByRole('slider', { name: 'Moment' }).press('End');
      await expect.poll(() => page.getByRole('img', { name: 'Running' }).count()).toBe(0);
      await bar.getByRole('button', { name: 'Back to now' }).click();
      await bar.waitFor({ state: 'detached' });
    });
  },
  { script },
);

// From a failure to a run that goes on, and from a question to a comparison: what people do when a run did not do what they wanted.
import type { JsonObject } from '@skein/kernel';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { startJob } from './job.ts';
import { findingsOf } from './page-findings.ts';
import { shoot } from './shoot.ts';

const script: JsonObject = {
  replies: [
    { when: { node: 'sort' }, text: '{"tone":"kind","urgent":false}', repeat: true },
    { when: { node: 'check', contains: 'Dear Bo' }, text: 'All is for Bo.', repeat: true },
    { when: { node: 'draft', contains: 'angry' }, text: 'Dear Bo, calm down.', repeat: true },
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

const addressed: JsonObject = {
  type: 'object',
  properties: { to: { type: 'string', title: 'Addressee' } },
};

const letters: JsonObject & { readonly id: string } = {
  skein: 1,
  id: 'letters',
  name: 'Letters',
  nodes: [
    { id: 'start', type: 'start', name: 'Order', config: { schema: addressed } },
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

const sorting: JsonObject = {
  skein: 1,
  id: 'sorting',
  name: 'Sorting',
  nodes: [
    { id: 'start', type: 'start', name: 'Mail' },
    {
      id: 'sort',
      type: 'llm',
      name: 'Sort the mail',
      config: {
        prompt: 'Sort it.',
        schema: {
          type: 'object',
          properties: { tone: { type: 'string' }, urgent: { type: 'boolean' } },
        },
      },
    },
    {
      id: 'draft',
      type: 'llm',
      name: 'Draft the letter',
      effect: 'guarded',
      config: { prompt: 'The tone is ${sort.output.tone}.' },
    },
  ],
  edges: [
    { from: 'start', to: 'sort' },
    { from: 'sort', to: 'draft' },
  ],
};

describeStudio(
  'debugging',
  ({ studio, open }) => {
    const call = <Answer>(method: string, place: string, body?: unknown) =>
      studio().call<Answer>(method, place, body);
    const status = (page: Page, words: string) =>
      page.locator('main header').first().getByText(words);
    const card = (page: Page, name: string) =>
      page.getByRole('group', { name: new RegExp(`^${name}`) });
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

    it('[W1452][W3107][W3777][W3850][W4001] what if: another prompt, ending in the differences of the two runs, word by word', async () => {
      const run = await begin('job-4', 'Check politely: ${draft.output}');
      const page = await open(`/runs/${run}`);
      await status(page, 'Completed').waitFor();
      // Less room, as if something came above it.
      await page.setViewportSize({ width: 1440, height: 700 });
      await expect.poll(() => page.evaluate(fromTheMiddle)).toBeLessThan(3);
      await page.setViewportSize({ width: 1440, height: 900 });
      const job = startJob('Job 4, what if with another prompt, ending in compare', 6);
      await job.does(page.getByRole('button', { name: 'What if…' }).click());
      const dialog = page.getByRole('dialog', { name: 'What if…' });
      // As in the editor: the reference is a chip with the name of its node.
      await dialog.getByText('Prompt of Check the letter').waitFor();
      await dialog.getByLabel('Prompt').getByText('Draft the letter').waitFor();
      await expect.poll(() => page.evaluate(isInPrompt)).toBe(true);
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
      // The same, with another input.
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Run again…' }).click();
      const again = page.getByRole('dialog', { name: 'Run again' });
      const addressee = again.getByRole('textbox', { name: 'Addressee' });
      await expect.poll(() => addressee.inputValue()).toBe('Ada');
      await addressee.fill('Bo');
      await again.getByRole('button', { name: 'Start' }).click();
      await again.waitFor({ state: 'detached' });
      await page.getByText('to: Bo', { exact: true }).waitFor();
    });

    it('[W4201][W4202] the details of a step begin with its figures; what comes above the graph of a run leaves all of it in view', async () => {
      const run = await begin('short', 'Check politely: ${draft.output}');
      const page = await open(`/runs/${run}`, { viewport: { width: 1280, height: 640 } });
      await card(page, 'Check the letter').click();
      const side = page.getByRole('complementary', { name: 'Step' });
      await side.getByRole('tab', { name: 'Details' }).click();
      await side.getByRole('log').getByText('All is well.').waitFor();
      await page.evaluate(twoFrames);
      expect(await side.getByRole('tabpanel').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
      const last = card(page, 'Check the letter');
      const canvas = page.getByRole('application', { name: 'Run graph' });
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Time travel' }).click();
      await page.getByRole('region', { name: 'Time travel' }).waitFor();
      const bottomOf = async (place: Locator) => {
        const { y = 0, height = 0 } = (await place.boundingBox()) ?? {};
        return y + height;
      };
      await expect
        .poll(async () => (await bottomOf(canvas)) - (await bottomOf(last)))
        .toBeGreaterThan(0);
    });

    it('[W1451][W4200][W4203] what somebody answered is told once, also in a run that was resumed after it', async () => {
      await call('PUT', '/workflows/resumed', {
        skein: 1,
        name: 'Resumed',
        nodes: [
          { id: 'start', type: 'start' },
          { id: 'ask', type: 'approval', name: 'May it?', config: { prompt: 'May it go out?' } },
          {
            id: 'send',
            type: 'transform',
            name: 'Send',
            config: { value: '${ask.output.nobody}' },
          },
        ],
        edges: [
          { from: 'start', to: 'ask' },
          { from: 'ask', out: 'approved', to: 'send' },
        ],
      });
      const { run_id } = await call<{ run_id: string }>('POST', '/workflows/resumed/run', {});
      const page = await open(`/runs/${run_id}`);
      await page.getByRole('button', { name: 'Approve' }).click();
      await status(page, 'Failed').waitFor();
      const side = page.getByRole('complementary', { name: 'Step' });
      await side.getByText('May it? › nobody could not be resolved').waitFor();
      await page.getByRole('link', { name: 'Edit this node' }).click();
      const bar = page.getByRole('region', { name: 'Failed run' });
      await bar.getByText('May it? › nobody could not be resolved').waitFor();
      await page.getByRole('textbox', { name: 'Value', exact: true }).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('Sent');
      await bar.getByRole('button', { name: 'Continue this run with the fix' }).click();
      await status(page, 'Completed').waitFor();
      await page.getByRole('note', { name: 'Lineage' }).getByText('Resumed at Send').waitFor();
      await side.getByRole('tab', { name: 'Chat' }).click();
      await side.getByText('Approved', { exact: true }).first().waitFor();
      expect(await side.getByText('Approved', { exact: true }).count()).toBe(1);
    });

    it('[W1453][W3970][W3971][W3973] time travel shows the run at each row of its journal; a result is changed there, and a new run goes on from it', async () => {
      const run = await begin('travel', 'Check politely: ${draft.output}');
      const page = await open(`/runs/${run}`);
      const travel = async () => {
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Time travel' }).click();
      };
      await travel();
      const bar = page.getByRole('region', { name: 'Time travel' });
      await bar.getByRole('slider', { name: 'Moment' }).press('Home');
      await bar.getByText('1 of').waitFor();
      await page.getByRole('img', { name: 'Running' }).first().waitFor();
      await bar.getByRole('slider', { name: 'Moment' }).press('End');
      await expect.poll(() => page.getByRole('img', { name: 'Running' }).count()).toBe(0);
      await bar.getByRole('button', { name: 'Back to now' }).click();
      await bar.waitFor({ state: 'detached' });
      await travel();
      await bar.getByRole('button', { name: 'Earlier moment' }).click();
      await card(page, 'Draft the letter').click();
      const side = page.getByRole('complementary', { name: 'Step' });
      await side.getByRole('tab', { name: 'Details' }).click();
      // With the keyboard alone.
      await side.getByRole('button', { name: 'Change the result…' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Change the result of Draft the letter' });
      const result = dialog.getByRole('textbox', { name: 'Result' });
      const go = dialog.getByRole('button', { name: 'Run on from here' });
      await expect.poll(() => result.inputValue()).toBe('Dear Ada, thank you for the order.');
      expect(await go.isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: 'As JSON' }).click();
      expect(await dialog.getByRole('alert').count()).toBe(0);
      await result.fill('{ "to":');
      await dialog.getByRole('alert').getByText('Not valid JSON yet.').waitFor();
      expect(await go.isDisabled()).toBe(true);
      await result.fill('Dear Bo, thank you.');
      await dialog.getByRole('alert').waitFor({ state: 'detached' });
      await go.press('Enter');
      await status(page, 'Completed').waitFor();
      const lineage = page.getByRole('note', { name: 'Lineage' });
      await lineage.getByText('Forked from').waitFor();
      await lineage.getByText('Changed result: Draft the letter').waitFor();
      await card(page, 'Draft the letter').click();
      await side.getByRole('tab', { name: 'Details' }).click();
      await side.getByRole('note').getByText('Somebody has changed this result.').waitFor();
      await lineage.getByRole('link', { name: 'Compare' }).click();
      const output = page.getByRole('region', { name: 'Output of the run' }).last();
      await output.getByRole('insertion').getByText('for Bo').waitFor();
      expect(await call('GET', `/runs/${run}`)).toMatchObject({ output: 'All is well.' });
    });

    it('[W3971][W3972] a result with a schema is changed in a form, on a phone; what acts elsewhere after it is named', async () => {
      await call('PUT', '/workflows/sorting', sorting);
      const { run_id } = await call<{ run_id: string }>(
        'POST',
        '/workflows/sorting/run?wait=20',
        {},
      );
      const page = await open(`/runs/${run_id}`, { viewport: { width: 390, height: 844 } });
      await status(page, 'Completed').waitFor();
      await card(page, 'Sort the mail').click();
      await page.getByRole('button', { name: 'Chat' }).click();
      await page.getByRole('tab', { name: 'Details' }).click();
      await page.getByRole('button', { name: 'Change the result…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change the result of Sort the mail' });
      await dialog.getByRole('note').getByText('Draft the letter').waitFor();
      await dialog.getByRole('textbox', { name: 'Tone' }).fill('angry');
      expect(await findingsOf(page, { name: 'change', place: '' })).toEqual([]);
      await dialog.getByRole('button', { name: 'Run on from here' }).click();
      await page.getByRole('note', { name: 'Lineage' }).getByText('Forked from').waitFor();
      await status(page, 'Completed').waitFor();
      expect(page.url()).not.toContain(run_id);
      const forked = page.url().split('/').at(-1) ?? '';
      expect(await call('GET', `/runs/${forked}`)).toMatchObject({ output: 'Dear Bo, calm down.' });
    });
  },
  { script },
);

/** In the page: whether the cursor is in the editor of a prompt. */
function isInPrompt(): boolean {
  return document.activeElement?.matches('[data-prompt]') === true;
}

/** In the page: how far the middle of the graph is from that of the canvas, in pixels up or down. */
function fromTheMiddle(): number {
  const middle = (of: Iterable<Element>) => {
    const boxes = [...of].map((each) => each.getBoundingClientRect());
    const [top, bottom] = [boxes.map((box) => box.top), boxes.map((box) => box.bottom)];
    return (Math.min(...top) + Math.max(...bottom)) / 2;
  };
  const [cards, canvas] = ['.react-flow__node', '.react-flow'].map((each) =>
    middle(document.querySelectorAll(each)),
  );
  return Math.abs((cards ?? 0) - (canvas ?? 0));
}

/** By then, what a page does after it has shown something is done. */
function twoFrames(): Promise<unknown> {
  return new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
  });
}

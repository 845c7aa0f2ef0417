// Job 11 of the eleven: the whole of job 2, and its run, with the keyboard alone. Nobody types an id, a reference, a schema or the
// name of a function. Every key counts as an action, and so does every text.
import path from 'node:path';
import type { JsonObject } from '@skein/kernel';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { startJob, type Job } from './job.ts';
import { keptOf } from './kept-of.ts';
import { shoot } from './shoot.ts';

const config: JsonObject = { functions: [path.join(import.meta.dirname, 'own-functions.ts')] };

describeStudio(
  'job 11',
  ({ studio, open }) => {
    it('[W2401][W1861][W32][W3770] a workflow is built with its fields, saved, run and answered by keys', async () => {
      const page = await open('/workflows');
      await page.getByRole('button', { name: 'New workflow', exact: true }).waitFor();
      const job = startJob('Job 11, job 2 with its fields and a run by keyboard alone', 100);
      const hands = keysOf(page, job);
      await hands.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor();
      await hands.type('new workflow');
      await page.getByRole('option', { name: 'New workflow' }).first().waitFor();
      await hands.press('Enter');
      await page.getByRole('dialog', { name: 'New workflow' }).waitFor();
      await hands.type('Offers');
      await hands.press('Enter');
      await page.getByLabel('Search nodes').waitFor();

      await hands.add('model call', 'Model call');
      await hands.enter(page.getByRole('textbox', { name: 'Prompt', exact: true }));
      await hands.type('Write an offer for {');
      await page.getByRole('option', { name: /^Input/ }).waitFor();
      await hands.press('Enter');
      await hands.type(' today.');
      await hands.leave('Model call');

      await hands.add('condition', 'Condition');
      await hands.enter(page.getByRole('textbox', { name: 'Condition: value to test' }));
      await hands.tabTo(page.getByRole('combobox', { name: 'Condition: operator' }));
      await hands.press('Enter');
      await page.getByRole('option', { name: 'contains', exact: true }).waitFor();
      await hands.type('contains');
      await hands.press('Enter');
      await hands.tabTo(page.getByRole('textbox', { name: 'Condition: compare with' }));
      await hands.type('offer');
      await hands.leave('Condition');

      await hands.add('approval', 'Approval');
      await hands.add('function', 'Function');
      await hands.enter(page.getByRole('combobox', { name: 'Function' }));
      await hands.type('quote');
      await page.getByRole('option', { name: /^shop\.quote/ }).waitFor();
      await hands.press('Enter');
      // Escape leaves the list of functions, and leaves what was chosen.
      await hands.leave('Function');
      const chosen = page.getByRole('combobox', { name: 'Function' });
      await hands.enter(chosen);
      expect(await chosen.inputValue()).toBe('shop.quote');
      await hands.tabTo(page.getByRole('textbox', { name: 'Item', exact: true }));
      await hands.type('{');
      await page.getByRole('option', { name: /^Input/ }).waitFor();
      await hands.press('Enter');
      await hands.leave('Function');
      await hands.add('end', 'End');

      await hands.press('Control+s');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      const id = page.url().split('/').at(-1) ?? '';
      const { definition } = await keptOf<{ definition: JsonObject }>(studio(), id);
      expect(definition['nodes']).toEqual(built);
      expect(definition['edges']).toEqual(joined);

      // From a field too, which gets no line by it.
      const value = page.getByRole('textbox', { name: 'Value', exact: true });
      await hands.enter(value);
      await hands.press('Control+Enter');
      const dialog = page.getByRole('dialog', { name: 'Run Offers' });
      await expect.poll(() => hasFocus(dialog.getByLabel('Input', { exact: true }))).toBe(true);
      expect(await page.getByText('Unsaved').count()).toBe(0);
      await hands.type('a bike');
      await hands.tabTo(dialog.getByRole('button', { name: 'Start' }));
      await hands.press('Enter');
      await page.waitForURL(/\/runs\/./);
      await hands.tabTo(page.getByRole('button', { name: 'Approve', exact: true }));
      await hands.press('Enter');
      await page.locator('main header').first().getByText('Completed').waitFor();
      job.ends();
      await shoot(page, 'job-11');
    });
  },
  { config, script: { replies: [], otherwise: 'echo' } },
);

const built = [
  { id: 'start', type: 'start' },
  {
    id: 'model-call',
    type: 'llm',
    config: { prompt: 'Write an offer for ${previous} today.' },
    name: 'Model call',
  },
  {
    id: 'condition',
    type: 'if',
    config: { condition: { left: '${previous}', op: 'contains', right: 'offer' } },
    name: 'Condition',
  },
  {
    id: 'approval',
    type: 'approval',
    config: { prompt: 'Approve this step?' },
    name: 'Approval',
  },
  {
    id: 'function',
    type: 'function',
    config: { name: 'shop.quote', args: { item: '${previous}' } },
    name: 'Function',
  },
  { id: 'end', type: 'end', name: 'End' },
];

const joined = [
  { from: 'start', to: 'model-call' },
  { from: 'model-call', to: 'condition' },
  { from: 'condition', out: 'true', to: 'approval' },
  { from: 'approval', out: 'approved', to: 'function' },
  { from: 'function', to: 'end' },
];

function keysOf(page: Page, job: Job) {
  const press = (key: string) => job.does(page.keyboard.press(key));
  const type = (text: string) => job.does(page.keyboard.type(text));
  return {
    press,
    type,
    /** Adds a node after the one that has the focus, which goes to the new card. */
    add: async (typed: string, name: string) => {
      await press('n');
      await type(typed);
      await press('Enter');
      const card = page.getByRole('group', { name: `${name}, ` });
      await expect.poll(() => hasFocus(card)).toBe(true);
    },
    /** From a card into its settings. */
    enter: async (first: Locator) => {
      await press('Enter');
      await expect.poll(() => hasFocus(first)).toBe(true);
    },
    /** From the settings back to the card. The first Escape may close a list that is about to open. */
    leave: async (name: string) => {
      const card = page.getByRole('group', { name: `${name}, ` });
      for (let times = 0; times < 3; times++) {
        await press('Escape');
        if (await becomesTrue(() => hasFocus(card))) return;
      }
      throw new Error('Escape does not lead back to the card.');
    },
    tabTo: async (target: Locator) => {
      await target.waitFor();
      for (let times = 0; times < 40; times++) {
        if (await hasFocus(target)) return;
        await press('Tab');
      }
      throw new Error('It cannot be reached with the tab key.');
    },
  };
}

async function becomesTrue(asked: () => Promise<boolean>): Promise<boolean> {
  for (let times = 0; times < 20; times++) {
    if (await asked()) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

async function hasFocus(target: Locator): Promise<boolean> {
  if ((await target.count()) === 0) return false;
  return target.first().evaluate((element) => {
    const root = element.getRootNode();
    const inner = root instanceof ShadowRoot ? root.activeElement : document.activeElement;
    return inner === element;
  });
}

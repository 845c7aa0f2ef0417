// Required arguments that are left empty: where the editor says so, and when.
import path from 'node:path';
import type { JsonObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';

const config: JsonObject = { functions: [path.join(import.meta.dirname, 'own-functions.ts')] };
const city = {
  type: 'object',
  required: ['city'],
  properties: { city: { type: 'string', title: 'City' } },
};

const offer: JsonObject = {
  skein: 1,
  name: 'Offer',
  nodes: [
    { id: 'start', type: 'start', config: { schema: city } },
    { id: 'quote', name: 'Quote', type: 'function', config: { name: 'shop.quote' } },
    { id: 'done', name: 'Done', type: 'transform', config: { value: '${previous}' } },
  ],
  edges: [
    { from: 'start', to: 'quote' },
    { from: 'quote', to: 'done' },
  ],
};

describeStudio(
  'missing arguments',
  ({ studio, open }) => {
    const opened = async () => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', offer);
      return open(`/workflows/${id}`);
    };

    it('[W3450] a required argument that is empty is a problem with its node, its name and its cure', async () => {
      const page = await opened();
      await page.getByRole('button', { name: /^1 ?problem/ }).click();
      const problems = page.getByRole('complementary', { name: 'Problems' });
      await problems.getByText(/"item" is empty, and the function "shop.quote" requires/).waitFor();
      await problems.getByText('Fill in "item"').waitFor();
      await problems.getByRole('button', { name: /Quote/ }).click();
      const form = page.getByRole('form', { name: 'Node settings' });
      const item = form.getByRole('textbox', { name: 'Item' });
      await item.waitFor();
      expect(await form.getByRole('alert').count()).toBe(0);
      await item.click();
      await form.getByRole('textbox', { name: 'How many' }).click();
      await form.getByRole('alert').first().waitFor();
      await item.fill('a bike');
      await page.getByText('No problems', { exact: true }).waitFor();
      expect(await form.getByRole('alert').count()).toBe(0);
    });

    it('[W3450] it is said when the workflow is run and published, and prevents neither', async () => {
      const page = await opened();
      await page.getByRole('button', { name: /^1 ?problem/ }).waitFor();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      const lacks = page.getByRole('region', { name: 'What the run may lack' });
      await lacks.getByText(/"item" is empty/).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('group', { name: /^Done,/ }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The end');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await lacks.getByText(/"item" is empty/).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    });

    it('[W3450] a schedule asks for the input of its runs, and says what is missing in it', async () => {
      const page = await opened();
      await page.getByRole('button', { name: 'Trigger', exact: true }).click();
      await page.getByRole('combobox', { name: 'Trigger type' }).click();
      await page.getByRole('option', { name: 'On a schedule' }).click();
      const input = page.getByRole('region', { name: 'Input of each run' });
      await input.getByText(/The workflow requires city/).waitFor();
      expect(await input.getByRole('alert').count()).toBe(0);
      await input.getByRole('textbox', { name: 'City' }).fill('Ghent');
      await input.getByText(/The workflow requires/).waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Save trigger' }).click();
      await page.getByText('Trigger saved.').waitFor();
      const { items } = await studio().call<{ items: { config: JsonObject }[] }>(
        'GET',
        '/triggers',
      );
      expect(items.map((trigger) => trigger.config['input'])).toEqual([{ city: 'Ghent' }]);
    });
  },
  { config },
);

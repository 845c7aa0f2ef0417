// The form of a node in a real browser: what is offered, what is said about it, and what is written.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';

const nowhere = { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' };
const config: JsonObject = {
  providers: { one: nowhere, two: nowhere },
  models: { default: 'fast', aliases: { fast: 'one/small' } },
};

describeStudio(
  'the settings of a node',
  ({ studio, open }) => {
    const openNode = async (definition: JsonObject, node: string) => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', definition);
      const page = await open(`/workflows/${id}`);
      await page.locator(`.react-flow__node[data-id="${node}"]`).click();
      return { id, page };
    };
    const savedNode = async (page: Page, id: string, node: string) => {
      await page.locator('body').press('Control+s');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      const { definition } = await studio().call<{
        definition: { nodes: JsonObject[] };
      }>('GET', `/workflows/${id}`);
      return definition.nodes.find((each) => each['id'] === node);
    };

    it('[W45] offers models, says which provider is missing, and keeps what is written', async () => {
      const { id, page } = await openNode(
        {
          skein: 1,
          name: 'Models',
          nodes: [
            { id: 'start', type: 'start' },
            { id: 'agent', type: 'agent', config: { prompt: 'Hello' } },
          ],
          edges: [{ from: 'start', to: 'agent' }],
        },
        'agent',
      );
      const model = page.getByRole('combobox', { name: 'Model' });
      await expect.poll(() => model.getAttribute('placeholder')).toBe('Default: fast');
      await model.click();
      await page.getByRole('option', { name: 'fast' }).click();
      expect(await model.inputValue()).toBe('fast');
      await model.fill('three/large');
      await page.getByText('This server has no provider "three". It has: one, two.').waitFor();
      await model.fill('two/large');
      await page.getByText('This server has no provider').waitFor({ state: 'hidden' });
      // While a list is open, all else is hidden from those who cannot see it.
      await page.keyboard.press('Escape');
      await page.getByRole('radio', { name: 'High', exact: true }).click();
      await page.getByLabel('Tools: another one by its name').fill('find_vendor');
      await page.keyboard.press('Enter');
      await page.getByText('More settings').click();
      await page.getByLabel('Temperature').fill('0.5');
      await page.getByText('When it fails').click();
      await page.getByLabel('Attempts at most').fill('4');
      await page.getByText('up to 4 attempts').waitFor();
      expect(await savedNode(page, id, 'agent')).toEqual({
        id: 'agent',
        type: 'agent',
        config: {
          prompt: 'Hello',
          model: 'two/large',
          reasoningEffort: 'high',
          tools: ['find_vendor'],
          temperature: 0.5,
        },
        retry: { attempts: 4 },
      });
    });

    it('[W45] offers them in other dialects too, and leaves a choice to the default again', async () => {
      const { id, page } = await openNode(
        {
          name: 'Models of a canvas',
          nodes: [
            { id: 'start', type: 'start', x: 0, y: 0 },
            { id: 'agent', type: 'agent', x: 0, y: 98, data: { reasoningEffort: 'low' } },
          ],
          connections: [{ source: 'start', target: 'agent' }],
        },
        'agent',
      );
      await page.getByRole('radio', { name: 'Default' }).click();
      await page.getByRole('combobox', { name: 'Model' }).fill('one/large');
      await page.keyboard.press('Escape');
      expect((await savedNode(page, id, 'agent'))?.['data']).toEqual({ model: 'one/large' });
    });
  },
  { config },
);

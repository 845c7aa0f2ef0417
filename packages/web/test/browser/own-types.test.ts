// Node types and functions of a host in a real browser: they are offered, have forms, and their runs are drawn and answered.
import path from 'node:path';
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { keptOf } from './kept-of.ts';

const config: JsonObject = { functions: [path.join(import.meta.dirname, 'own-functions.ts')] };

const said = { id: 'said', nodeType: 'manualInput', config: { message: 'hi' } };

const flow: JsonObject = {
  name: 'Drawn',
  nodes: [
    said,
    { id: 'shout', nodeType: 'shout', config: { loudly: true } },
    { id: 'price', nodeType: 'shop.price' },
    { id: 'letter', nodeType: 'letter' },
    { id: 'answer', nodeType: 'chat' },
  ],
  edges: [
    { id: 'a', source: 'said', sourceOutput: 'message', target: 'shout', targetInput: 'text' },
    { id: 'b', source: 'shout', sourceOutput: 'result', target: 'price', targetInput: 'item' },
    { id: 'c', source: 'price', sourceOutput: 'result', target: 'letter', targetInput: 'price' },
    { id: 'd', source: 'letter', target: 'answer' },
  ],
};

describeStudio(
  'what a host has registered',
  ({ studio, open }) => {
    const card = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
    const create = async (definition: JsonObject) =>
      (await studio().call<{ id: string }>('POST', '/workflows', definition)).id;
    const start = async (workflow: string) =>
      (await studio().call<{ run_id: string }>('POST', `/workflows/${workflow}/run?wait=0`, {}))
        .run_id;

    it('[W74] is in the palette of a dataflow, with a form from its schema', async () => {
      const id = await create({ name: 'Palette', nodes: [said], edges: [] });
      const page = await open(`/workflows/${id}`);
      const palette = page.getByRole('region', { name: 'Node types' });
      await palette.getByRole('heading', { name: 'Yours' }).waitFor();
      await palette.getByRole('button', { name: 'shop.price' }).waitFor();
      await palette.getByRole('button', { name: 'letter Writes a letter.' }).waitFor();
      await palette
        .getByRole('button', { name: 'chat Asks a person instead of a model.' })
        .waitFor();
      await palette.getByRole('button', { name: 'Shout Says it louder.' }).click();
      await page.getByLabel('Repetitions').fill('3');
      await page
        .getByRole('checkbox', { name: 'Loudly' })
        .or(page.getByRole('switch', { name: 'Loudly' }))
        .click();
      await page.locator('body').press('Control+s');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      const { definition } = await keptOf<{ definition: { nodes: JsonObject[] } }>(studio(), id);
      expect(definition.nodes[1]).toMatchObject({
        nodeType: 'shout',
        config: { times: 3, loudly: true },
      });
      await expect
        .poll(() => card(page, 'shout').locator('[data-handleid="result"]').count())
        .toBe(1);
    });

    it('[W74] is in the palette of a native workflow', async () => {
      const id = await create({
        skein: 1,
        name: 'Native',
        nodes: [{ id: 'start', type: 'start' }],
        edges: [],
      });
      const page = await open(`/workflows/${id}`);
      const palette = page.getByRole('region', { name: 'Node types' });
      await palette.getByRole('button', { name: 'letter Writes a letter.' }).click();
      await page.getByLabel('To', { exact: true }).fill('Ada');
      await palette.getByRole('button', { name: /^shop\.price/ }).click();
      await page.locator('body').press('Control+s');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      const { definition } = await keptOf<{ definition: { nodes: JsonObject[] } }>(studio(), id);
      expect(definition.nodes.slice(1)).toMatchObject([
        { type: 'letter', config: { to: 'Ada' } },
        { type: 'function', config: { name: 'shop.price' } },
      ]);
    });

    it('[W74] is drawn in runs, with a timeline, and its question is answered there', async () => {
      const id = await create(flow);
      const run = await start(id);
      const page = await open(`/runs/${run}`);
      for (const node of ['said', 'shout', 'price', 'letter', 'answer'])
        await card(page, node).waitFor();
      expect(await page.locator('.react-flow__edge').count()).toBe(4);
      await page.getByText('What would a model say?').filter({ visible: true }).first().waitFor();
      await page.getByRole('region', { name: 'Timeline' }).waitFor();
      await page.getByLabel('Your answer').fill('Forty-two.');
      await page.getByRole('button', { name: 'Send answer' }).click();
      await expect
        .poll(async () => (await studio().call<{ status: string }>('GET', `/runs/${run}`)).status)
        .toBe('completed');
    });
  },
  { config },
);

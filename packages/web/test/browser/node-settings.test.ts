// The form of a node in a real browser: what is offered, what is said about it, and what is written.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { keptOf } from './kept-of.ts';
import { findingsOf } from './page-findings.ts';

const nowhere = { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' };
const config: JsonObject = {
  providers: { one: nowhere, two: nowhere },
  models: { default: 'fast', aliases: { fast: 'one/small' } },
  http: {
    tools: {
      price: { description: 'Says what it costs.', url: 'https://shop.example/prices' },
      refund: { description: 'Pays it back.', url: 'https://shop.example/refunds' },
    },
  },
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
      const { definition } = await keptOf<{
        definition: { nodes: JsonObject[] };
      }>(studio(), id);
      return definition.nodes.find((each) => each['id'] === node);
    };

    it('[W45] suggests models, reports a missing provider, and keeps what is written', async () => {
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
      // While a list is open, everything else is hidden from assistive technology.
      await page.keyboard.press('Escape');
      await page.getByRole('radio', { name: 'High', exact: true }).click();
      await page.getByLabel('Tools: add by name').fill('find_vendor');
      await page.keyboard.press('Enter');
      await page.getByText('More settings').click();
      await page.getByLabel('Temperature').fill('0.5');
      await page.getByText('On error').click();
      await page.getByLabel('Maximum attempts').fill('4');
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

    it('[W1650] the tools of code are chosen from those of the server', async () => {
      const { id, page } = await openNode(
        {
          skein: 1,
          name: 'Code with tools',
          nodes: [
            { id: 'start', type: 'start' },
            { id: 'sum', type: 'code', config: { code: 'return 1', tools: ['gone'] } },
          ],
          edges: [{ from: 'start', to: 'sum' }],
        },
        'sum',
      );
      const tools = page.getByRole('group', { name: 'Tools', exact: true });
      const chosen = () => tools.getByRole('button', { pressed: true }).allInnerTexts();
      await page.getByText('This server does not have gone.').waitFor();
      const refund = tools.getByRole('button', { name: 'refund' });
      expect(await refund.getAttribute('title')).toBe('Pays it back.');
      expect(await chosen()).toEqual(['gone']);
      // Neither a choice of all of them, which code does not have, nor a name that is typed.
      expect(await tools.getByRole('button', { name: 'all tools' }).count()).toBe(0);
      expect(await page.getByLabel('Tools: add by name').count()).toBe(0);
      expect(await page.getByRole('textbox', { name: 'Tools' }).count()).toBe(0);
      await refund.focus();
      await page.keyboard.press('Enter');
      await tools.getByRole('button', { name: 'price' }).click();
      await tools.getByRole('button', { name: 'gone' }).click();
      await page.getByText('This server does not have').waitFor({ state: 'detached' });
      expect(await chosen()).toEqual(['price', 'refund']);
      expect(await findingsOf(page, { name: 'tools of code', place: '' })).toEqual([]);
      const folder = process.env['SKEIN_SHOTS'];
      if (folder !== undefined) await page.screenshot({ path: `${folder}/code-tools.png` });
      expect(await savedNode(page, id, 'sum')).toMatchObject({
        config: { code: 'return 1', tools: ['refund', 'price'] },
      });
      await refund.click();
      await tools.getByRole('button', { name: 'price' }).click();
      expect((await savedNode(page, id, 'sum'))?.['config']).toEqual({ code: 'return 1' });
    });

    it('[W51] builds conditions of nodes, cases and edges, and summarises an inline workflow', async () => {
      const when = { left: '${start.output}', op: 'truthy' };
      const { id, page } = await openNode(
        {
          skein: 1,
          name: 'Conditions',
          nodes: [
            { id: 'start', type: 'start' },
            { id: 'check', type: 'if', config: { condition: when } },
            { id: 'route', type: 'switch', config: { cases: [{ name: 'first', when }] } },
            {
              id: 'inner',
              type: 'subworkflow',
              config: { workflow: { name: 'Inside', nodes: [{ id: 'start', type: 'start' }] } },
            },
          ],
          edges: [
            { from: 'start', to: 'check' },
            { from: 'check', out: 'true', to: 'route' },
            { from: 'route', out: 'first', to: 'inner' },
          ],
        },
        'check',
      );
      const choose = async (field: string, option: string) => {
        await page.getByRole('combobox', { name: field, exact: true }).click();
        await page.getByRole('option', { name: option, exact: true }).click();
      };
      const fill = async (field: string, text: string) => {
        await page.getByRole('textbox', { name: field, exact: true }).fill(text);
        // While a list is open, everything else is hidden from assistive technology.
        await page.keyboard.press('Escape');
      };
      await choose('Condition: operator', 'is at least');
      await fill('Condition: compare with', '3');
      await page.getByRole('button', { name: 'Add condition' }).click();
      await choose('Condition: how conditions are combined', 'None is true');
      await fill('Condition 2: compare with', 'no');
      await page.getByRole('button', { name: 'As JSON' }).click();
      expect(await page.getByRole('textbox', { name: 'Condition' }).inputValue()).toContain(
        '"gte"',
      );
      await page.locator('.react-flow__node[data-id="route"]').click();
      await page.getByRole('button', { name: 'Add to cases' }).click();
      const second = page.getByRole('group', { name: 'number 2' });
      await second.getByLabel('Name').fill('second');
      await page.locator('.react-flow__node[data-id="inner"]').click();
      await page.getByText('1 node, part of this workflow').waitFor();
      await page.locator('.react-flow__edge').first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Add condition' }).click();
      await fill('Condition: value to test', '${trigger.urgent}');
      await choose('Condition: operator', 'is true');
      const check = await savedNode(page, id, 'check');
      expect(check?.['config']).toEqual({
        condition: {
          not: {
            any: [
              { left: '${start.output}', op: 'gte', right: 3 },
              { left: '${previous}', op: 'eq', right: 'no' },
            ],
          },
        },
      });
      const route = await savedNode(page, id, 'route');
      expect(route?.['config']).toEqual({
        cases: [
          { name: 'first', when },
          { name: 'second', when: { left: '${previous}', op: 'eq', right: '' } },
        ],
      });
      const { definition } = await keptOf<{ definition: { edges: JsonObject[] } }>(studio(), id);
      expect(definition.edges[0]).toEqual({
        from: 'start',
        to: 'check',
        when: { left: '${trigger.urgent}', op: 'truthy' },
      });
    });

    it('[W50] starts the palette with the types that were added last', async () => {
      const { page } = await openNode(
        { skein: 1, nodes: [{ id: 'start', type: 'start' }] },
        'start',
      );
      const types = page.getByRole('region', { name: 'Node types' });
      await types.getByRole('button', { name: /^Join/ }).click();
      await page.locator('.react-flow__node[data-id="join"]').waitFor();
      await page.reload();
      await types.getByRole('heading', { name: 'Recently used' }).waitFor();
      expect(await types.getByRole('button').first().innerText()).toContain('Join');
      expect(await types.getByRole('button', { name: /^Join/ }).count()).toBe(1);
    });
  },
  { config },
);

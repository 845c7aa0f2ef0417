// Expressions in the forms of the editor, in a real browser: written, completed, computed, stored.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';
import { keptOf } from './kept-of.ts';

const definition: JsonObject = {
  skein: 1,
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'order', type: 'transform', config: { value: '${trigger}' } },
    { id: 'total', type: 'transform', config: { value: '${order.output.items}' } },
    {
      id: 'check',
      type: 'if',
      config: { condition: { left: '${order.output.items}', op: 'contains', right: 3 } },
    },
    {
      id: 'route',
      type: 'switch',
      config: { cases: [{ name: 'first', when: { left: '${trigger.vip}', op: 'truthy' } }] },
    },
    { id: 'my-note', type: 'llm', config: { prompt: 'Hello ' } },
  ],
  edges: [
    { from: 'start', to: 'order' },
    { from: 'order', to: 'total' },
    { from: 'total', to: 'check' },
    { from: 'check', out: 'true', to: 'route' },
    { from: 'route', out: 'default', to: 'my-note' },
  ],
};

const items = [
  { sku: 'A1', price: 20 },
  { sku: 'B2', price: 22 },
];

describeStudio(
  'expressions in forms',
  ({ studio, open }) => {
    const openNode = async (node: string, inputs: readonly JsonObject[] = [{ items }]) => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
        ...definition,
        name: `Orders at ${node}`,
      });
      for (const input of inputs) {
        await studio().call('POST', `/workflows/${id}/run?wait=20`, { input });
      }
      const page = await open(`/workflows/${id}`);
      await page.locator(`.react-flow__node[data-id="${node}"]`).click();
      return { id, page };
    };
    const stored = async (page: Page, id: string, node: string) => {
      await page.keyboard.press('Control+s');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      const kept = await keptOf<{ definition: { nodes: JsonObject[] } }>(studio(), id);
      return kept.definition.nodes.find((each) => each['id'] === node)?.['config'];
    };

    const switchOver = async (page: Page) => {
      await page.getByRole('button', { name: 'Write as an expression' }).first().click();
      const field = page.getByRole('textbox', { name: 'Value' });
      await expect.poll(() => field.textContent()).toBe('order.output.items');
      return field;
    };

    it('[W885] a reference becomes an expression, is completed by keys, computed and stored', async () => {
      const { id, page } = await openNode('total');
      const toggle = page.getByRole('button', { name: 'Write as an expression' }).first();
      await toggle.focus();
      await page.keyboard.press('Enter');
      const field = page.getByRole('textbox', { name: 'Value' });
      await expect.poll(() => field.textContent()).toBe('order.output.items');
      // The field has the focus, with the cursor at the end.
      await page.keyboard.type('.su');
      const options = page.getByRole('listbox').getByRole('option');
      await options.filter({ hasText: /^sum/ }).waitFor();
      await page.getByText('.sum(key?)').waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type('"price");');
      await page.getByText('Column 32:').waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      await page.keyboard.press('Backspace');
      await page.getByRole('status').getByText('= 42', { exact: true }).waitFor();
      expect(await field.getAttribute('aria-invalid')).toBeNull();
      expect(await findingsOf(page, { name: 'total', place: '' })).toEqual([]);
      expect(await stored(page, id, 'total')).toEqual({
        value: '${= order.output.items.sum("price") }',
      });
      await page.reload();
      await page.locator('.react-flow__node[data-id="total"]').click();
      await page.getByRole('status').getByText('= 42', { exact: true }).waitFor();
    });

    it('[W1150] the sign of an expression stands beside it, and the panel names the type of the node', async () => {
      const { page } = await openNode('total');
      await switchOver(page);
      const isBeside = await page.locator('.cm-scroller').evaluate((scroller) => {
        const words = document.createRange();
        words.selectNodeContents(scroller.querySelector('.cm-line') ?? scroller);
        const sign = getComputedStyle(scroller, '::before');
        const begin = scroller.getBoundingClientRect().left + Number.parseFloat(sign.left);
        return words.getBoundingClientRect().left >= begin + Number.parseFloat(sign.width);
      });
      expect(isBeside).toBe(true);
      await page.getByText('Transform · total').waitFor();
    });

    it('[W885] says which reference has no value, and offers the fields of items', async () => {
      const { page } = await openNode('total');
      await switchOver(page);
      await page.keyboard.type('.filter(i => i.');
      await page.getByRole('option', { name: /^price/ }).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('order.output.none + $("my-note").output');
      await page.getByRole('status').getByText('No value yet: order.output.none').waitFor();
      // Undone in the field, and by the editor outside of it.
      await page.getByRole('button', { name: 'Undo' }).click();
      const field = page.getByRole('textbox', { name: 'Value' });
      await expect.poll(() => field.textContent()).toBe('order › items');
    });

    it('[W886] values of another run can be chosen', async () => {
      const { page } = await openNode('total', [{ items: [] }, { items }]);
      await switchOver(page);
      await page.keyboard.type('.length');
      await page.getByRole('status').getByText('= 2', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'With the last run' }).click();
      await page.getByRole('menuitem', { name: '2. ' }).click();
      await page.getByRole('status').getByText('= 0', { exact: true }).waitFor();
    });

    it('[W887] in conditions of nodes, cases and sides', async () => {
      const { id, page } = await openNode('check');
      const toggles = page.getByRole('button', { name: 'Write as an expression' });
      await toggles.last().click();
      const field = page.getByRole('textbox', { name: 'Condition' });
      await expect.poll(() => field.textContent()).toBe('order.output.items.includes(3)');
      await page.getByRole('status').getByText('= false').waitFor();
      expect(await stored(page, id, 'check')).toEqual({
        condition: '${= order.output.items.includes(3) }',
      });
      await page.locator('.react-flow__node[data-id="route"]').click();
      const when = page.getByRole('group', { name: 'When', exact: true }).first();
      await when.getByRole('button', { name: 'Write as an expression' }).first().click();
      const side = page.getByRole('textbox', { name: 'When: value to test' });
      await expect.poll(() => side.textContent()).toBe('trigger.vip');
      await page.keyboard.type(' ?? order.output.items.length > 1');
      await page.getByRole('status').getByText('= true').waitFor();
      expect(await stored(page, id, 'route')).toEqual({
        cases: [
          {
            name: 'first',
            when: { left: '${= trigger.vip ?? order.output.items.length > 1 }', op: 'truthy' },
          },
        ],
      });
    });

    it('[W887] between the words of a prompt', async () => {
      const { id, page } = await openNode('my-note');
      const field = page.getByRole('textbox', { name: 'Prompt', exact: true });
      await field.click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('${=order.output.items.map(i => i.sk');
      await page.getByRole('option', { name: /^sku/ }).click();
      await page.keyboard.type(').join(" and ")');
      await page.getByRole('status').getByText('Hello A1 and B2', { exact: true }).waitFor();
      await page.keyboard.type(' +');
      await page.getByText('expected a value').first().waitFor();
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      expect(await stored(page, id, 'my-note')).toEqual({
        prompt: 'Hello ${= order.output.items.map(i => i.sku).join(" and ") }',
      });
    });

    it('[W888] the first page loads nothing that computes', async () => {
      const page = await open('/workflows', { isFresh: true });
      await page.getByRole('heading', { name: 'Workflows' }).first().waitFor();
      const scripts = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => name.endsWith('.js')),
      );
      for (const script of scripts) {
        expect(await (await fetch(script)).text()).not.toContain('timeBetween');
      }
    });
  },
  { script: { replies: [], otherwise: 'echo' } },
);

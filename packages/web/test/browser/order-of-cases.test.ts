// Cases of a node and rows of a condition, put in another order: which one comes first decides.
import type { JsonObject } from '@skein/kernel';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { keptOf } from './kept-of.ts';

const has = (right: string) => ({ left: '${trigger}', op: 'contains', right });
const route: JsonObject = {
  skein: 1,
  name: 'Route',
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'way',
      name: 'Way',
      type: 'switch',
      config: { cases: ['urgent', 'billing', 'other'].map((name) => ({ name, when: has(name) })) },
    },
    { id: 'fast', name: 'Fast', type: 'transform', config: { value: 1 } },
    { id: 'money', name: 'Money', type: 'transform', config: { value: 2 } },
    {
      id: 'check',
      name: 'Check',
      type: 'if',
      config: { condition: { all: [has('a'), has('b'), has('c')] } },
    },
  ],
  edges: [
    { from: 'start', to: 'way' },
    { from: 'way', out: 'urgent', to: 'fast' },
    { from: 'way', out: 'billing', to: 'money' },
    { from: 'way', out: 'other', to: 'check' },
  ],
};

interface Kept {
  readonly definition: { readonly edges: readonly JsonObject[] };
}

describeStudio('order of cases', ({ studio, open }) => {
  const openNode = async (node: string) => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', route);
    // All cases are in view: a browser that is driven scrolls nothing while it drags.
    const page = await open(`/workflows/${id}`, { viewport: { width: 1440, height: 1700 } });
    await page.getByRole('group', { name: new RegExp(`^${node},`) }).click();
    return { id, page, form: page.getByRole('form', { name: 'Node settings' }) };
  };
  const names = (form: Locator) =>
    form
      .getByRole('textbox', { name: 'Name', exact: true })
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  const rows = (form: Locator) =>
    form.getByRole('textbox', { name: /: compare with$/ }).allInnerTexts();
  const undo = async (page: Page, node: string) => {
    await page.getByRole('group', { name: new RegExp(`^${node},`) }).focus();
    await page.keyboard.press('Control+z');
  };

  it('[W3451] a case is dragged over several others: the ports follow, edges stay, one step is undone', async () => {
    const { id, page, form } = await openNode('Way');
    const list = form.getByRole('group', { name: 'Cases' });
    await list
      .getByRole('button', { name: 'Move number 3', exact: true })
      .dragTo(list.getByRole('group', { name: 'number 1', exact: true }), {
        targetPosition: { x: 60, y: 12 },
      });
    await expect.poll(() => names(form)).toEqual(['other', 'urgent', 'billing']);
    const card = page.getByRole('group', { name: /^Way,/ });
    await expect.poll(() => card.innerText()).toMatch(/other[\s\S]*urgent[\s\S]*billing/);
    await page.keyboard.press('Control+s');
    await page.getByText('draft, not published').waitFor();
    await expect
      .poll(async () => (await keptOf<Kept>(studio(), id)).definition.edges)
      .toEqual(route['edges']);
    await undo(page, 'Way');
    await expect.poll(() => names(form)).toEqual(['urgent', 'billing', 'other']);
  });

  it('[W3451] with the keyboard a case goes on and on, as the focus goes with it', async () => {
    const { page, form } = await openNode('Way');
    await form.getByRole('button', { name: 'Move number 1', exact: true }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    const second = form.getByRole('button', { name: 'Move number 2', exact: true });
    await expect.poll(() => second.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => names(form)).toEqual(['billing', 'other', 'urgent']);
  });

  it('[W3451] rows of a condition: by a button, dragged, and undone one by one', async () => {
    const { page, form } = await openNode('Check');
    await expect.poll(() => rows(form)).toEqual(['a', 'b', 'c']);
    await form.getByRole('button', { name: 'Move Condition 1 down', exact: true }).click();
    await expect.poll(() => rows(form)).toEqual(['b', 'a', 'c']);
    await form
      .getByRole('button', { name: 'Move Condition 3', exact: true })
      .dragTo(form.getByRole('group', { name: 'Condition 1', exact: true }), {
        targetPosition: { x: 60, y: 12 },
      });
    await expect.poll(() => rows(form)).toEqual(['c', 'b', 'a']);
    await undo(page, 'Check');
    await expect.poll(() => rows(form)).toEqual(['b', 'a', 'c']);
    await undo(page, 'Check');
    await expect.poll(() => rows(form)).toEqual(['a', 'b', 'c']);
  });
});

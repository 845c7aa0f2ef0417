// A workflow that stands inside the definition of another: opened, edited, undone, saved and run as a part of that.
import type { Json, JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { settled } from './drag.ts';
import { keptOf } from './kept-of.ts';
import { findingsOf } from './page-findings.ts';

const inner: JsonObject = {
  name: 'One letter',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'write', name: 'Write', type: 'transform', config: { value: 'Dear ${trigger.item}' } },
  ],
  edges: [{ from: 'start', to: 'write' }],
};
const letters = (workflow: Json): JsonObject => ({
  skein: 1,
  name: 'Letters',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'all', name: 'All', type: 'map', config: { items: '${trigger}', workflow } },
    { id: 'end', type: 'end' },
  ],
  edges: [
    { from: 'start', to: 'all' },
    { from: 'all', to: 'end' },
  ],
});

interface Kept {
  readonly definition: { readonly nodes: readonly JsonObject[] };
}

describeStudio('a workflow inside another', ({ studio, open }) => {
  const card = (page: Page, name: string) => page.getByRole('group', { name: `${name}, ` });
  const openInside = async (workflow: Json) => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', letters(workflow));
    const page = await open(`/workflows/${id}`);
    await card(page, 'All').click();
    await page.getByRole('button', { name: 'Open and edit' }).click();
    await page.getByRole('navigation', { name: 'Inside' }).waitFor();
    return { id, page };
  };
  const saved = async (page: Page, id: string) => {
    await page.locator('body').press('Control+s');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    return (await keptOf<Kept>(studio(), id)).definition;
  };

  it('[W4305] it is opened on the canvas, edited there, undone, saved with the one around it, and run', async () => {
    const { id, page } = await openInside(inner);
    await settled(card(page, 'Write'));
    expect(await card(page, 'All').count()).toBe(0);
    expect(await findingsOf(page, { name: 'inside', place: '' })).toEqual([]);
    await card(page, 'Write').click();
    await page.locator('#palette-search').fill('Transform');
    await page.keyboard.press('Enter');
    const added = card(page, 'Transform');
    await added.waitFor();
    const value = page.getByRole('textbox', { name: 'Value', exact: true });
    await value.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{write');
    await page
      .getByRole('option', { name: /^Write/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(', hello');
    // What the map hands to it is known.
    await page.getByRole('button', { name: 'Insert a value' }).first().click();
    await page.getByRole('treeitem', { name: /^index/ }).waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('navigation', { name: 'Inside' })
      .getByRole('button', { name: 'Letters', exact: true })
      .click();
    await card(page, 'All').waitFor();
    expect(await added.count()).toBe(0);
    const { nodes } = await saved(page, id);
    const config = nodes[1]?.['config'] as JsonObject;
    expect(config['workflow']).toMatchObject({
      name: 'One letter',
      nodes: [{ id: 'start' }, { id: 'write' }, { config: { value: '${write.output}, hello' } }],
      edges: [{ to: 'write' }, { from: 'write' }],
    });
    await page.locator('body').press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Run Letters' });
    await dialog.getByLabel('Input', { exact: true }).fill('["Ann", "Bo"]');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/\/runs\/./);
    await page.getByText('Dear Bo, hello').first().waitFor();
  });

  it('[W4305] what is done inside is undone there', async () => {
    const { id, page } = await openInside(inner);
    await settled(card(page, 'Write'));
    await card(page, 'Write').click();
    await page.keyboard.press('Delete');
    await card(page, 'Write').waitFor({ state: 'detached' });
    await page.locator('body').press('Control+z');
    await card(page, 'Write').waitFor();
    await page.getByRole('button', { name: 'Back to Letters' }).click();
    await card(page, 'All').waitFor();
    const { nodes } = (await keptOf<Kept>(studio(), id)).definition;
    expect(nodes[1]?.['config']).toEqual({ items: '${trigger}', workflow: inner });
  });

  it('[W4305] a node gets one of its own, and what an undo takes away is left', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', letters('stored'));
    const page = await open(`/workflows/${id}`);
    await card(page, 'All').click();
    await page.getByRole('button', { name: 'Its own, in here' }).click();
    await page.getByRole('button', { name: 'Open and edit' }).click();
    await page.getByRole('button', { name: 'Back to Letters' }).waitFor();
    await card(page, 'Start').waitFor();
    await page.locator('body').press('Control+z');
    await card(page, 'All').waitFor();
    await page.getByRole('navigation', { name: 'Inside' }).waitFor({ state: 'detached' });
    await page.locator('body').press('Control+Shift+z');
    const { nodes } = await saved(page, id);
    expect(nodes[1]?.['config']).toEqual({
      items: '${trigger}',
      workflow: { nodes: [{ id: 'start', type: 'start' }], edges: [] },
    });
  });

  it('[W4306] a problem in it is told with its place, which it leads to', async () => {
    const broken = {
      ...inner,
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'write', name: 'Write', type: 'if', config: {} },
      ],
    };
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', letters(inner));
    await studio().call('POST', `/workflows/${id}/drafts`, letters(broken));
    const page = await open(`/workflows/${id}`);
    await page.getByRole('button', { name: /problem/ }).click();
    const problems = page.getByRole('list', { name: 'Problems' });
    await problems.getByText('All › Write').first().waitFor();
    await problems.getByRole('button').first().click();
    await page.getByRole('complementary', { name: 'Write settings' }).waitFor();
    await page.getByRole('region', { name: 'Problems of this node' }).waitFor();
    const where = page.getByRole('navigation', { name: 'Inside' });
    await expect.poll(() => where.innerText()).toMatch(/Letters[\s\S]*All/);
  });
});

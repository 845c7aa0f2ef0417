// Nodes and a group, copied into another workflow that has nothing placed by hand either.
import type { JsonObject } from '@skein/kernel';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withClipboard } from './clipboard.ts';
import { describeStudio } from './describe-studio.ts';
import { settled } from './drag.ts';

const chain = (name: string, nodes: readonly string[]): JsonObject => ({
  skein: 1,
  name,
  nodes: [
    { id: 'start', type: 'start' },
    ...nodes.map((each) => ({ id: each, name: each, type: 'transform', config: { value: 1 } })),
  ],
  edges: nodes.map((to, index) => ({ from: nodes[index - 1] ?? 'start', to })),
});

describeStudio('pasted elsewhere', ({ studio, open }) => {
  const card = (page: Page, name: string) => page.getByRole('group', { name: `${name}, ` });
  const boxOf = async (part: Locator) => {
    const box = await part.boundingBox();
    if (box === null) throw new Error('It is not drawn.');
    return box;
  };
  const make = async (definition: JsonObject) =>
    (await studio().call<{ id: string }>('POST', '/workflows', definition)).id;

  it('[W4309] a group stays around its nodes, lies on nothing, and what is there stays', async () => {
    const [from, to] = [await make(chain('From', ['A', 'B'])), await make(chain('To', ['C', 'D']))];
    const page = await open(`/workflows/${from}`);
    await settled(card(page, 'A'));
    await withClipboard(async () => {
      await card(page, 'A').click({ modifiers: ['Control'] });
      await card(page, 'B').click({ modifiers: ['Control'] });
      await page.getByRole('button', { name: 'Group the selection' }).click();
      await page.locator('.react-flow__node-frame').click({ position: { x: 6, y: 60 } });
      await page.locator('body').press('Control+c');
      await page.getByText(/^Copied/).waitFor();
      await page.goto(`${studio().url}/workflows/${to}`);
      await settled(card(page, 'C'));
      await page.locator('body').press('Control+v');
      await card(page, 'A').waitFor();
    });
    const group = await boxOf(page.locator('.react-flow__node-frame'));
    for (const name of ['A', 'B']) {
      const { x, y, width, height } = await boxOf(card(page, name));
      expect([x >= group.x, y >= group.y]).toEqual([true, true]);
      expect(x + width).toBeLessThanOrEqual(group.x + group.width);
      expect(y + height).toBeLessThanOrEqual(group.y + group.height);
    }
    for (const name of ['C', 'D']) {
      const { x, width } = await boxOf(card(page, name));
      expect(x + width).toBeLessThan(group.x);
    }
  });
});

// A group becomes one card and comes back, with the mouse and the keyboard; the run of the workflow shows it the same way.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { dragBetween, middle, settled } from './drag.ts';
import { keptOf } from './kept-of.ts';
import { findingsOf } from './page-findings.ts';
import { shoot } from './shoot.ts';

const letter: JsonObject = {
  skein: 1,
  name: 'Letter',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'a', type: 'transform', name: 'Greet', config: { value: 'Hello ${trigger}' } },
    { id: 'b', type: 'transform', name: 'Shout', config: { value: '${previous}!' } },
    { id: 'c', type: 'transform', name: 'Sign', config: { value: '${previous} Yours' } },
    { id: 'end', type: 'end' },
  ],
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'end' },
  ],
};

describeStudio('groups', ({ studio, open }) => {
  const card = (page: Page, name: string) => page.getByRole('group', { name: `${name}, ` });
  const edge = (page: Page, from: string, to: string) =>
    page.getByRole('button', { name: `Edge from ${from} to ${to}` });
  const collapseButton = (page: Page) =>
    page.getByRole('button', { name: 'Collapse Writing into one card' });

  it('[W2900][W4205] a group is collapsed into one card, moved, found into, expanded and undone', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', letter);
    const page = await open(`/workflows/${id}`);
    await settled(card(page, 'Greet'));
    await card(page, 'Greet').click({ modifiers: ['Shift'] });
    await card(page, 'Shout').click({ modifiers: ['Shift'] });
    await page.getByRole('toolbar', { name: 'Selection' }).getByText('2 selected').waitFor();
    await page.locator('body').press('Shift+G');
    await page.getByLabel('Title').fill('Writing');
    await page.getByRole('button', { name: 'Collapse into one card' }).click();
    await card(page, 'Writing').getByText('2 nodes').waitFor();
    await expect.poll(() => card(page, 'Greet').count()).toBe(0);
    await edge(page, 'start', 'Writing').waitFor({ state: 'attached' });
    await edge(page, 'Writing', 'Sign').waitFor({ state: 'attached' });
    expect(await page.getByRole('button', { name: /^Edge from / }).count()).toBe(3);
    await page.getByRole('button', { name: 'Close' }).click();
    await shoot(page, 'group-collapsed');
    expect(await findingsOf(page, { name: 'collapsed group', place: '' })).toEqual([]);

    const before = await settled(card(page, 'Writing'));
    await dragBetween(page, middle(before), { x: before.x + 360, y: middle(before).y });
    await expect
      .poll(async () => (await settled(card(page, 'Writing'))).x - before.x)
      .toBeGreaterThan(100);

    // What is looked for is seen, and hidden again when it is left.
    await page.locator('body').press('Control+f');
    await page.getByRole('search').getByLabel('Find a node').fill('Shout');
    await card(page, 'Shout').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.react-flow__pane').click({ position: { x: 20, y: 300 } });
    await card(page, 'Writing').waitFor();

    await page.locator('body').press('Control+s');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    const kept = await keptOf<{ definition: { studio: JsonObject } }>(studio(), id);
    expect(kept.definition.studio['groups']).toMatchObject([{ collapsed: { nodes: ['a', 'b'] } }]);
    await page.reload();
    await page.getByRole('button', { name: 'Expand Writing' }).click();
    await card(page, 'Greet').waitFor();
    await collapseButton(page).waitFor();
    await page.locator('body').press('Control+z');
    await card(page, 'Writing').waitFor();
  });

  it('[W2900] a run shows the group as one card with its status, and expands it', async () => {
    const groups = [
      {
        id: 'group',
        x: -24,
        y: 60,
        width: 272,
        height: 260,
        title: 'Writing',
        collapsed: { nodes: ['a', 'b'], frames: [] },
      },
    ];
    const workflow = { ...letter, name: 'Letter, grouped', studio: { groups } };
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', workflow);
    const { run_id } = await studio().call<{ run_id: string }>(
      'POST',
      `/workflows/${id}/run?wait=20`,
      { input: 'you' },
    );
    const page = await open(`/runs/${run_id}?node=c`);
    await card(page, 'Writing').getByRole('img', { name: 'Completed' }).waitFor();
    await shoot(page, 'group-run');
    expect(await card(page, 'Greet').count()).toBe(0);
    await card(page, 'Writing').getByRole('button', { name: 'Expand Writing' }).press('Enter');
    await card(page, 'Greet').waitFor();
    await collapseButton(page).click();
    await card(page, 'Writing').waitFor();
  });
});

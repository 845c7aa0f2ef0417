// A part of a drawing becomes a sub-workflow, runs, and comes back, with the mouse; each is one step to undo.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { settled } from './drag.ts';
import { keptOf } from './kept-of.ts';
import { findingsOf } from './page-findings.ts';
import { shoot } from './shoot.ts';

const words: JsonObject = {
  skein: 1,
  name: 'Words',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'a', type: 'transform', name: 'Greet', config: { value: 'Hello ${trigger}' } },
    { id: 'b', type: 'transform', name: 'Shout', config: { value: '${previous}!' } },
    { id: 'c', type: 'transform', name: 'Sign', config: { value: '${b.output} Yours' } },
    { id: 'end', type: 'end' },
  ],
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'end' },
  ],
};

describeStudio('sub-workflows', ({ studio, open }) => {
  const card = (page: Page, name: string) => page.getByRole('group', { name: `${name}, ` });

  it('[W2402][W2403] a selection becomes a sub-workflow that does the same, and comes back', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', words);
    const page = await open(`/workflows/${id}`);
    await settled(card(page, 'Greet'));
    await card(page, 'Greet').click({ modifiers: ['Control'] });
    await card(page, 'Shout').click({ modifiers: ['Control'] });
    await shoot(page, 'selection');
    await page.getByRole('button', { name: 'Make a sub-workflow of the selection' }).click();
    await card(page, 'Sub-workflow').waitFor();
    await shoot(page, 'sub-workflow');
    expect(await card(page, 'Greet').count()).toBe(0);
    // A straight line has no width.
    await page
      .getByRole('button', { name: 'Edge from Sub-workflow to Sign' })
      .waitFor({ state: 'attached' });
    expect(await findingsOf(page, { name: 'sub-workflow', place: '' })).toEqual([]);
    await page.locator('body').press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Run Words' });
    await dialog.getByLabel('Input', { exact: true }).fill('you');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/\/runs\/./);
    await page.getByText('Hello you! Yours').first().waitFor();
    await page.goBack();
    await card(page, 'Sub-workflow').click();
    await page.getByRole('button', { name: 'Take it apart' }).click();
    await card(page, 'Greet').waitFor();
    await page.locator('body').press('Control+s');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    const { definition } = await keptOf<{ definition: { nodes: JsonObject[] } }>(studio(), id);
    const configs = definition.nodes.map(({ name = '', config = null }) => [name, config]);
    expect(configs).toContainEqual(['Greet', { value: 'Hello ${trigger}' }]);
    expect(configs).toContainEqual(['Sign', { value: '${b.output} Yours' }]);
  });

  it('[W2402] what cannot be one says why, and nothing changes', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', words);
    const page = await open(`/workflows/${id}`);
    await settled(card(page, 'Greet'));
    await card(page, 'Start').click({ modifiers: ['Control'] });
    await card(page, 'Greet').click({ modifiers: ['Control'] });
    await page.getByRole('button', { name: 'Make a sub-workflow of the selection' }).click();
    await page.getByText('"Start" begins or ends the run').waitFor();
    await card(page, 'Greet').waitFor();
  });
});

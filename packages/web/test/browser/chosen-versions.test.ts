// Which version of another workflow a node runs, chosen by what people call it.
import type { JsonObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { keptOf } from './kept-of.ts';

interface Saved {
  readonly id: string;
  readonly version: string;
}

const greeting = (value: string): JsonObject => ({
  skein: 1,
  name: 'Greeting',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'say', type: 'transform', config: { value } },
  ],
  edges: [{ from: 'start', to: 'say' }],
});

describeStudio('chosen versions', ({ studio, open }) => {
  const setUp = async (node: JsonObject) => {
    const { call } = studio();
    const first = await call<Saved>('POST', '/workflows', greeting('old'));
    const label = encodeURIComponent('Before the move');
    const named = await call<Saved>(
      'PUT',
      `/workflows/${first.id}?label=${label}&note=Says%20more.`,
      greeting('newer'),
    );
    await call('PUT', `/workflows/${first.id}`, greeting('newest'));
    const nodes = [{ id: 'start', type: 'start' }, node];
    const outer = await call<Saved>('POST', '/workflows', {
      skein: 1,
      name: 'Outer',
      nodes: nodes.map((each) =>
        each === node
          ? { ...node, config: { ...Object(node['config']), workflow: first.id } }
          : each,
      ),
      edges: [{ from: 'start', to: 'sub' }],
    });
    const page = await open(`/workflows/${outer.id}`);
    await page.locator('.react-flow__node[data-id="sub"]').click();
    const form = page.getByRole('form', { name: 'Node settings' });
    const version = form.getByRole('combobox', { name: 'Version', exact: true });
    const config = async () => {
      await page.locator('body').press('Control+s');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      const kept = await keptOf<{ definition: { nodes: JsonObject[] } }>(studio(), outer.id);
      return kept.definition.nodes.find(({ id }) => id === 'sub')?.['config'];
    };
    return { page, form, version, config, stored: first.id, named: named.version };
  };

  it('[W4300][N4300] of a sub-workflow and of a map it is chosen by name, note and time, or left open', async () => {
    for (const node of [
      { id: 'sub', type: 'subworkflow', config: {} },
      { id: 'sub', type: 'map', config: { items: [1] } },
    ]) {
      const { page, version, config, stored, named } = await setUp(node);
      await expect.poll(() => version.inputValue()).toBe('The newest');
      await version.click();
      const option = page.getByRole('option', { name: /^Before the move/ });
      await expect.poll(() => option.innerText()).toMatch(/just now · Says more\./);
      expect(await page.getByRole('option', { name: /now the newest/ }).count()).toBe(1);
      await option.click();
      expect(await config()).toEqual({ ...node.config, workflow: stored, version: named });
      await version.click();
      await page.getByRole('option', { name: /^The newest/ }).click();
      expect(await config()).toEqual({ ...node.config, workflow: stored });
    }
  });

  it('[W4300] one that is no longer there stays, and the field says so', async () => {
    const version = `sha256:${'5e'.repeat(32)}`;
    const { page, form, ...field } = await setUp({
      id: 'sub',
      name: 'Child',
      type: 'subworkflow',
      config: { version },
    });
    await form.getByText('This workflow has no such version any more').waitFor();
    expect(await field.version.inputValue()).toBe('5e5e5e5e');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Called');
    expect(await field.config()).toEqual({ workflow: field.stored, version });
    await page.getByRole('group', { name: /^Called,/ }).waitFor();
  });
});

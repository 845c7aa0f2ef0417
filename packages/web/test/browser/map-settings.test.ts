// The settings of a map, in the words of people.
import type { JsonObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { keptOf } from './kept-of.ts';

const letters: JsonObject = {
  skein: 1,
  name: 'Letters',
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'all',
      name: 'All',
      type: 'map',
      config: { items: '${trigger}', workflow: { nodes: [{ id: 'start', type: 'start' }] } },
    },
  ],
  edges: [{ from: 'start', to: 'all' }],
};

interface Kept {
  readonly definition: { readonly nodes: readonly JsonObject[] };
}

describeStudio('the settings of a map', ({ studio, open }) => {
  it('[W4303][W4304] choices have words and a sentence each, and lists no fields', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', letters);
    const page = await open(`/workflows/${id}`);
    await page.getByRole('group', { name: /^All,/ }).click();
    const form = page.getByRole('form', { name: 'Node settings' });
    const failures = form.getByRole('combobox', { name: 'If an item fails' });
    await expect.poll(() => failures.innerText()).toBe('Default: The node fails');
    await form.getByText('With the error of the item').waitFor();
    await failures.click();
    await page.getByRole('option', { name: /The result says of each item whether/ }).click();
    await expect.poll(() => failures.innerText()).toBe('The others go on');
    await form.getByRole('combobox', { name: 'Items that are open then' }).click();
    await page.getByRole('option', { name: /^Let them finish/ }).click();
    expect(await form.innerText()).not.toMatch(/collect|cancel\b|At least|\bRest\b/i);
    // Of its two values, the list is no object, and what every run gets may be one.
    expect(await form.getByRole('button', { name: 'As fields' }).count()).toBe(1);
    await page.locator('body').press('Control+s');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    const { definition } = await keptOf<Kept>(studio(), id);
    expect(definition.nodes[1]?.['config']).toMatchObject({ failures: 'collect', rest: 'finish' });
  });
});

// Fields of an input and of a question, put in another order and called by a label: what the forms show that people fill in.
import type { JsonObject } from '@skein/kernel';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { keptOf } from './kept-of.ts';

const text = { type: 'string' };
const person = { type: 'object', properties: { given: text, family: text, born: text } };
const order: JsonObject = {
  skein: 1,
  name: 'Order',
  nodes: [
    {
      id: 'start',
      type: 'start',
      config: {
        schema: { type: 'object', properties: { city: text, item: text, person } },
      },
    },
    { id: 'end', type: 'end' },
  ],
  edges: [{ from: 'start', to: 'end' }],
};

interface Kept {
  readonly definition: { readonly nodes: readonly JsonObject[] };
}

describeStudio('built fields', ({ studio, open }) => {
  const openStart = async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', order);
    const page = await open(`/workflows/${id}`, { viewport: { width: 1440, height: 2600 } });
    await page.getByRole('group', { name: /^Start,/ }).click();
    return { id, page, form: page.getByRole('form', { name: 'Node settings' }) };
  };
  const names = (form: Locator, prefix: string) =>
    form
      .getByRole('group', { name: new RegExp(`^${prefix} \\d+$`) })
      .evaluateAll((rows) => rows.map((row) => row.querySelector('input')?.value));
  const undo = async (page: Page) => {
    await page.getByRole('group', { name: /^Start,/ }).focus();
    await page.keyboard.press('Control+z');
  };

  it('[W4301] fields are dragged, moved by buttons and with Alt and an arrow key, one step to undo each', async () => {
    const { id, page, form } = await openStart();
    await expect.poll(() => names(form, 'Field')).toEqual(['city', 'item', 'person']);
    await form
      .getByRole('button', { name: 'Move Field 3', exact: true })
      .dragTo(form.getByRole('group', { name: 'Field 1', exact: true }), {
        targetPosition: { x: 60, y: 12 },
      });
    await expect.poll(() => names(form, 'Field')).toEqual(['person', 'city', 'item']);
    // From inside its fields; the focus goes along.
    await form
      .getByRole('group', { name: 'Field 2', exact: true })
      .getByRole('textbox', { name: 'Name' })
      .press('Alt+ArrowDown');
    await expect.poll(() => names(form, 'Field')).toEqual(['person', 'item', 'city']);
    const handle = form.getByRole('button', { name: 'Move Field 3', exact: true });
    await expect.poll(() => handle.evaluate((node) => node === document.activeElement)).toBe(true);
    const inner = 'person: field';
    await form.getByRole('button', { name: `Move ${inner} 1 down`, exact: true }).click();
    await expect.poll(() => names(form, inner)).toEqual(['family', 'given', 'born']);
    await undo(page);
    await expect.poll(() => names(form, inner)).toEqual(['given', 'family', 'born']);
    await expect.poll(() => names(form, 'Field')).toEqual(['person', 'item', 'city']);
    await undo(page);
    await expect.poll(() => names(form, 'Field')).toEqual(['person', 'city', 'item']);
    await form.getByRole('button', { name: 'Remove Field 2', exact: true }).click();
    await undo(page);
    await expect.poll(() => names(form, 'Field')).toEqual(['person', 'city', 'item']);
    await page.keyboard.press('Control+s');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    const { definition } = await keptOf<Kept>(studio(), id);
    expect(JSON.stringify(definition.nodes[0])).toMatch(/person.*given.*family.*born.*city.*item/);
  });

  it('[W4308] a draft that runs is asked for what it takes, not for what the published version takes', async () => {
    const { page, form } = await openStart();
    await form.getByRole('button', { name: 'Add field' }).last().click();
    const row = form.getByRole('group', { name: 'Field 4', exact: true });
    await row.getByRole('textbox', { name: 'Name' }).fill('colour');
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Run Order' });
    await dialog.getByLabel('Colour').fill('red');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/\/runs\/./);
  });

  it('[W4307] any name can be typed, and no row jumps meanwhile', async () => {
    const { id, page, form } = await openStart();
    const hostile = ['__proto__', 'constructor', '10', 'a.b', '<b>'];
    for (const [index, name] of hostile.entries()) {
      await form.getByRole('button', { name: 'Add field' }).last().click();
      const row = form.getByRole('group', { name: `Field ${index + 4}`, exact: true });
      await row.getByRole('textbox', { name: 'Name' }).pressSequentially(name);
    }
    await expect.poll(() => names(form, 'Field')).toEqual(['city', 'item', 'person', ...hostile]);
    await page.keyboard.press('Control+s');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    const { definition } = await keptOf<Kept>(studio(), id);
    const config = definition.nodes[0]?.['config'] as { readonly schema: JsonObject } | undefined;
    expect(Object.keys(config?.schema['properties'] ?? {}).toSorted()).toEqual(
      ['city', 'item', 'person', ...hostile].toSorted(),
    );
  });

  it('[W4301][W4302] forms show the label of a field, in its new place, also of a published version', async () => {
    const { id, page, form } = await openStart();
    const field = (name: string) => form.getByRole('group', { name, exact: true });
    await field('Field 2').getByRole('textbox', { name: 'Label' }).fill('What you want');
    await field('person: field 2').getByRole('textbox', { name: 'Label' }).fill('Surname');
    await form.getByRole('button', { name: 'Move Field 2 up', exact: true }).click();
    await form.getByRole('button', { name: 'Move person: field 2 up', exact: true }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    await page.locator('body').press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Run Order' });
    await dialog.getByRole('textbox').first().waitFor();
    await expect
      .poll(() =>
        dialog
          .getByRole('textbox')
          .evaluateAll((all) =>
            all.map((each) => (each as HTMLInputElement).labels?.[0]?.textContent),
          ),
      )
      .toEqual(['What you want', 'City', 'Surname', 'Given', 'Born']);
    await dialog.getByLabel('What you want').fill('a bike');
    await dialog.getByLabel('Surname').fill('Ode');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/\/runs\/./);
    const { items } = await studio().call<{ items: readonly { readonly id: string }[] }>(
      'GET',
      `/runs?workflow=${id}`,
    );
    const run = await studio().call<JsonObject>('GET', `/runs/${items[0]?.id ?? ''}`);
    expect(run['input']).toEqual({ item: 'a bike', person: { family: 'Ode' } });
  });
});

// The fields of nodes in a real browser: values, arguments, schemas, durations, and when a field says that it is wrong.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { nativeNodes } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { keptOf } from './kept-of.ts';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';

const config: JsonObject = { functions: [path.join(import.meta.dirname, 'own-functions.ts')] };
const text = { type: 'string' };

const orders: JsonObject = {
  skein: 1,
  name: 'Orders',
  nodes: [
    {
      id: 'start',
      type: 'start',
      config: { schema: { type: 'object', properties: { city: text, items: { type: 'array' } } } },
    },
    {
      id: 'sum',
      name: 'Sum it up',
      type: 'llm',
      config: {
        prompt: 'Write to ',
        schema: { type: 'object', properties: { tone: text, words: text } },
      },
    },
    { id: 'quote', name: 'Quote', type: 'function', config: { name: 'shop.quote' } },
    { id: 'gate', name: 'Boss', type: 'approval', config: { prompt: 'Send it?' } },
    { id: 'build', name: 'Build', type: 'transform', config: { value: '${previous}' } },
    { id: 'child', name: 'Child', type: 'subworkflow', config: { workflow: 'workflow-id' } },
    { id: 'aside', name: 'Aside', type: 'tool', config: { tool: 'weather' } },
  ],
  tools: {
    weather: {
      description: 'The weather of a city.',
      parameters: { type: 'object', properties: { city: text }, required: ['city'] },
      code: { code: 'return args.city;' },
    },
  },
  edges: [
    { from: 'start', to: 'sum' },
    { from: 'sum', to: 'quote' },
    { from: 'quote', to: 'gate' },
    { from: 'gate', out: 'approved', to: 'build' },
    { from: 'build', to: 'child' },
  ],
};

describeStudio(
  'fields',
  ({ studio, open }) => {
    const openNode = async (node: string, input?: JsonObject) => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', orders);
      if (input !== undefined)
        await studio().call('POST', `/workflows/${id}/run?wait=10`, { input });
      const page = await open(`/workflows/${id}`);
      await select(page, node);
      return { id, page };
    };
    const select = (page: Page, node: string) =>
      page.getByRole('group', { name: new RegExp(`^${node},`) }).click();
    const saved = async (page: Page, id: string, node: string) => {
      await page.keyboard.press('Control+s');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      const { definition } = await keptOf<{ definition: { nodes: JsonObject[] } }>(studio(), id);
      return definition.nodes.find((each) => each['id'] === node)?.['config'];
    };
    const ofField = (page: Page, field: string, name: string) =>
      page.getByRole('button', { name }).and(page.locator(`[aria-description="${field}"]`));

    it('[W1851][W1852][W1853] a value is picked by name before any run, and typing goes on behind its chip', async () => {
      const { id, page } = await openNode('Build');
      await ofField(page, 'Value', 'Insert a value').click();
      const tree = page.getByRole('tree', { name: 'Values' });
      await tree.getByRole('treeitem', { name: /^eur/ }).first().waitFor();
      expect(await tree.getByRole('treeitem', { name: /Aside|Child/ }).count()).toBe(0);
      await page.getByRole('combobox', { name: 'Search values' }).fill('quote words');
      await tree.getByRole('treeitem', { name: /^Quote › words/ }).click();
      // On a loaded machine it closes, and gives the focus back, after a test has typed.
      const field = page.getByRole('textbox', { name: 'Value', exact: true });
      await tree.waitFor({ state: 'detached' });
      await field.and(page.locator(':focus')).waitFor();
      await page.keyboard.type(' for {tone');
      await page.getByRole('option', { name: /Sum it up › tone/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type('.');
      await expect.poll(() => field.textContent()).toBe('InputQuote › words for Sum it up › tone.');
      expect(await saved(page, id, 'build')).toEqual({
        value: '${previous}${quote.output.words} for ${sum.output.tone}.',
      });
    });

    it('[W4130] who picks a value before the editor has loaded types on behind it, and Escape goes back to the button', async () => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', orders);
      const page = await open('/', { isFresh: true });
      const held = Promise.withResolvers<void>();
      await page.route('**/assets/prompt-editor-*.js', async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto(`${studio().url}/workflows/${id}`);
      await select(page, 'Build');
      const button = ofField(page, 'Value', 'Insert a value');
      await button.click();
      await page.getByRole('combobox', { name: 'Search values' }).fill('quote words');
      const tree = page.getByRole('tree', { name: 'Values' });
      await tree.getByRole('treeitem', { name: /^Quote › words/ }).click();
      await tree.waitFor({ state: 'detached' });
      held.resolve();
      const field = page.getByRole('textbox', { name: 'Value', exact: true });
      await field.and(page.locator(':focus')).waitFor();
      await page.keyboard.type('!');
      await expect.poll(() => field.textContent()).toBe('InputQuote › words!');
      await button.click();
      await tree.waitFor();
      await page.keyboard.press('Escape');
      await button.and(page.locator(':focus')).waitFor();
    });

    it('[W1853][W3941] pointing at a chip shows its value in the last run, and below the field is what the text gives', async () => {
      const { page } = await openNode('Sum it up', { city: 'Ghent' });
      const field = page.getByRole('textbox', { name: 'Prompt', exact: true });
      await field.click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('{city');
      await page.getByRole('option', { name: /^Input › city/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type(' and $${x}');
      await page
        .getByRole('status')
        .getByText('Write to Ghent and ${x}', { exact: true })
        .waitFor();
      await field.getByText('Input › city').hover();
      await page.getByText('Ghent', { exact: true }).waitFor();
    });

    it('[W1855][W1856][W3780][W4000] arguments are a form from the schema of what was chosen', async () => {
      const { id, page } = await openNode('Quote');
      const form = page.getByRole('form', { name: 'Node settings' });
      await form.getByRole('textbox', { name: 'Item' }).fill('a ');
      // It has one line, also when the end of one is copied along.
      await page.evaluate(() => navigator.clipboard.writeText('bike\n'));
      await page.keyboard.press('Control+v');
      await page.keyboard.press('Enter');
      await form.getByRole('textbox', { name: 'How many' }).fill('3');
      await form.getByRole('combobox', { name: 'Delivery' }).click();
      await page.getByRole('option', { name: 'fast' }).click();
      await form.getByRole('switch', { name: 'As a gift' }).click();
      const args = { item: 'a bike', count: 3, speed: 'fast', gift: true };
      expect(await saved(page, id, 'quote')).toEqual({ name: 'shop.quote', args });
      await form.getByRole('button', { name: 'As JSON' }).click();
      await expect
        .poll(() => form.getByRole('textbox', { name: 'Arguments' }).textContent())
        .toContain('"a bike"');
      await form.getByRole('button', { name: 'As fields' }).click();
      for (const field of ['Item', 'How many'])
        await form.getByRole('textbox', { name: field }).fill('');
      await form.getByRole('combobox', { name: 'Delivery' }).click();
      await page.getByRole('option', { name: 'Not set' }).click();
      const name = form.getByRole('combobox', { name: 'Function', exact: true });
      await name.fill('no such function');
      await page.getByText('None has that name.').waitFor();
      await page.keyboard.press('Escape');
      expect(await saved(page, id, 'quote')).toEqual({ name: 'shop.quote', args: { gift: true } });
      // A tool that the definition brings along is one like any other.
      await select(page, 'Aside');
      await form.getByRole('textbox', { name: 'City' }).fill('Ghent');
      expect(await saved(page, id, 'aside')).toEqual({ tool: 'weather', args: { city: 'Ghent' } });
    });

    it('[W1855][W1856] another workflow is chosen by its name, and asked for its input', async () => {
      // Another one for each try.
      const mark = randomUUID().slice(0, 8);
      const [billing, name] = [`billing-${mark}`, `Billing of ${mark}`];
      await studio().call('POST', '/workflows', { ...orders, id: billing, name });
      const { id, page } = await openNode('Child');
      const form = page.getByRole('form', { name: 'Node settings' });
      await form.getByRole('combobox', { name: 'Workflow', exact: true }).fill('Billing');
      await page.getByRole('option', { name }).click();
      await form.getByRole('textbox', { name: 'City' }).fill('Ghent');
      expect(await saved(page, id, 'child')).toEqual({
        workflow: billing,
        input: { city: 'Ghent' },
      });
    });

    it('[W1857][W1858][W4204] the form of a question is built field by field, and its deadline written in words', async () => {
      const { id, page } = await openNode('Boss');
      const form = page.getByRole('form', { name: 'Node settings' });
      await form.getByRole('button', { name: 'Add field' }).click();
      const first = form.getByRole('group', { name: 'Field 1' });
      await first.getByLabel('Name').fill('reason');
      await first.getByLabel('Help').fill('Why it is sent');
      await first.getByLabel('Required').check();
      await form.getByRole('button', { name: 'Add field' }).click();
      const second = form.getByRole('group', { name: 'Field 2' });
      await second.getByLabel('Name').fill('speed');
      await second.getByRole('combobox', { name: 'Type' }).click();
      await page.getByRole('option', { name: 'One of several' }).click();
      await second.getByLabel('Choices, one per line').fill('slow\nfast');
      await form.getByRole('button', { name: 'Add field' }).click();
      const third = form.getByRole('group', { name: 'Field 3', exact: true });
      await third.getByLabel('Name').fill('parcels');
      await third.getByRole('combobox', { name: 'Type' }).click();
      await page.getByRole('option', { name: 'List of groups' }).click();
      await third.getByRole('button', { name: 'Add field' }).click();
      const inner = third.getByRole('group', { name: 'parcels: field 1' });
      await inner.getByLabel('Name').fill('weight');
      await inner.getByRole('combobox', { name: 'Type' }).click();
      await page.getByRole('option', { name: 'Number', exact: true }).click();
      const deadline = form.getByLabel('Deadline');
      await deadline.fill('3');
      expect(await page.getByRole('alert').count()).toBe(0);
      await deadline.blur();
      await page.getByRole('alert').getByText('Write a number and a unit').waitFor();
      await deadline.fill('3 days');
      await page.getByRole('alert').waitFor({ state: 'hidden' });
      expect(await saved(page, id, 'gate')).toEqual({
        prompt: 'Send it?',
        deadlineMs: 259_200_000,
        schema: {
          type: 'object',
          required: ['reason'],
          properties: {
            reason: { type: 'string', description: 'Why it is sent' },
            speed: { type: 'string', enum: ['slow', 'fast'] },
            parcels: {
              type: 'array',
              items: { type: 'object', properties: { weight: { type: 'number' } } },
            },
          },
        },
      });
      await form.getByRole('button', { name: 'As JSON' }).click();
      await form.getByRole('textbox', { name: 'Form' }).waitFor();
    });

    it('[W1859] a field says that it is wrong once it was left, and no other does', async () => {
      const { page } = await openNode('Quote');
      const form = page.getByRole('form', { name: 'Node settings' });
      const item = form.getByRole('textbox', { name: 'Item' });
      await item.waitFor();
      expect(await form.getByRole('alert').count()).toBe(0);
      const place = () => form.getByRole('textbox', { name: 'How many' }).boundingBox();
      const before = await place();
      await item.click();
      await form.getByRole('textbox', { name: 'How many' }).click();
      await form.getByRole('alert').getByText('Item: this is required. Fill it in.').waitFor();
      expect(await form.getByRole('alert').count()).toBe(1);
      expect(await place()).toEqual(before);
      await item.fill('a bike');
      await form.getByRole('alert').waitFor({ state: 'hidden' });
    });

    it('[W1859] what the server finds is said at its field', async () => {
      const { page } = await openNode('Sum it up');
      const field = page.getByRole('textbox', { name: 'Prompt', exact: true });
      await field.fill('Hello ${nobody.output}');
      await page.getByRole('textbox', { name: 'Instructions', exact: true }).click();
      const form = page.getByRole('form', { name: 'Node settings' });
      await form
        .getByRole('alert')
        .getByText(/^Prompt: .*nobody/)
        .waitFor();
      await field.fill('Hello');
      await form.getByRole('alert').waitFor({ state: 'hidden' });
    });

    // In parts, so that a busy machine has enough time for each.
    const types = Object.keys(nativeNodes);
    const perPart = Math.ceil(types.length / 5);
    it.each([0, 1, 2, 3, 4])(
      '[W1860] the form of every type can be used by everybody: part %i',
      async (index) => {
        const nodes = types.slice(index * perPart, (index + 1) * perPart).map((type) => ({
          id: `a-${type}`,
          name: `The ${type}`,
          type,
          ...(nativeNodes[type as keyof typeof nativeNodes].initialConfig === undefined
            ? {}
            : { config: nativeNodes[type as keyof typeof nativeNodes].initialConfig }),
        }));
        const { id } = await studio().call<{ id: string }>('POST', '/workflows?draft=true', {
          skein: 1,
          name: `Types ${index}`,
          nodes,
          edges: [],
        });
        const page = await open(`/workflows/${id}`);
        for (const [at, { name, type }] of nodes.entries()) {
          await select(page, name);
          await page.getByRole('heading', { name }).waitFor();
          await page.getByText('When it starts').waitFor();
          expect(await page.getByRole('form').getByRole('alert').count()).toBe(0);
          // What stands around the settings is the same for all.
          const part = at === 0 ? undefined : '[data-node-drawer]';
          expect(await findingsOf(page, { name: type, place: '' }, { part })).toEqual([]);
        }
      },
    );
  },
  { config, script: { replies: [], otherwise: 'echo' } },
);

// The steps of a data node in a real browser: cards with forms, and the rows after each of them.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';
import { keptOf } from './kept-of.ts';

const orders = [
  { city: 'Gent', price: 12, address: { zip: 9000 } },
  { city: 'Aalst', price: 5, address: { zip: 9300 } },
  { city: 'Gent', price: 30, address: { zip: 9000 } },
];

const workflow = (steps: readonly JsonObject[]): JsonObject => ({
  skein: 1,
  name: 'Orders',
  nodes: [
    { id: 'orders', type: 'transform', config: { value: { rows: orders } } },
    { id: 'report', type: 'data', config: { from: '${orders.output.rows}', steps: [...steps] } },
  ],
  edges: [{ from: 'orders', to: 'report' }],
});

describeStudio('the steps of a data node', ({ studio, open }) => {
  const openReport = async (steps: readonly JsonObject[], isRun: boolean) => {
    const definition = workflow(steps);
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', definition);
    if (isRun) await studio().call('POST', `/workflows/${id}/run?wait=20`, { input: null });
    const page = await open(`/workflows/${id}`);
    await page.locator('.react-flow__node[data-id="report"]').click();
    return { id, page };
  };
  const savedSteps = async (page: Page, id: string) => {
    await page.locator('body').press('Control+s');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    const { definition } = await keptOf<{ definition: { nodes: JsonObject[] } }>(studio(), id);
    return definition.nodes.find((each) => each['id'] === 'report')?.['config'];
  };
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true }).click();

  it('[W900][W901][W902] cards are added, filled in, moved, copied and undone, with the rows after each', async () => {
    const { id, page } = await openReport(
      [
        { op: 'filter', where: { field: 'price', op: 'gte', value: 10 } },
        { op: 'limit', count: 100 },
      ],
      true,
    );
    const steps = page.getByRole('list', { name: 'Steps' });
    const card = (place: number) => page.locator(`#data-step-${place - 1}`);
    await card(1).getByText('3 → 2 rows').waitFor();
    const after = page.getByRole('region', { name: 'Rows after step 1' });
    expect(await after.getByRole('cell').allTextContents()).toEqual(
      ['Gent 12 {"zip":9000}', 'Gent 30 {"zip":9000}'].flatMap((row) => row.split(' ')),
    );

    // The menu says what each step does; a new one has a field of the rows.
    await page.getByRole('button', { name: 'Add step' }).click();
    await page.getByRole('menuitem', { name: /^Group/ }).click();
    await card(3).getByText('2 → 1 row').waitFor();
    expect(
      await card(3).getByRole('button', { name: 'city', exact: true }).getAttribute('aria-pressed'),
    ).toBe('true');
    await card(3).getByRole('button', { name: 'Add value' }).click();
    await card(3).getByRole('textbox', { name: 'Values 2: name' }).fill('total');
    await card(3).getByRole('combobox', { name: 'Values 2: function' }).click();
    await page.getByRole('option', { name: 'sum', exact: true }).click();
    await card(3).getByRole('combobox', { name: 'Values 2: field' }).fill('price');
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Rows after step 3' }).getByText('42').waitFor();

    // The filter by its form.
    await card(1).locator('summary').first().click();
    await card(1).getByRole('textbox', { name: 'Where: compare with' }).fill('5');
    await card(1).getByText('3 → 3 rows').waitFor();
    // While a list is open, everything else is hidden from assistive technology.
    await page.keyboard.press('Escape');
    await undo(page);
    await card(1).getByText('3 → 2 rows').waitFor();

    // As JSON, and as the expression that it is short for.
    await card(1).getByRole('button', { name: 'JSON', exact: true }).click();
    await card(1)
      .getByRole('textbox', { name: 'Step 1 as JSON' })
      .fill('{ "op": "filter", "where": "${= item.price > 20 }" }');
    await card(1).getByText('3 → 1 row').waitFor();
    await card(1).getByRole('button', { name: 'Expression', exact: true }).click();
    await card(1).getByText('rows.filter((item, index) => (item.price > 20))').waitFor();
    await undo(page);

    // Moved by button and by keyboard, copied, removed: each is one step of the history.
    await card(3).getByRole('button', { name: 'Move step 3 (Group) up' }).click();
    await card(2).getByText('2 → 1 row').waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    await card(3).getByText('2 → 1 row').waitFor();
    await card(2).getByRole('button', { name: 'Duplicate step 2 (Limit)' }).click();
    expect(await steps.locator('> li').count()).toBe(4);
    await card(3).getByRole('button', { name: 'Remove step 3 (Limit)' }).click();
    expect(await steps.locator('> li').count()).toBe(3);
    await undo(page);
    expect(await steps.locator('> li').count()).toBe(4);
    await undo(page);
    expect(await savedSteps(page, id)).toEqual({
      from: '${orders.output.rows}',
      steps: [
        { op: 'filter', where: { field: 'price', op: 'gte', value: 10 } },
        { op: 'limit', count: 100 },
        {
          op: 'group',
          by: ['city'],
          values: { count: { fn: 'count' }, total: { fn: 'sum', field: 'price' } },
        },
      ],
    });
    expect(await findingsOf(page, { name: 'steps', place: '' })).toEqual([]);
  });

  it('[W902][W903] without a run, sample rows; a wrong step says so at its card and keeps the rows before it', async () => {
    const { page } = await openReport(
      [
        { op: 'set', fields: { vat: '${= item.price * 2 }' } },
        { op: 'sort', by: 'vat' },
      ],
      false,
    );
    const card = (place: number) => page.locator(`#data-step-${place - 1}`);
    await page
      .getByText('There is no run with these rows yet.')
      .or(page.getByText('The run has no value of'))
      .first()
      .waitFor();
    await page.getByRole('textbox', { name: 'Sample rows' }).fill('[{"price":3},{"price":1}]');
    await page.getByRole('region', { name: 'Rows after step 2' }).waitFor();
    const last = page.getByRole('region', { name: 'Rows after step 2' });
    expect(await last.getByRole('cell').allTextContents()).toEqual(['1', '2', '3', '6']);
    await card(2).locator('summary').first().click();
    await card(2).getByRole('button', { name: 'JSON', exact: true }).click();
    await card(2).getByRole('textbox', { name: 'Step 2 as JSON' }).fill('{ "op": "sort" }');
    await card(2).getByText('BAD_STEP').waitFor();
    await last.waitFor({ state: 'hidden' });
    await card(1).getByText('2 → 2 rows').waitFor();
  });

  it('[W904][W3776] a curl command becomes the request, in one step', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
      skein: 1,
      name: 'Requests',
      nodes: [{ id: 'call', type: 'http', config: { url: 'https://', full: true } }],
      edges: [],
    });
    const page = await open(`/workflows/${id}`);
    await page.locator('.react-flow__node[data-id="call"]').click();
    const url = page.getByRole('textbox', { name: 'URL' });
    await url.getByText('https://api.example.com/orders').waitFor();
    await url.click();
    await page.keyboard.type('https://example.com');
    await page.getByRole('button', { name: 'Paste curl' }).click();
    await page
      .getByRole('textbox', { name: 'Command' })
      .fill(
        "curl -k -X PUT 'https://api.example.com/orders?page=2' -H 'Authorization: Bearer abc123' -H 'X-Shop: Gent' -d '{}'",
      );
    await page
      .getByRole('region', { name: 'Secrets to set before it runs' })
      .getByText('API_EXAMPLE_COM_KEY')
      .waitFor();
    await page.getByRole('region', { name: 'Not kept' }).getByText('-k').waitFor();
    await page.getByRole('button', { name: 'Use this request' }).click();
    await expect.poll(() => url.textContent()).toContain('https://api.example.com/orders');
    await page.locator('body').press('Control+s');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    const { definition } = await keptOf<{ definition: { nodes: JsonObject[] } }>(studio(), id);
    expect(definition.nodes[0]?.['config']).toMatchObject({
      method: 'PUT',
      auth: { bearer: 'API_EXAMPLE_COM_KEY' },
      headers: { 'X-Shop': 'Gent' },
      full: true,
    });
    expect(JSON.stringify(definition)).not.toContain('abc123');
    await undo(page);
    await expect.poll(() => url.textContent()).toBe('https://example.com');
  });

  it('[W952] how a request shows who it is, what it sends and how it turns pages is chosen', async () => {
    await studio().call('PUT', '/secrets/SHOP_KEY', { value: 'x', hosts: ['api.example.com'] });
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
      skein: 1,
      name: 'Orders',
      nodes: [
        {
          id: 'call',
          type: 'http',
          config: { url: 'https://api.example.com/orders', pagination: { next: 'link' } },
        },
      ],
      edges: [],
    });
    const page = await open(`/workflows/${id}`);
    await page.locator('.react-flow__node[data-id="call"]').click();
    const settings = page.getByRole('tabpanel', { name: 'Settings', exact: true });
    const choose = async (label: string, choice: string) => {
      await settings.getByRole('combobox', { name: label, exact: true }).click();
      await page.getByRole('option', { name: choice, exact: true }).click();
    };
    await choose('Authentication', 'Bearer token');
    await settings.getByRole('combobox', { name: 'Bearer', exact: true }).click();
    await page.getByRole('option', { name: /^SHOP_KEY/ }).click();
    // Another way takes the place of the first.
    await choose('Authentication', 'Header');
    // The first one is the name of the node.
    await settings.getByRole('textbox', { name: 'Name', exact: true }).nth(1).fill('X-Key');
    await settings.getByRole('combobox', { name: 'Secret', exact: true }).fill('SHOP_KEY');
    await page.keyboard.press('Escape');
    await choose('Body', 'JSON');
    await choose('Body', 'None');
    const pages = settings.getByRole('combobox', { name: 'Pagination', exact: true });
    await expect.poll(() => pages.textContent()).toContain('Link header');
    await choose('Pagination', 'Page number');
    await settings.getByRole('textbox', { name: 'Param', exact: true }).fill('p');
    await settings.getByRole('textbox', { name: 'Items', exact: true }).fill('data');
    const folder = process.env['SKEIN_SHOTS'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/http-choosers.png` });
    await page.locator('body').press('Control+s');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    const { definition } = await keptOf<{ definition: { nodes: JsonObject[] } }>(studio(), id);
    expect(definition.nodes[0]?.['config']).toEqual({
      url: 'https://api.example.com/orders',
      auth: { header: { name: 'X-Key', secret: 'SHOP_KEY' } },
      pagination: { page: { param: 'p' }, items: 'data' },
    });
  });

  it('[W951] a run shows its state over time: who wrote what, and all of it after any change', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
      skein: 1,
      name: 'Counting',
      state: { seen: [], count: 0 },
      nodes: [
        { id: 'one', type: 'set', config: { append: { seen: 'a' }, increment: { count: 1 } } },
        { id: 'two', type: 'set', config: { append: { seen: 'b' }, increment: { count: 1 } } },
      ],
      edges: [{ from: 'one', to: 'two' }],
    });
    const run = await studio().call<{ run_id: string }>('POST', `/workflows/${id}/run?wait=20`, {});
    const page = await open(`/runs/${run.run_id}?tab=state`);
    const state = page.getByRole('region', { name: 'State', exact: true });
    await state.getByText('Now', { exact: true }).waitFor();
    const changes = page.getByRole('list', { name: 'Changes of the state' });
    await changes.getByText('seen + "b"').waitFor();
    await changes.getByRole('button', { name: /^one/ }).click();
    await state.getByText('After change 1, by one #1').waitFor();
    const shown = state.getByLabel('state', { exact: true });
    await expect.poll(() => shown.textContent()).not.toContain('"b"');
    expect(await shown.textContent()).toContain('"a"');
    const folder = process.env['SKEIN_SHOTS'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/state-over-time.png` });
    expect(await findingsOf(page, { name: 'state', place: '' })).toEqual([]);
  });
});

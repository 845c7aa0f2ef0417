// Editing a canvas in a real browser: connections stay with their conditions, and what is added is valid and stays in place.
import { isObject, type JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { textAt } from '../../src/graph/own-keys.ts';
import { describeStudio } from './describe-studio.ts';
import { middle, settled } from './drag.ts';
import { keptOf } from './kept-of.ts';

interface Kept {
  readonly id: string;
  readonly definition: JsonObject & { readonly connections: readonly JsonObject[] };
}

const contains = (value: string) => ({ operator: 'contains', value });

const letters: JsonObject = {
  name: 'Letters',
  nodes: [
    { id: 'start', type: 'start', x: 0, y: 0, data: { initialInput: 'please pay' } },
    {
      id: 'kind',
      type: 'if',
      x: 0,
      y: 98,
      data: { conditions: [contains('hello'), contains('pay'), contains('pay')] },
    },
    { id: 'greet', type: 'agent', x: -256, y: 196, data: { agentName: 'Greeter' } },
    { id: 'pay', type: 'agent', x: 0, y: 196, data: { agentName: 'Payer' } },
    { id: 'late', type: 'agent', x: 256, y: 196, data: { agentName: 'Reminder' } },
  ],
  connections: [
    { source: 'start', target: 'kind' },
    { source: 'kind', sourceHandle: 'condition-0', target: 'greet' },
    { source: 'kind', sourceHandle: 'condition-1', target: 'pay' },
    { source: 'kind', sourceHandle: 'condition-2', target: 'late' },
  ],
};

describeStudio('editing a canvas', ({ studio, open }) => {
  const card = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
  const lines = (page: Page) => page.locator('.react-flow__edge');
  const create = async (definition: JsonObject) =>
    (await studio().call<Kept>('POST', '/workflows', definition)).id;
  const save = async (page: Page, id: string) => {
    await page.locator('body').press('Control+s');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    return (await keptOf<Kept>(studio(), id)).definition;
  };
  const branches = ({ connections }: Kept['definition']) =>
    Object.fromEntries(
      connections
        .filter(({ source }) => source === 'kind')
        .map((connection) => [textAt(connection, 'sourceHandle'), textAt(connection, 'target')]),
    );

  it('[W80] connections follow their conditions when those are moved or removed, in one step each', async () => {
    const id = await create(letters);
    const page = await open(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Edge from Condition to Payer' }).press('Enter');
    await page.getByText('condition 2: contains "pay"').last().waitFor();
    await card(page, 'kind').click();
    await page.getByRole('button', { name: 'Move number 1 down' }).click();
    expect(branches(await save(page, id))).toEqual({
      'condition-0': 'pay',
      'condition-1': 'greet',
      'condition-2': 'late',
    });
    // Two conditions are equal: the one whose button was pressed goes, with its connection.
    await page.getByRole('button', { name: 'Remove number 1' }).click();
    await expect.poll(() => lines(page).count()).toBe(3);
    const removed = await save(page, id);
    expect(branches(removed)).toEqual({ 'condition-0': 'greet', 'condition-1': 'late' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => lines(page).count()).toBe(4);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(branches(await save(page, id))).toEqual(
      branches(letters as unknown as Kept['definition']),
    );
  });

  it('[W80] edges of a switch follow a case whose name is typed', async () => {
    const when = { left: '${previous}', op: 'truthy' };
    const id = await create({
      skein: 1,
      name: 'Cases',
      nodes: [
        { id: 'start', type: 'start' },
        {
          id: 'kind',
          type: 'switch',
          config: {
            cases: [
              { name: 'x', when },
              { name: 'two', when },
            ],
          },
        },
        { id: 'a', type: 'end' },
        { id: 'b', type: 'end' },
      ],
      edges: [
        { from: 'start', to: 'kind' },
        { from: 'kind', out: 'x', to: 'a' },
        { from: 'kind', out: 'two', to: 'b' },
      ],
    });
    const page = await open(`/workflows/${id}`);
    await card(page, 'kind').click();
    const name = page.getByRole('group', { name: 'number 1' }).getByLabel('Name');
    await name.click();
    await name.press('Control+a');
    // On the way it is called like the other case.
    await name.pressSequentially('twofold');
    const { definition } = await save(page, id).then(() =>
      keptOf<{ definition: { edges: JsonObject[] } }>(studio(), id),
    );
    expect(definition.edges.slice(1)).toEqual([
      { from: 'kind', out: 'twofold', to: 'a' },
      { from: 'kind', out: 'two', to: 'b' },
    ]);
  });

  it('[W83] a condition that is added is valid, and so is a subagent', async () => {
    const id = await create({
      ...letters,
      nodes: [
        ...(letters['nodes'] as readonly JsonObject[]),
        {
          id: 'chief',
          type: 'agent',
          x: 0,
          y: 320,
          data: { agentName: 'Chief', tools: { subagents: true } },
        },
      ],
      connections: [
        ...(letters['connections'] as readonly JsonObject[]),
        { source: 'pay', target: 'chief' },
      ],
    });
    const page = await open(`/workflows/${id}`);
    await card(page, 'kind').click();
    await page.getByRole('button', { name: 'Add to conditions' }).click();
    await page.getByRole('group', { name: 'number 4' }).waitFor();
    expect(await page.getByRole('img', { name: 'Has an error' }).count()).toBe(0);
    const port = middle(await settled(card(page, 'chief').locator('[data-handleid="subagent"]')));
    await page.mouse.move(port.x, port.y);
    await page.mouse.down();
    await page.mouse.move(port.x + 60, port.y + 120, { steps: 5 });
    await page.mouse.up();
    await page
      .getByRole('dialog', { name: 'Add a node' })
      .getByRole('button', { name: /^Agent/ })
      .click();
    await expect.poll(() => lines(page).count()).toBe(6);
    const { nodes } = await save(page, id);
    const added = (nodes as readonly JsonObject[]).at(-1);
    expect(added?.['data']).toEqual({ agentName: 'Agent' });
    const kind = (nodes as readonly JsonObject[]).find((node) => node['id'] === 'kind');
    const data = kind?.['data'];
    expect(isObject(data) ? (data['conditions'] as readonly JsonObject[]).at(-1) : null).toEqual({
      operator: 'contains',
      value: '',
    });
    expect(await page.getByRole('img', { name: /^Has a/ }).count()).toBe(0);
  });

  it('[W83] a node stays where it was dropped, though the layout had placed the others', async () => {
    const id = await create({
      skein: 1,
      name: 'Unplaced',
      nodes: ['start', 'a', 'b'].map((each) => ({
        id: each,
        type: each === 'start' ? 'start' : 'approval',
        ...(each === 'start' ? {} : { config: { prompt: 'Well?' } }),
      })),
      edges: [
        { from: 'start', to: 'a' },
        { from: 'a', out: 'approved', to: 'b' },
      ],
    });
    const page = await open(`/workflows/${id}`);
    const before = await settled(card(page, 'b'));
    const pane = await settled(page.locator('.react-flow__pane'));
    await page
      .getByRole('button', { name: /^Join/ })
      .dragTo(page.locator('.react-flow__pane'), { targetPosition: { x: 200, y: 500 } });
    // The view moves when the drawer opens, so the cards are compared with each other.
    const dropped = middle(await settled(card(page, 'join')));
    const after = await settled(card(page, 'b'));
    expect(Math.abs(dropped.x - after.x - (pane.x + 200 - before.x))).toBeLessThan(4);
    expect(Math.abs(dropped.y - after.y - (pane.y + 500 - before.y))).toBeLessThan(4);
    const place = () => card(page, 'join').evaluate(({ style }) => style.transform);
    const dropPlace = await place();
    await save(page, id);
    await page.reload();
    await settled(card(page, 'join'));
    expect(await place()).toBe(dropPlace);
  });

  it('[W95] nodes that are added by clicks cover no other card', async () => {
    const id = await create(letters);
    const page = await open(`/workflows/${id}`);
    await settled(card(page, 'pay'));
    const palette = page.getByRole('button', { name: /^Agent/ });
    // Beside nothing, then each beside the one before, then beside one that has another below it.
    for (let i = 0; i < 3; i++) await palette.click();
    await card(page, 'start').click();
    await palette.click();
    await page.keyboard.press('Escape');
    await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } });
    await palette.click();
    const { nodes } = await save(page, id);
    const places = (nodes as readonly JsonObject[]).map(({ x, y }) => ({
      x: Number(x),
      y: Number(y),
    }));
    expect(places).toHaveLength(10);
    for (const [index, one] of places.entries())
      for (const other of places.slice(index + 1))
        expect(Math.abs(one.x - other.x) >= 224 || Math.abs(one.y - other.y) >= 60).toBe(true);
  });

  it('[W96] a node that is added is in view, however many there are', async () => {
    const id = await create({ name: 'Many', dialect: 'canvas' });
    const page = await open(`/workflows/${id}`);
    await settled(card(page, 'start'));
    for (let i = 1; i <= 8; i++) {
      await page.getByRole('button', { name: /^Agent/ }).click();
      const added = await settled(card(page, i === 1 ? 'agent' : `agent-${i}`));
      const pane = (await page.locator('.react-flow__pane').boundingBox())!;
      expect(added.y).toBeGreaterThanOrEqual(pane.y);
      expect(added.y + added.height).toBeLessThanOrEqual(pane.y + pane.height);
    }
  });

  it('[W83] the dialog asks for no input that a start with its own would ignore', async () => {
    const id = await create(letters);
    const page = await open(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Run Letters' });
    await dialog.getByText('initial input of the start node').waitFor();
    await dialog.getByText('please pay').waitFor();
    expect(await dialog.getByLabel('Input', { exact: true }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/\/runs\//);
  });
});

// What hurt a stranger who built, ran and looked for reasons in the studio for the first time.
import type { JsonObject } from '@skein/kernel';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { dragBetween, settled } from './drag.ts';
import { shoot } from './shoot.ts';

const card = (page: Page, name: string) =>
  page.getByRole('group', { name: new RegExp(`^${name}`, 'i') }).first();

const isWhole = (target: Locator) =>
  target.evaluate(
    ({ scrollWidth, clientWidth, clientHeight }) =>
      scrollWidth <= clientWidth + 1 && clientHeight < 30,
  );

const long = 'A name that goes on and on and on '.repeat(6).trim();

describeStudio(
  'small things',
  ({ studio, open }) => {
    const create = async (definition: JsonObject): Promise<string> => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', definition);
      return id;
    };

    it('[W3100] the map is a few paths for 150 nodes, and pressing on it moves the view', async () => {
      const ids = Array.from({ length: 150 }, (_, index) => `n${index}`);
      const id = await create({
        skein: 1,
        name: 'Many',
        nodes: ids.map((each, index) => ({
          id: each,
          type: index === 0 ? 'start' : 'transform',
          name: `Step ${index}`,
          ...(index === 0 ? {} : { config: { value: 1 } }),
        })),
        edges: ids.slice(1).map((each, index) => ({ from: ids[index] ?? '', to: each })),
      });
      const page = await open(`/workflows/${id}`);
      const first = card(page, 'Step 0,');
      await first.waitFor();
      const map = page.getByRole('img', { name: 'Mini Map' });
      expect(await map.locator('*').count()).toBeLessThan(8);
      const before = await settled(first);
      const { x, y, width, height } = await settled(map);
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 2, y + 4, { steps: 3 });
      await page.mouse.up();
      await expect.poll(async () => (await settled(first)).y - before.y).toBeGreaterThan(100);
    });

    it('[W3101][W3102][W3104][W3109] "model" adds a model call straight below, and a long name takes no room', async () => {
      const page = await open('/workflows?open=new');
      await page.getByLabel('Name').fill(long);
      await page.getByRole('button', { name: 'Create' }).click();
      const box = await settled(card(page, 'start'));
      const from = { x: box.x + box.width / 2, y: box.y + box.height };
      await dragBetween(page, from, { x: from.x + 3, y: from.y + 90 });
      const picker = page.getByRole('dialog', { name: 'Add a node' });
      await picker.getByRole('button', { name: /^Condition/ }).waitFor();
      expect(await picker.getByRole('button', { name: /^Start/ }).count()).toBe(0);
      await page.keyboard.type('model');
      await page.keyboard.press('Enter');
      await card(page, 'model call').waitFor();
      expect(await page.getByRole('group', { name: /^Agent/ }).count()).toBe(0);
      const header = page.locator('main header').first();
      for (const words of ['draft, not published', 'No problems'])
        expect(await isWhole(header.getByText(words))).toBe(true);
      expect(await isWhole(header.getByRole('status').first())).toBe(true);
    });

    it('[W3105][W3103][W3108][W3902][W3903] a run of a draft says so, why is a sentence, and rows of its condition say whether they hold', async () => {
      const id = await create({
        skein: 1,
        name: 'Offers',
        nodes: [
          { id: 'start', type: 'start', name: 'Begin' },
          { id: 'write', type: 'llm', name: 'Write it', config: { prompt: 'Offer ${previous}' } },
          {
            id: 'check',
            type: 'if',
            name: 'Is it good?',
            config: {
              condition: {
                all: [
                  { left: '${previous}', op: 'contains', right: 'Offer' },
                  { left: '${trigger}', op: 'eq', right: 'a car' },
                ],
              },
            },
          },
          { id: 'send', type: 'transform', name: 'Send it', config: { value: 1 } },
          { id: 'thank', type: 'transform', name: 'Thank them', config: { value: 2 } },
        ],
        edges: [
          { from: 'start', to: 'write' },
          { from: 'write', to: 'check' },
          { from: 'check', out: 'true', to: 'send' },
          { from: 'send', to: 'thank' },
        ],
      });
      const page = await open(`/workflows/${id}`);
      await card(page, 'Send it').click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Send the offer');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('textbox', { name: 'Input' }).fill('a bike');
      await page.getByRole('button', { name: 'Start' }).click();
      const header = page.locator('main header').first();
      await header.getByText('Completed').waitFor();
      await header.getByText(/· draft /).waitFor();
      // The step says its values as its chips do.
      await card(page, 'Write it').click();
      await page.getByRole('tab', { name: 'Details' }).click();
      await page
        .getByRole('region', { name: 'Values' })
        .getByText('Input', { exact: true })
        .waitFor();
      await card(page, 'Thank them').click();
      await page.getByRole('tab', { name: 'Why?' }).click();
      const panel = page.getByRole('tabpanel', { name: 'Why?' });
      await panel
        .getByText(
          /^Thank them did not run because Send the offer did not run: Is it good\? chose no: /,
        )
        .waitFor();
      expect(await panel.getByText(/Not decided yet|is skipped/).count()).toBe(0);
      const beside = page.getByRole('region', { name: 'Why did this not run?' });
      expect(await beside.count()).toBe(0);
      await card(page, 'Is it good').click();
      await panel.getByText(/^Is it good\? ran after Write it, and chose no: /).waitFor();
      await panel.getByRole('tree').waitFor();
      expect(await panel.getByText(/Activation|inputs/).count()).toBe(0);
      await shoot(page, 'why-ran');
      // At the zoom of the canvas, which is at most 1.
      const distance = await card(page, 'Is it good').evaluate((each) => {
        const [words] = each.getElementsByClassName('words');
        const [pill] = each.getElementsByClassName('port');
        const below = pill?.getBoundingClientRect().top ?? 0;
        const scale = each.getBoundingClientRect().height / 60;
        return (below - (words?.getBoundingClientRect().bottom ?? 0)) / scale;
      });
      expect(distance).toBeGreaterThanOrEqual(6);

      await page.getByRole('link', { name: 'Offers' }).click();
      await card(page, 'Is it good').click();
      const holds = (part: string) =>
        page.getByRole('status', { name: `${part}: in the last run` });
      await holds('Condition 1').getByText('true', { exact: true }).waitFor();
      await holds('Condition 2').getByText('false', { exact: true }).waitFor();
      await holds('Condition').getByText('false', { exact: true }).waitFor();
      await page.getByRole('combobox', { name: 'Condition: how conditions are combined' }).click();
      await page.getByRole('option', { name: 'Any is true' }).click();
      await holds('Condition').getByText('true', { exact: true }).waitFor();
    });

    it('[W3106][V3100] code is tried although another node is wrong, and says that it got nothing', async () => {
      const id = await create({
        skein: 1,
        name: 'Code',
        nodes: [
          { id: 'start', type: 'start' },
          { id: 'work', type: 'code', name: 'Work', config: { code: 'return [previous].length' } },
        ],
        edges: [{ from: 'start', to: 'work' }],
      });
      const page = await open(`/workflows/${id}`);
      const box = await settled(card(page, 'Work'));
      const from = { x: box.x + box.width / 2, y: box.y + box.height };
      await dragBetween(page, from, { x: from.x, y: from.y + 90 });
      await page.keyboard.type('condition');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove Condition' }).click();
      await page.getByRole('button', { name: /problem.*[1-9]\d* error/ }).waitFor();
      await card(page, 'Work').click();
      await page.getByRole('button', { name: 'Try on the last input' }).click();
      const result = page.getByRole('region', { name: 'Result of trying the code' });
      await result.getByText('Tried: completed').waitFor();
      await result.getByText(/^Nothing before this node has run yet/).waitFor();
    });
  },
  { script: { replies: [], otherwise: 'echo' } },
);

// Job 2 of the eleven: a workflow from start to end, as somebody builds it who has never seen one. Nobody types an id, a reference, a
// schema or the name of a function.
import path from 'node:path';
import type { JsonObject } from '@skein/kernel';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { keptOf } from './kept-of.ts';
import { describeStudio } from './describe-studio.ts';
import { dragBetween, middle, settled } from './drag.ts';
import { publish } from './publish.ts';
import { startJob, type Job } from './job.ts';
import { shoot } from './shoot.ts';

const config: JsonObject = { functions: [path.join(import.meta.dirname, 'own-functions.ts')] };

const built = [
  { type: 'start' },
  { type: 'llm', config: { prompt: 'Write an offer for ${previous} today.' } },
  { type: 'if', config: { condition: { left: '${previous}', op: 'contains', right: 'offer' } } },
  { type: 'approval', config: { prompt: 'Approve this step?' } },
  { type: 'function', config: { name: 'shop.quote', args: { item: '${previous}' } } },
  { type: 'end' },
];

describeStudio(
  'building',
  ({ studio, open }) => {
    const stored = async (page: Page) => {
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      const id = page.url().split('/').at(-1) ?? '';
      const { definition } = await keptOf<{ definition: { nodes: JsonObject[] } }>(studio(), id);
      return { id, nodes: definition.nodes };
    };
    const plain = (nodes: readonly JsonObject[]) =>
      nodes.map(({ type, config: settings }) =>
        settings === undefined ? { type } : { type, config: settings },
      );

    it('[W1861] start, model, condition, approval, function, end', async () => {
      const page = await open('/workflows?open=new');
      const job = startJob('Job 2, build a workflow of six nodes', 25);
      await job.does(page.getByLabel('Name').fill('Offers'));
      await job.does(page.getByRole('button', { name: 'Create' }).click());
      const card = (name: string) => page.getByRole('group', { name: new RegExp(`^${name}`, 'i') });

      await addAfter(page, job, card('start'), 'Model call');
      const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
      await job.does(prompt.click());
      await job.does(page.keyboard.type('Write an offer for {'));
      await page.getByRole('option', { name: /^Input/ }).waitFor();
      await job.does(page.keyboard.press('Enter'));
      await job.does(page.keyboard.type(' today.'));

      await addAfter(page, job, card('model call'), 'Condition');
      await job.does(page.getByRole('combobox', { name: 'Condition: operator' }).click());
      await job.does(page.getByRole('option', { name: 'contains', exact: true }).click());
      await job.does(page.getByRole('textbox', { name: 'Condition: compare with' }).fill('offer'));

      await addAfter(page, job, card('condition').getByText('true', { exact: true }), 'Approval');
      await addAfter(
        page,
        job,
        card('approval').getByText('approved', { exact: true }),
        'Function',
      );
      await job.does(page.getByRole('combobox', { name: 'Function' }).click());
      await job.does(page.getByRole('option', { name: /^shop\.quote/ }).click());
      await job.does(fieldButton(page, 'Item', 'Insert a value').click());
      await job.does(
        page
          .getByRole('treeitem', { name: /^Input/ })
          .first()
          .click(),
      );

      await addAfter(page, job, card('function'), 'End');
      await job.does(page.keyboard.press('Control+s'));
      job.ends();
      await shoot(page, 'job-2');

      const { id, nodes } = await stored(page);
      expect(plain(nodes)).toEqual(built);
      await publish(page);
      const run = await studio().call<{ run_id: string }>('POST', `/workflows/${id}/run?wait=0`, {
        input: 'a bike',
      });
      const runPage = await open(`/runs/${run.run_id}`);
      await runPage.getByRole('button', { name: 'Approve' }).click();
      await runPage.locator('main header').first().getByText('Completed').waitFor();
    });

    it('[W1861][W1852] the fields are filled with the keyboard alone', async () => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
        skein: 1,
        name: 'By keys',
        nodes: [
          { id: 'start', type: 'start' },
          { id: 'ask', type: 'llm', name: 'Ask it', config: { prompt: '' } },
          { id: 'call', type: 'function', config: { name: 'function-name' } },
        ],
        edges: [
          { from: 'start', to: 'ask' },
          { from: 'ask', to: 'call' },
        ],
      });
      const page = await open(`/workflows/${id}`);
      const drawer = async (name: string) => {
        await page.getByRole('group', { name: new RegExp(`^${name}`) }).focus();
        await page.keyboard.press('Enter');
      };
      const tabTo = async (target: Locator) => {
        await target.waitFor();
        for (let times = 0; times < 40; times++) {
          if (await hasFocus(target)) return;
          await page.keyboard.press('Tab');
        }
        throw new Error('The field cannot be reached with the tab key.');
      };
      await drawer('Ask it');
      await tabTo(page.getByRole('textbox', { name: 'Prompt', exact: true }));
      await page.keyboard.type('Sum up ${run');
      await page.getByRole('option', { name: /^Run input/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type(', please.');
      await drawer('call');
      const name = page.getByRole('combobox', { name: 'Function' });
      await tabTo(name);
      await page.keyboard.type('quote');
      await page.getByRole('option', { name: /^shop\.quote/ }).waitFor();
      await page.keyboard.press('Enter');
      const picker = fieldButton(page, 'Item', 'Insert a value');
      await tabTo(picker);
      await page.keyboard.press('Enter');
      await page.getByRole('combobox', { name: 'Search values' }).waitFor();
      await page.keyboard.type('ask');
      await page.getByRole('treeitem', { name: /^Ask it/ }).waitFor();
      await page.keyboard.press('Enter');
      // The cursor is behind the chip, and typing goes on.
      const item = page.getByRole('textbox', { name: 'Item', exact: true });
      await item.and(page.locator(':focus')).waitFor();
      await page.keyboard.type('!');
      await page.keyboard.press('Control+s');
      const { nodes } = await stored(page);
      expect(plain(nodes)).toEqual([
        { type: 'start' },
        { type: 'llm', config: { prompt: 'Sum up ${trigger}, please.' } },
        { type: 'function', config: { name: 'shop.quote', args: { item: '${ask.output}!' } } },
      ]);
    });
  },
  { config, script: { replies: [], otherwise: 'echo' } },
);

/** Drags a line out of a card, or of a port of it, and chooses what it leads to. */
async function addAfter(page: Page, job: Job, from: Locator, name: string): Promise<void> {
  const box = await settled(from);
  const isCard = box.width > 150;
  const start = isCard ? { x: box.x + box.width / 2, y: box.y + box.height } : middle(box);
  const end = { x: start.x, y: Math.min(start.y + 90, 860) };
  await job.does(dragBetween(page, start, end));
  const entry = page
    .getByRole('dialog', { name: 'Add a node' })
    .getByRole('button', { name: new RegExp(`^${name}`) });
  await job.does(entry.first().click());
}

/** The buttons of fields are called the same, and say of which field they are. */
function fieldButton(page: Page, field: string, name: string): Locator {
  return page.getByRole('button', { name }).and(page.locator(`[aria-description="${field}"]`));
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const root = element.getRootNode();
    const inner = root instanceof ShadowRoot ? root.activeElement : document.activeElement;
    return inner === element;
  });
}

// Goal: what somebody describes on the first page becomes a workflow that they have seen, run and accepted. Method: the whole way in a
// browser, once with a script in the place of a provider, which writes something wrong and repairs it, and once without any.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';
import { shoot } from './shoot.ts';

const phone = { width: 390, height: 844 };

/** Of a workflow that is created in the test: its id is only known then, so the draft is a patch of what is there. */
const building = (id: string): JsonObject => {
  const nodes = [
    {
      id: 'big',
      type: 'if',
      name: 'Large?',
      config: { condition: { left: '${trigger.amount|0}', op: 'gt', right: 50 } },
    },
    { id: 'ask', type: 'approval', name: 'Ask a person', config: { prompt: 'Pay it back?' } },
    { id: 'pay', type: 'transform', name: 'Pay', config: { value: 'Paid.' } },
  ];
  const added = nodes.map((node) => ({ op: 'add_node', node }));
  const edges = [
    { from: 'start', to: 'big' },
    { from: 'big', out: 'true', to: 'ask' },
    { from: 'big', out: 'false', to: 'payment' },
    { from: 'ask', out: 'approved', to: 'pay' },
  ];
  const drawn = edges.map((edge) => ({ op: 'add_edge', edge }));
  return { id, ops: [...added, ...drawn] };
};

const id = 'refund-wish';
const repair = [
  { op: 'remove_edge', from: 'big', to: 'payment' },
  { op: 'add_edge', edge: { from: 'big', out: 'false', to: 'pay' } },
];
const whole = {
  skein: 1,
  id,
  name: 'Refunds',
  nodes: [{ id: 'start', type: 'start' }],
  edges: [],
};

/** The draft comes while the page is loaded again, and the last words some time after it. */
const slowly = (workflow: string, wish: string): readonly JsonObject[] => {
  const node = { id: 'say', type: 'transform', name: 'Say hello', config: { value: 'Hello' } };
  const ops = [{ op: 'add_node', after: 'start', node }];
  return [
    {
      when: { contains: wish },
      delayMs: 2000,
      toolCalls: [{ name: 'patch_workflow', arguments: { id: workflow, ops } }],
    },
    { when: { history: wish }, text: 'Added.' },
  ];
};

/** Where the card of a node says that it is new. */
const news = (page: Page) => page.locator('.node').getByText('new', { exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Draft of the assistant' });

/** The server has what was said: whoever leaves before that takes it along. */
const isTaken = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && response.url().endsWith('/assistant/messages'),
  );

describeStudio(
  'the assistant with a provider',
  ({ studio, open }) => {
    it('[W2550][W2551] wish, draft on the canvas, repaired, run, accepted', async () => {
      await studio().call('POST', '/workflows', whole);
      const page = await open(`/workflows/${id}`);
      await page.getByRole('button', { name: 'Assistant', exact: true }).click();
      await page.getByLabel('What should it do?').fill('Refunds above 50 need an approval.');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('Refunds above 50 are approved by a person.').waitFor();
      // It was wrong at first, and is repaired.
      await page
        .getByText('Wrote a draft')
        .or(page.getByText(/^Changed the draft: \d problem/))
        .first()
        .waitFor();
      await expect.poll(() => news(page).count()).toBe(3);
      await bar(page).getByText('3 steps added').waitFor();
      await page.getByText('No problems', { exact: true }).waitFor();
      await shoot(page, 'assistant-draft');
      expect(await findingsOf(page, { name: 'assistant', place: `/workflows/${id}` })).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });
      // It is run before anybody accepts it.
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
      await page.waitForURL('**/runs/**');
      await page.getByText('Completed').first().waitFor();
      await page.goto(`${studio().url}/workflows/${id}`);
      await bar(page).getByRole('button', { name: 'Accept' }).click();
      await bar(page).waitFor({ state: 'detached' });
      await expect.poll(() => news(page).count()).toBe(0);
      await page.getByText('draft, not published').waitFor();
    });

    it('[W2551] what the assistant did is undone as one step', async () => {
      await studio().call('POST', '/workflows', { ...whole, id: 'other' });
      const page = await open('/workflows/other');
      await page.getByRole('button', { name: 'Assistant', exact: true }).click();
      await page.getByLabel('What should it do?').fill('Something else.');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await bar(page).getByText('1 step added').waitFor();
      await expect.poll(() => page.locator('.node').count()).toBe(2);
      await bar(page).getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => page.locator('.node').count()).toBe(1);
      await bar(page).waitFor({ state: 'detached' });
    });

    it('[W3452] a draft that comes during a reload is on the canvas, and asked about', async () => {
      await studio().call('POST', '/workflows', { ...whole, id: 'slow' });
      const page = await open('/workflows/slow');
      await page.getByRole('button', { name: 'Assistant', exact: true }).click();
      await page.getByLabel('What should it do?').fill('Say hello, slowly.');
      const taken = isTaken(page);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('Working …').waitFor();
      await taken;
      await page.reload();
      await bar(page).getByText('1 step added').waitFor();
      await page.getByRole('group', { name: /^Say hello,/ }).waitFor();
      await page.getByText('Added.').waitFor();
      await page.reload();
      await bar(page).getByRole('button', { name: 'Accept' }).click();
      await page.reload();
      await page.getByRole('group', { name: /^Say hello,/ }).waitFor();
      await page.getByText('draft, not published').waitFor();
      expect(await bar(page).count()).toBe(0);
    });

    it('[W3452][W3778] undone on another machine, it leaves what nobody had published yet', async () => {
      await studio().call('POST', '/workflows', { ...whole, id: 'kept' });
      const page = await open('/workflows/kept');
      await page.locator('.node').waitFor();
      await page.locator('body').press('n');
      await page.getByLabel('Search nodes').waitFor();
      await page.keyboard.type('Transform');
      await page.keyboard.press('Enter');
      await page.getByRole('group', { name: /^Transform,/ }).waitFor();
      await page.getByRole('button', { name: 'Assistant', exact: true }).click();
      await page.getByLabel('What should it do?').fill('Say hello and keep.');
      const taken = isTaken(page);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('Working …').waitFor();
      await taken;
      await page.close();
      const other = await open('/workflows/kept', { isStranger: true });
      await bar(other).getByText('1 step added').waitFor();
      await bar(other).getByRole('button', { name: 'Undo' }).click();
      await other.getByRole('group', { name: /^Say hello,/ }).waitFor({ state: 'detached' });
      await other.getByRole('group', { name: /^Transform,/ }).waitFor();
    });

    it('[W3452] a second tab asks about it too, and hears what the first one decides', async () => {
      await studio().call('POST', '/workflows', { ...whole, id: 'tabs' });
      const page = await open('/workflows/tabs');
      await page.getByRole('button', { name: 'Assistant', exact: true }).click();
      await page.getByLabel('What should it do?').fill('Say hello to both.');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('Added.').waitFor();
      const second = await open('/workflows/tabs');
      await bar(second).getByText('1 step added').waitFor();
      await shoot(second, 'assistant-second-tab');
      await bar(page).getByRole('button', { name: 'Undo' }).click();
      await bar(second).waitFor({ state: 'detached' });
      await expect.poll(() => second.locator('.node').count()).toBe(1);
    });
  },
  {
    script: {
      replies: [
        ...slowly('slow', 'Say hello, slowly'),
        ...slowly('kept', 'Say hello and keep'),
        ...slowly('tabs', 'Say hello to both'),
        {
          when: { contains: 'Something else' },
          toolCalls: [
            {
              name: 'patch_workflow',
              arguments: {
                id: 'other',
                ops: [
                  {
                    op: 'add_node',
                    after: 'start',
                    node: { id: 'say', type: 'transform', config: { value: 'Hello' } },
                  },
                ],
              },
            },
          ],
        },
        { when: { history: 'Something else' }, text: 'Added.' },
        { toolCalls: [{ name: 'patch_workflow', arguments: building(id) }] },
        { toolCalls: [{ name: 'patch_workflow', arguments: { id, ops: repair } }] },
        { text: 'Refunds above 50 are approved by a person.' },
      ],
    },
  },
);

describeStudio('the assistant without a provider', ({ open }) => {
  it('[W2552][W1808][W3938] a description on the first page leads to a draft from a template, all of it in view', async () => {
    const page = await open('/workflows');
    const wish = page.getByLabel('Describe what it should do');
    await wish.fill('mails to three desks');
    // Whether there is an assistant is asked when the page opens.
    await page.getByRole('button', { name: 'Build it' }).click();
    await page.waitForURL('**/workflows/*');
    await page.getByText('No provider of models is set up, so I can only look').waitFor();
    await bar(page).getByText('added').waitFor();
    expect(await news(page).count()).toBeGreaterThan(1);
    await expect.poll(() => cardsOutside(page)).toBe(0);
    await shoot(page, 'assistant-offline');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(phone);
    await shoot(page, 'assistant-phone-dark');
    await bar(page).getByRole('button', { name: 'Accept' }).click();
    await bar(page).waitFor({ state: 'detached' });
  });
});

/** How many cards are not wholly on the canvas. */
function cardsOutside(page: Page): Promise<number> {
  return page.evaluate(() => {
    const box = (element: Element) => element.getBoundingClientRect();
    const canvas = box(document.querySelector('.react-flow')!);
    return [...document.querySelectorAll('.react-flow__node')].filter((card) => {
      const { left, right, top, bottom } = box(card);
      return (
        left < canvas.left || right > canvas.right || top < canvas.top || bottom > canvas.bottom
      );
    }).length;
  });
}

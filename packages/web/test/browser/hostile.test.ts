// What models, tools and users wrote, on every page that shows it: nothing of it runs, nothing is loaded from elsewhere, nothing
// hides. A request to another host, an error or a violation of the policy fails the test by itself: see watched-page.ts.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { fillHostile, hostileOptions, hostileTexts } from './hostile.ts';
import { goTo, waitForPage } from './studio-pages.ts';

describeStudio(
  'hostile texts',
  ({ studio, open }) => {
    it('[W36][W67] are shown as text on every page', async () => {
      const { workflow, waiting, failed, pipeline } = await fillHostile(studio());
      const page = await open('/workflows');
      const { items } = await studio().call<{ items: { id: string; node: string }[] }>(
        'GET',
        '/waits',
      );
      expect(items.map(({ node }) => node).toSorted()).toEqual(['agent', 'gate']);
      const visits: readonly (readonly [place: string, look?: (page: Page) => Promise<void>])[] = [
        ['/workflows'],
        ['/runs'],
        ...items.map(({ id }) => [`/inbox?wait=${encodeURIComponent(id)}`] as const),
        ['/settings?tab=triggers'],
        [`/workflows/${workflow}`, openCard],
        [`/workflows/${pipeline}`],
        [`/runs/${waiting}`, openTabs],
        [`/runs/${failed}`, openTabs],
      ];
      for (const [place, look] of visits) {
        await goTo(page, place);
        await waitForPage(page);
        await look?.(page);
        await expectInert(page, place);
      }
    });

    it('[W36] are shown with every hidden character escaped where people decide', async () => {
      const { items } = await studio().call<{ items: { id: string; node: string }[] }>(
        'GET',
        '/waits',
      );
      const call = items.find(({ node }) => node === 'agent')!;
      const gate = items.find(({ node }) => node === 'gate')!;
      const page = await open(`/inbox?wait=${encodeURIComponent(call.id)}`);
      await page.getByRole('tree', { name: 'arguments' }).getByText('\\u202e').first().waitFor();
      await page.getByRole('tree', { name: 'arguments' }).getByText('\\u200b').first().waitFor();
      await page.goto(`${studio().url}/inbox?wait=${encodeURIComponent(gate.id)}`);
      // The first line of a question is its heading, and the rest stands below.
      const question = page.getByRole('region', { name: 'Request' });
      await question.getByText('\\u{e0061}').first().waitFor();
    });

    it('[W36] in errors, imports and addresses do nothing either', async () => {
      const page = await open(
        `/runs?q=${encodeURIComponent(hostileTexts[1]!)}&workflow=%3Cscript%3E`,
      );
      await page.getByText('No matching runs').waitFor();
      await expectInert(page, 'runs');
      await page.goto(`${studio().url}/runs/${encodeURIComponent(hostileTexts[0]!)}`);
      await page.getByText('Run not found').waitFor();
      await expectInert(page, 'run that is not there');
      await page.goto(`${studio().url}/workflows?open=import`);
      const text = hostileTexts.join(' ');
      const nodes = [{ id: text, type: text, config: { [text]: text } }];
      await page
        .getByLabel('Definition as JSON')
        .fill(JSON.stringify({ skein: 1, name: text, nodes }));
      await page.getByRole('list', { name: 'Problems' }).waitFor();
      await expectInert(page, 'import');
    });

    it('[W64] a link to a question never answers it, however often it is opened', async () => {
      const { items } = await studio().call<{ items: { id: string }[] }>('GET', '/waits');
      const page = await open('/inbox');
      for (const { id } of [...items, ...items])
        await page.goto(`${studio().url}/inbox?wait=${encodeURIComponent(id)}&answer=approve`);
      await waitForPage(page);
      const after = await studio().call<{ items: { id: string }[] }>('GET', '/waits');
      expect(after.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    });
  },
  hostileOptions,
);

async function openCard(page: Page): Promise<void> {
  await page.locator('.react-flow__node[data-id="agent"]').click();
  await page.getByRole('tab', { name: 'Settings' }).waitFor();
}

async function openTabs(page: Page): Promise<void> {
  for (const tab of ['Details', 'Why?', 'Journal', 'Chat'])
    await page.getByRole('tab', { name: tab }).click();
}

async function expectInert(page: Page, place: string): Promise<void> {
  const found = await page.evaluate(() => ({
    pwned: (window as { pwned?: unknown }).pwned,
    foreign: document.querySelectorAll('main img, iframe, object, embed, main script, main style')
      .length,
    links: document.querySelectorAll('a[href^="javascript:" i], a[href^="data:" i]').length,
    isWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  }));
  expect([place, found]).toEqual([
    place,
    { pwned: undefined, foreign: 0, links: 0, isWide: false },
  ]);
}

// Graphs of thousands of nodes under the hand: what a move costs, counted, and that cards which are only drawn are still cards.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { countCalls } from './counted-frames.ts';
import { describeStudio } from './describe-studio.ts';
import type { Spot } from './drag.ts';
import { cardSpot, freeSpot, openLargeGraph, viewOf, zoomNear } from './large-graph.ts';
import { findingsOf } from './page-findings.ts';

const moves = 12;
/** A pan over 5,000 nodes took 57,294 calls for each move when all of them were elements. */
const panCallsMax = 3_000;
/** The canvas library looks at the place of every node, and mounts what comes into view. */
const nearPanCallsMax = 150_000;
const dragCallsMax = 60_000;
/** It was 25 million more when the edges of each node were looked for among all. */
const releaseCallsMax = 10_000_000;

/** Calls for each move between a press and the release, without those two. */
async function callsOfMoves(page: Page, start: Spot): Promise<number> {
  const goTo = (step: number) => page.mouse.move(start.x + step * 5, start.y + step * 3);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (let step = 1; step <= 3; step++) await goTo(step);
  await page.waitForTimeout(500);
  const calls = await countCalls(page, async () => {
    for (let step = 4; step < 4 + moves; step++) await goTo(step);
    await page.waitForTimeout(500);
  });
  await page.mouse.up();
  return Math.round(calls / moves);
}

/** How long the longest path was that was written into the sheets while something happened. */
async function watchSheets(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const watched = { longest: 0 };
    (window as unknown as { watched: { longest: number } }).watched = watched;
    const note = (records: MutationRecord[]) => {
      for (const { target } of records)
        if (target instanceof Element)
          watched.longest = Math.max(watched.longest, target.getAttribute('d')?.length ?? 0);
    };
    const options = { attributes: true, subtree: true, attributeFilter: ['d'] };
    for (const sheet of document.querySelectorAll('.line-sheet, .card-sheet, .react-flow__minimap'))
      new MutationObserver(note).observe(sheet, options);
  });
  return () =>
    page.evaluate(() => (window as unknown as { watched: { longest: number } }).watched.longest);
}

/** Which share of all that is drawn in the sheets belongs to shapes that the view touches: those are drawn whenever a part of it is. */
function shareInView(page: Page): Promise<number> {
  return page.evaluate(() => {
    const view = document.querySelector('.react-flow')!.getBoundingClientRect();
    let [touched, all] = [0, 0];
    for (const path of document.querySelectorAll(':is(.line-sheet, .card-sheet) path')) {
      const { left, right, top, bottom } = path.getBoundingClientRect();
      const { length } = path.getAttribute('d') ?? '';
      const isTouched =
        right > view.left && left < view.right && bottom > view.top && top < view.bottom;
      all += length;
      if (isTouched) touched += length;
    }
    return touched / all;
  });
}

/** Counts the elements that come into the canvas and leave it. */
async function watchCanvas(page: Page, selector: string): Promise<() => Promise<number>> {
  await page.evaluate((wanted) => {
    const changed = { count: 0 };
    (window as unknown as { changed: { count: number } }).changed = changed;
    new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records)
        for (const node of [...addedNodes, ...removedNodes])
          if (node instanceof Element && node.matches(wanted)) changed.count += 1;
    }).observe(document.querySelector('.react-flow')!, { childList: true, subtree: true });
  }, selector);
  return () =>
    page.evaluate(() => (window as unknown as { changed: { count: number } }).changed.count);
}

const isLayer = (page: Page) =>
  page
    .locator('.react-flow__viewport')
    .evaluate((viewport) => getComputedStyle(viewport).willChange === 'transform');
const cards = (page: Page) => page.locator('.react-flow__node');
const chosen = (page: Page) =>
  page
    .locator('.react-flow__node.selected')
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-id')));

describeStudio('thousands of nodes', ({ studio, open }) => {
  it.each([1_000, 5_000])(
    '[W3400][W3401] of %i nodes a pan shifts one drawing, and a drag touches one card and its edges',
    async (count) => {
      const page = await open('/workflows');
      await openLargeGraph(page, studio(), count);
      expect(await cards(page).count()).toBeLessThan(20);
      expect(await callsOfMoves(page, await freeSpot(page))).toBeLessThan(panCallsMax);
      const spot = await cardSpot(page, 228);
      expect(await callsOfMoves(page, spot)).toBeLessThan(dragCallsMax);
      await page.getByText('Unsaved').waitFor();
      await page.mouse.move(spot.x, spot.y);
      await zoomNear(page);
      await expect.poll(() => cards(page).count()).toBeGreaterThan(20);
      expect(await callsOfMoves(page, await freeSpot(page))).toBeLessThan(nearPanCallsMax);
    },
  );

  it('[W3750] near, what is drawn elsewhere is no part of the shapes in view', async () => {
    const page = await open('/workflows');
    await openLargeGraph(page, studio(), 5_000);
    const spot = await cardSpot(page, 228);
    await page.mouse.move(spot.x, spot.y);
    await zoomNear(page);
    await expect.poll(() => cards(page).count()).toBeGreaterThan(20);
    // With squares of eight thousand pixels it was more than a third.
    expect(await shareInView(page)).toBeLessThan(0.08);
  });

  it('[W3751] a canvas that is held still stays a layer, and edges in view stay what they are', async () => {
    const page = await open('/workflows');
    await openLargeGraph(page, studio(), 1_000);
    const spot = await cardSpot(page, 228);
    await page.mouse.move(spot.x, spot.y);
    await zoomNear(page);
    const edges = page.locator('.react-flow__edge');
    await expect.poll(() => edges.count()).toBeGreaterThan(20);
    await page.waitForTimeout(1_000);
    const from = await freeSpot(page);
    const before = await edges.count();
    const changed = await watchCanvas(page, '.react-flow__edge');
    await page.mouse.down();
    await page.mouse.move(from.x + 4, from.y + 4);
    await page.mouse.move(from.x + 30, from.y + 4);
    await page.waitForTimeout(800);
    expect(await isLayer(page)).toBe(true);
    await page.mouse.up();
    await expect.poll(() => isLayer(page)).toBe(false);
    await page.waitForTimeout(800);
    // Some cards came into view and some left it; the edges of all others were there before.
    expect(await changed()).toBeLessThan(before);
  });

  it('[W3755] where frames take long, a zoom ends with the frame that shows it', async () => {
    const page = await open('/workflows', { isFresh: true });
    await openLargeGraph(page, studio(), 1_000);
    await expect.poll(() => isLayer(page)).toBe(false);
    await page.mouse.move(700, 450);
    const slowMs = 3_000;
    await page.evaluate((ms) => {
      const ask = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (act) => Number(setTimeout(() => ask(act), ms));
    }, slowMs);
    await page.mouse.wheel(0, -60);
    await page.waitForTimeout(600);
    expect(await isLayer(page)).toBe(true);
    await expect.poll(() => isLayer(page), { timeout: 60_000 }).toBe(false);
  });

  it('[W3752] letting a dragged card go looks at each edge a few times, not once for each node', async () => {
    const page = await open('/workflows');
    await openLargeGraph(page, studio(), 5_000);
    const spot = await cardSpot(page, 228);
    await page.mouse.move(spot.x, spot.y);
    await page.mouse.down();
    for (let step = 1; step <= 4; step++) await page.mouse.move(spot.x + step * 5, spot.y);
    await page.waitForTimeout(500);
    const calls = await countCalls(page, async () => {
      await page.mouse.up();
      await page.getByText('Unsaved').waitFor();
      await page.waitForTimeout(500);
    });
    expect(calls).toBeLessThan(releaseCallsMax);
  });

  it('[W3401] a drag writes only the lines of the card, and lets it go where it was put', async () => {
    const page = await open('/workflows');
    await openLargeGraph(page, studio(), 1_000);
    const from = await cardSpot(page, 228);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let step = 1; step <= 3; step++) await page.mouse.move(from.x + step * 4, from.y);
    await page.waitForTimeout(300);
    const written = await watchSheets(page);
    for (let step = 4; step <= 12; step++) await page.mouse.move(from.x + step * 4, from.y + step);
    await page.waitForTimeout(300);
    // The line from above and those to its followers, not all lines of its part of the graph.
    expect(await written()).toBeLessThan(2_000);
    expect(await written()).toBeGreaterThan(0);
    const moved = page.locator('.react-flow__node[data-id="n228"]');
    const { x: before } = (await moved.boundingBox())!;
    await page.mouse.up();
    await page.getByText('Unsaved').waitFor();
    expect(Math.abs((await moved.boundingBox())!.x - before)).toBeLessThan(4);
  });

  it('[W3402] far out, cards are clicked, selected with a box and reached with Tab, as anywhere', async () => {
    const page = await open('/workflows');
    await openLargeGraph(page, studio(), 5_000);
    expect((await viewOf(page)).zoom).toBeLessThan(0.1);
    const spot = await cardSpot(page, 228);
    await page.mouse.click(spot.x, spot.y);
    await page.locator('[data-node-drawer]').waitFor();
    await expect.poll(() => chosen(page)).toEqual(['n228']);
    await page.locator('.react-flow__node[data-id="n228"]').focus();
    for (let press = 0; press < 8; press++) await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-id'));
    expect(await focused()).toBe('n236');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('n235');
    const looked = { name: 'a large canvas', place: '/workflows/large' };
    expect(await findingsOf(page, looked)).toEqual([]);
  });

  it('[W3402] far out, a box that is drawn with Shift selects the cards in it', async () => {
    const page = await open('/workflows');
    await openLargeGraph(page, studio(), 1_000);
    const [from, to] = [await cardSpot(page, 300), await cardSpot(page, 362)];
    await page.keyboard.down('Shift');
    await page.mouse.move(from.x - 20, from.y - 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 10, { steps: 6 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await page.getByRole('toolbar', { name: 'Selection' }).getByText('12 selected').waitFor();
  });
});

// Cards of large graphs that are only drawn: what their shapes tell of a run, and what a finger does with them.
import type { JsonObject } from '@skein/kernel';
import type { CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { settled, type Spot } from './drag.ts';
import { cardSpot, openLargeGraph, viewOf } from './large-graph.ts';

const eachWay = 300;

/** Decides once, and then does three hundred things at once, and three hundred others not. */
function twoWays(): JsonObject {
  const ids = ['yes', 'no'].flatMap((way) =>
    Array.from({ length: eachWay }, (_, index) => `${way}-${index}`),
  );
  return {
    skein: 1,
    id: 'two-ways',
    name: 'Two ways',
    nodes: [
      { id: 'go', type: 'start' },
      {
        id: 'which',
        type: 'if',
        config: { condition: { left: 1, op: 'eq', right: 1 } },
      },
      ...ids.map((id) => ({ id, type: 'transform', config: { value: id } })),
    ],
    edges: [
      { from: 'go', to: 'which' },
      ...ids.map((id) => ({
        from: 'which',
        out: id.startsWith('yes') ? 'true' : 'false',
        to: id,
      })),
    ],
  };
}

/** How many cards are drawn in each colour of their border, and whether they are filled. The chosen one has the accent. */
function drawnCards(page: Page): Promise<Readonly<Record<string, number>>> {
  return page.evaluate(() => {
    const counts: Record<string, number> = {};
    for (const box of document.querySelectorAll('.card-sheet .box')) {
      const look = `${box.getAttribute('stroke')}${box.getAttribute('fill') === 'none' ? ' empty' : ''}`;
      const cards = box.getAttribute('d')?.match(/M/g)?.length ?? 0;
      counts[look] = (counts[look] ?? 0) + cards;
    }
    return counts;
  });
}

async function finger(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  return session;
}

async function swipe(session: CDPSession, way: readonly Spot[]): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spots: readonly Spot[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: spots.map((at) => ({ ...at })) });
  await touch('touchStart', way.slice(0, 1));
  for (const spot of way.slice(1)) await touch('touchMove', [spot]);
  await touch('touchEnd', []);
}

function wayFrom({ x, y }: Spot): readonly Spot[] {
  return Array.from({ length: 10 }, (_, step) => ({ x: x + step * 8, y: y + step * 4 }));
}

const selected = (page: Page) => page.locator('.react-flow__node.selected');

describeStudio('cards that are drawn', ({ studio, open }) => {
  it('[W3753] show in a run what became of each', async () => {
    await studio().call('PUT', '/workflows/two-ways', twoWays());
    const place = '/workflows/two-ways/run?wait=60';
    const { run_id } = await studio().call<{ run_id: string }>('POST', place, {});
    const page = await open(`/runs/${run_id}`);
    await expect
      .poll(() => drawnCards(page), { timeout: 60_000 })
      .toEqual({ 'var(--accent)': 1, 'var(--ok)': eachWay + 1, 'var(--control) empty': eachWay });
  });

  it('[W3754] a finger taps a drawn card, shifts the canvas that it is drawn on, and moves it once it is selected', async () => {
    const page = await open('/workflows', { isFresh: true });
    // Before the page loads: the canvas asks once whether there are fingers.
    const session = await finger(page);
    await openLargeGraph(page, studio(), 1_000);
    const first = await viewOf(page);
    await swipe(session, wayFrom(await cardSpot(page, 228)));
    const shifted = await viewOf(page);
    expect(shifted.x - first.x).toBeGreaterThan(40);
    expect(await selected(page).count()).toBe(0);
    expect(await page.getByText('Unsaved').count()).toBe(0);
    await swipe(session, [await cardSpot(page, 228)]);
    await expect.poll(() => selected(page).getAttribute('data-id')).toBe('n228');
    await page.keyboard.press('Escape');
    await settled(selected(page));
    const before = await viewOf(page);
    await swipe(session, wayFrom(await cardSpot(page, 228)));
    await page.getByText('Unsaved').waitFor();
    expect(await viewOf(page)).toEqual(before);
  });
});

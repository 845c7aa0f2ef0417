// The mouse, as a hand moves it.
import type { Locator, Page } from 'playwright-core';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Takes something by its middle and lets it go in the middle of something else, or at a spot of the screen. */
export async function drag(page: Page, from: Locator, to: Locator | Spot): Promise<void> {
  const start = middle(await settled(from));
  const end = 'x' in to ? to : middle(await settled(to));
  await dragBetween(page, start, end);
}

export async function dragBetween(page: Page, start: Spot, end: Spot): Promise<void> {
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y + 20, { steps: 5 });
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await page.mouse.up();
}

interface Box extends Spot {
  readonly width: number;
  readonly height: number;
}

export function middle({ x, y, width, height }: Box): Spot {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Where something is once it has stopped moving: tidying up and fitting take some frames. */
export async function settled(locator: Locator): Promise<Box> {
  await locator.waitFor();
  let before = '';
  for (;;) {
    const box = (await locator.boundingBox())!;
    const now = JSON.stringify(box);
    if (now === before) return box;
    before = now;
    await locator.page().waitForTimeout(200);
  }
}

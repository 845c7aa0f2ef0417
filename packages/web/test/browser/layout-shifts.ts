// Whether a page that loads keeps its layout: where its lasting parts are while nothing has been answered, and where they are when
// everything has come.
import type { Page, Route } from 'playwright-core';
import { goTo, waitForPage, type StudioPage } from './studio-pages.ts';

const widths = [1440, 390];

/** What has moved, on each of the pages. `page` is on the server's own address, and has no studio in it yet. */
export async function findShifts(
  page: Page,
  pages: readonly StudioPage[],
): Promise<readonly string[]> {
  const release = await holdAnswers(page);
  await page.goto(new URL('/no-such-page', page.url()).href);
  const before = new Map<string, Places>();
  for (const { name, place } of pages) {
    await goTo(page, place);
    await page.locator('main :is(h1, .animate-pulse):visible').first().waitFor();
    before.set(name, await placesOf(page));
  }
  await release();
  const found: string[] = [];
  for (const { name, place } of pages) {
    await goTo(page, place);
    await waitForPage(page);
    const after = await placesOf(page);
    for (const [part, was] of Object.entries(before.get(name) ?? {}))
      if (part in after && after[part] !== was)
        found.push(`${name}: ${part} moved from ${was} to ${after[part]}`);
  }
  return found;
}

/** Nothing but who is signed in is answered until the promised function is called. */
async function holdAnswers(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route('**/api/v1/**', async (route) => {
    if (route.request().url().endsWith('/session')) await route.continue();
    else held.push(route);
  });
  return async () => {
    await page.unroute('**/api/v1/**');
    // Pages that were left have aborted their requests.
    await Promise.all(held.map((route) => route.continue().catch(() => {})));
  };
}

type Places = Readonly<Record<string, string>>;

async function placesOf(page: Page): Promise<Places> {
  const places: Record<string, string> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const [part, place] of await page.evaluate(lastingParts))
      places[`${part} at ${width}`] = place;
  }
  return places;
}

/** What a person aims at, by its words; numbers in them come later and do not count. */
function lastingParts(): readonly (readonly [part: string, place: string])[] {
  const parts = document.querySelectorAll(
    'h1, h2, main input, main button, nav[aria-label=Main] a, [role=tab]',
  );
  return [...parts]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }))
    .flatMap((part) => {
      const words = part.getAttribute('aria-label') ?? part.textContent ?? '';
      const name = words.replaceAll(/[\d+]/g, '').trim();
      const { x, y } = part.getBoundingClientRect();
      const place = `${Math.round(x)}, ${Math.round(y)}`;
      return name === '' ? [] : [[`${part.tagName} ${name}`, place] as const];
    });
}

import path from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

const settleMs = 400;

/** Pictures of a page in both themes and sizes, for people who want to look: in the folder that `SKEIN_SHOTS` names. */
export async function shoot(page: Page, name: string): Promise<void> {
  const { SKEIN_SHOTS: folder } = process.env;
  if (folder === undefined) return;
  const before = page.viewportSize();
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport);
      // Whoever opens a drawing on a phone sees it fitted to the phone; here it is the desktop's, made narrow.
      if (size === 'phone') await fit(page);
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: path.join(folder, `${name}-${size}-${colorScheme}.png`) });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before !== null) await page.setViewportSize(before);
}

async function fit(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Fit to view', includeHidden: true });
  if ((await button.count()) > 0)
    await button.first().evaluate((each: HTMLElement) => each.click());
  // The cards of a large drawing are filled in a few at a time.
  await page.waitForTimeout(settleMs);
}

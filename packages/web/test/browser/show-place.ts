import type { Page } from 'playwright-core';

/** Goes to another place of the studio as a link does: without reloading everything. */
export async function showPlace(page: Page, place: string): Promise<void> {
  await page.evaluate((path) => window.history.pushState({}, '', path), place);
}

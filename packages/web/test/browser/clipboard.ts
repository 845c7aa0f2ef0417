// The clipboard. The browser has one for all its pages, and all tests of a run share that browser: what one copies, another pastes.
import type { Page } from 'playwright-core';
import { inject } from 'vitest';

/** While this copies and pastes, no other test does. */
export async function withClipboard<Result>(act: () => Promise<Result>): Promise<Result> {
  const lent = new AbortController();
  await fetch(`${inject('skeinServers')}/clipboard`, lent);
  try {
    return await act();
  } finally {
    lent.abort();
  }
}

/** What a button copies; `what`: as the message calls it. */
export function copiedText(
  page: Page,
  { button, what }: { readonly button: string; readonly what: string },
): Promise<string> {
  return withClipboard(async () => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByText(`Copied the ${what}.`).first().waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  });
}

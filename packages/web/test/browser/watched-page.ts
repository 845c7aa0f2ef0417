import type { BrowserContext, Page } from 'playwright-core';

export interface WatchedPage {
  readonly page: Page;
  /** Everything that must not happen: errors of the console and the page, violations of the policy, requests elsewhere. */
  readonly complaints: readonly string[];
}

/** What the browser itself reports: answers of 400 and more and files that do not come, which some tests ask for, and headers that only count with TLS. */
const reported = [
  'Failed to load resource',
  'TypeError: Failed to fetch dynamically imported module',
  'The Cross-Origin-Opener-Policy header has been ignored',
];

export async function openPage(context: BrowserContext, url: string): Promise<WatchedPage> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isExpected = reported.some((start) => message.text().startsWith(start));
    if (message.type() === 'error' && !isExpected) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(url).origin && protocol !== 'blob:')
      complaints.push(`request to ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    if (dialog.type() === 'alert') complaints.push(`dialog: ${dialog.message()}`);
    void dialog.accept();
  });
  return { page, complaints };
}

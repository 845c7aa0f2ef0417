import type { BrowserContext, Page } from 'playwright-core';

export interface WatchedPage {
  readonly page: Page;
  /** Everything that must not happen: errors of the console and the page, violations of the policy, requests elsewhere. */
  readonly complaints: readonly string[];
}

export async function openPage(context: BrowserContext, url: string): Promise<WatchedPage> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The browser itself reports answers of 400 and more, which some tests ask for.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text());
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

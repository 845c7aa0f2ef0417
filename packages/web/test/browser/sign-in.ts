import type { BrowserContext } from 'playwright-core';
import type { Studio } from './start-studio.ts';

/** Gives a browser the cookie of somebody who has signed in; an open server needs none. */
export async function signIn(context: BrowserContext, { url, key }: Studio): Promise<void> {
  if (key === '') return;
  await context.request.post(`${url}/api/v1/session`, { data: { key } });
}

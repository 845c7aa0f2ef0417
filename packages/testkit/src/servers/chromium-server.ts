// A browser for all tests of a test run. Playwright generates code from strings, which test processes of this repository forbid, so it
// runs in the main process, and tests connect to it. Tests do not see each other's pages: each has its own context.
import { chromium } from 'playwright-core';
import { findChromium } from './find-chromium.ts';
import type { TestServer } from './server-process.ts';

export async function startChromium(): Promise<TestServer> {
  const server = await chromium.launchServer({
    executablePath: findChromium(),
    args: ['--no-sandbox'],
  });
  return { url: server.wsEndpoint(), stop: () => server.close() };
}

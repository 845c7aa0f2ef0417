// A browser for all tests of a test run. Playwright generates code from strings, which test processes of this repository forbid, so it
// runs in the main process, and tests connect to it. Tests do not see each other's pages: each has its own context.
import { chromium } from 'playwright-core';
import { findChromium } from './find-chromium.ts';
import type { TestServer } from './server-process.ts';

/**
 * A host that is this machine under another name. Pages from it over http are as those of a server in a local network: no secure
 * context, unlike pages of localhost.
 */
const insecureHost = 'studio.test';

/**
 * Pages of a test live for seconds: they share the process of their site and what it has compiled, the compiler for long lives never
 * pays for itself, and most pages are gone before their garbage is worth looking for, least of all by several threads at once.
 */
const shortLives = [
  '--process-per-site',
  `--js-flags=${[
    '--no-turbofan',
    '--initial-heap-size=512',
    '--min-semi-space-size=32',
    '--max-semi-space-size=64',
    '--no-memory-reducer',
    '--single-threaded-gc',
    '--no-incremental-marking',
  ].join(',')}`,
];

export async function startChromium(): Promise<TestServer> {
  const server = await chromium.launchServer({
    executablePath: findChromium(),
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${insecureHost} 127.0.0.1`, ...shortLives],
  });
  return { url: server.wsEndpoint(), stop: () => server.close() };
}

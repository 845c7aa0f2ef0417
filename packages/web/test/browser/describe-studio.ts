// One server for the tests of a file, in the one browser of the run. Whatever a page must not do fails the test that opened it.
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { sharedBrowser, sharedProgram } from './shared-browser.ts';
import { signIn } from './sign-in.ts';
import { startStudio, type Studio, type StudioOptions } from './start-studio.ts';
import { openPage, type WatchedPage } from './watched-page.ts';

export interface StudioKit {
  /** Only inside tests. */
  readonly studio: () => Studio;
  /** A page in a browser that remembers nothing but the files of the studio; it is closed after the test. */
  readonly open: (place: string, options?: OpenOptions) => Promise<Page>;
}

export interface OpenOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** A user who has not signed in to a closed server. */
  readonly isStranger?: boolean;
  /** Another name of this machine, which the browser knows; default: the address of the studio. */
  readonly host?: 'studio.test';
}

const answer = await sharedBrowser();
const missing = 'missing' in answer ? ` (skipped: ${answer.missing})` : '';

export function describeStudio(
  title: string,
  tests: (kit: StudioKit) => void,
  options: StudioOptions = {},
): void {
  describe.skipIf(missing !== '')(`${title}${missing}`, () => {
    let studio: Studio;
    let browser: Browser;
    /** Shared by the tests of a file: a new one would load and compile all scripts again. */
    let context: BrowserContext;
    let opened: WatchedPage[] = [];
    beforeAll(async () => {
      if ('missing' in answer) return;
      const program = await sharedProgram();
      [studio, browser] = await Promise.all([
        startStudio({ program, ...options }),
        chromium.connect(answer.url),
      ]);
      context = await newContext(browser);
      // Pages of one site share a process of the browser, which ends with the last of them; what it has compiled stays with it.
      const first = await context.newPage();
      await first.goto(`${studio.url}/icon.svg`);
    });
    afterAll(async () => {
      await browser?.close();
      await studio?.stop();
    });
    afterEach(async () => {
      const complaints = opened.flatMap((each) => each.complaints);
      for (const { page } of opened) await page.close();
      opened = [];
      await context.setStorageState({ cookies: [], origins: [] });
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
    });
    tests({
      studio: () => studio,
      open: async (place, { isStranger = false, viewport, host } = {}) => {
        const own = isStranger ? await newContext(browser) : context;
        if (!isStranger) await signIn(own, studio);
        const url = new URL(studio.url);
        if (host !== undefined) url.hostname = host;
        const watched = await openPage(own, url.origin);
        opened.push(watched);
        if (viewport !== undefined) await watched.page.setViewportSize(viewport);
        await watched.page.goto(url.origin + place);
        return watched.page;
      },
    });
  });
}

function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
}

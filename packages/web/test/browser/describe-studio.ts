// One server for the tests of a file, in the one browser of the run. Whatever a page must not do fails the test that opened it.
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { enterStudio, leaveStudio } from './begin-anew.ts';
import { callAnew } from './call-anew.ts';
import { sharedBrowser, sharedProgram } from './shared-browser.ts';
import { signIn } from './sign-in.ts';
import { startStudio, type Studio, type StudioOptions } from './start-studio.ts';
import { openPage, type WatchedPage } from './watched-page.ts';

export interface StudioKit {
  /** Only inside tests. */
  readonly studio: () => Studio;
  /** Opens a place of the studio in a page that remembers nothing but its files. */
  readonly open: (place: string, options?: OpenOptions) => Promise<Page>;
}

export interface OpenOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** A user who has not signed in to a closed server. */
  readonly isStranger?: boolean;
  /** Loaded by this test, and gone with it: not one that an earlier test has used. A stranger's is, and one of another host; one without the studio must be. */
  readonly isFresh?: boolean;
  /** Another name of this machine, which the browser knows; default: the address of the studio. */
  readonly host?: 'studio.test';
}

const desktop = { width: 1440, height: 900 };
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
    /** Open as long as the tests run. */
    let first: Page;
    let opened: WatchedPage[] = [];
    /** Those among them that the next tests may use. */
    const reusable = new Set<WatchedPage>();
    /** Where earlier tests have left the studio. */
    const left: WatchedPage[] = [];
    let isRetried = false;
    beforeEach(({ task }) => {
      isRetried = (task.result?.retryCount ?? 0) > 0;
    });
    beforeAll(async () => {
      if ('missing' in answer) return;
      const program = await sharedProgram();
      const [started, connected] = await Promise.all([
        startStudio({ program, ...options }),
        chromium.connect(answer.url),
      ]);
      studio = { ...started, call: callAnew(started, () => isRetried) };
      browser = connected;
      context = await newContext(browser);
      // Pages of one site share a process of the browser, which ends with the last of them; what it has compiled stays with it.
      first = await context.newPage();
      await first.goto(`${studio.url}/icon.svg`);
    });
    afterAll(async () => {
      await browser?.close();
      await studio?.stop();
    });
    afterEach(async ({ task }) => {
      const hasPassed = task.result?.state !== 'fail';
      for (const each of opened)
        if (hasPassed && reusable.has(each) && (await leaveStudio(each.page))) left.push(each);
        else await each.page.close();
      const complaints = opened.flatMap((each) => each.complaints);
      opened = [];
      reusable.clear();
      // A page that was left goes on asking, as whoever had opened it.
      if (left.length === 0) await context.clearCookies();
      await first.evaluate(forget);
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
    });
    tests({
      studio: () => studio,
      open: async (
        place,
        {
          isStranger = false,
          host,
          isFresh = isStranger || host !== undefined,
          viewport = desktop,
        } = {},
      ) => {
        const own = isStranger ? await newContext(browser) : context;
        if (!isStranger) await signIn(own, studio);
        const url = new URL(studio.url);
        if (host !== undefined) url.hostname = host;
        // What is tried once more owes nothing to the tests before it.
        const used = isFresh || isRetried ? undefined : left.shift();
        const watched = used ?? (await openPage(own, url.origin));
        opened.push(watched);
        if (!isFresh) reusable.add(watched);
        await watched.page.setViewportSize(viewport);
        if (used === undefined) await watched.page.goto(url.origin + place);
        else await enterStudio(watched.page, place);
        return watched.page;
      },
    });
  });
}

/** As `setStorageState` without any, which would also drop the scripts that the browser has fetched and compiled, and open a page for it. */
function forget(): void {
  localStorage.clear();
  sessionStorage.clear();
}

function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: desktop,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
}

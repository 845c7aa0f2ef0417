// One server and one browser for the tests of a file. Whatever a page must not do fails the test that opened it.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { findChromium } from './find-chromium.ts';
import { launchBrowser, type LaunchedBrowser } from './launch-browser.ts';
import { signIn } from './sign-in.ts';
import { startStudio, type Studio, type StudioOptions } from './start-studio.ts';
import { openPage, type WatchedPage } from './watched-page.ts';

export interface StudioKit {
  /** Only inside of tests. */
  readonly studio: () => Studio;
  /** A page in a browser without a past; it is closed after the test. */
  readonly open: (place: string, options?: OpenOptions) => Promise<Page>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** Somebody who has not signed in to a closed server. */
  readonly isStranger?: boolean;
}

const startMs = 120_000;

export function describeStudio(
  title: string,
  tests: (kit: StudioKit) => void,
  options: StudioOptions = {},
): void {
  const { program, missing } = findChromium();
  describe.skipIf(program === null)(`${title}${missing}`, () => {
    let studio: Studio;
    let launched: LaunchedBrowser;
    let opened: WatchedPage[] = [];
    beforeAll(async () => {
      studio = await startStudio(options);
      launched = await launchBrowser(program!);
    }, startMs);
    afterAll(async () => {
      await launched?.stop();
      await studio?.stop();
    });
    afterEach(async () => {
      const complaints = opened.flatMap((each) => each.complaints);
      for (const each of opened) await each.close();
      opened = [];
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
    });
    tests({
      studio: () => studio,
      open: async (place, { isStranger = false, ...given } = {}) => {
        const watched = await openPage(launched.browser, studio.url, given);
        opened.push(watched);
        if (!isStranger) await signIn(watched.page.context(), studio);
        await watched.page.goto(studio.url + place);
        return watched.page;
      },
    });
  });
}

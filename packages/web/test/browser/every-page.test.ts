// What must hold on every page, with data and without, in both themes. Whatever the console, the policy or the network complains
// about fails a test by itself: see watched-page.ts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { describeStudio, type StudioKit } from './describe-studio.ts';
import { filledOptions, fillStudio } from './fill-studio.ts';
import { findShifts } from './layout-shifts.ts';
import { findingsOf, findMisfits } from './page-findings.ts';
import { emptyPages, filledPages, goTo, waitForPage, type StudioPage } from './studio-pages.ts';

const stranger: StudioPage = { name: 'sign-in', place: '/sign-in' };
/** An address of the server without the studio. */
const quiet = '/healthz';

describeStudio('every page without data', ({ open }) => {
  it('[W67] a check finds what overflows or is too small', async () => {
    const page = await open('/runs');
    await waitForPage(page);
    await page.evaluate(() => {
      const wide = document.createElement('p');
      wide.textContent = 'too small and too wide';
      wide.style.cssText = 'width: 500px; font-size: 11px';
      document.querySelector('main')?.append(wide);
    });
    const found = await findMisfits(page);
    expect(found.map((finding) => finding.slice(0, 23))).toEqual([
      'dark at 390: 11 px: too',
      'dark at 390: 500 px wid',
      'dark at 390: <p style="',
      'light at 320: 11 px: to',
      'light at 320: 500 px wi',
      'light at 320: <p style=',
      'light at 768: 11 px: to',
      'light at 1440: 11 px: t',
    ]);
  });

  it('[W37][W67] fits every width, can be read and used by everybody, in both themes', async () => {
    expect(await findAll(open, emptyPages)).toEqual([]);
  });

  it('[W69] keeps its layout while it loads', async () => {
    expect(
      await findShifts(await open(quiet, { isFresh: true }), emptyPages.filter(isLoaded)),
    ).toEqual([]);
  });
});

describeStudio(
  'every page with data',
  ({ studio, open }) => {
    const pages = async () => filledPages(await fillStudio(studio()));

    it('[W37][W67] has no findings without signing in', async () => {
      const outside = await open(stranger.place, { isStranger: true });
      expect(await findingsOf(outside, stranger, { isStrict: true })).toEqual([]);
    });

    // In parts, so that a busy machine has enough time for each.
    it.each(parts)('[W37][W67] fits every width, in both themes: %s and the like', async (part) => {
      const looked = (await pages()).filter((page) => partOf(page) === part);
      expect(looked.length).toBeGreaterThan(1);
      expect(await findAll(open, looked)).toEqual([]);
    });

    it('[W37][W67] pages for people without a key have no findings', async () => {
      const { outside: addresses } = await fillStudio(studio());
      for (const [name, address] of Object.entries(addresses)) {
        const { pathname, search } = new URL(address);
        const outside = await open(pathname + search, { isStranger: true });
        expect(await findingsOf(outside, { name, place: pathname }, { isStrict: true })).toEqual(
          [],
        );
      }
    });

    it('[W3157] every route and every part of the settings is among the pages that are looked at', async () => {
      const places = [...(await pages()), ...emptyPages, stranger].map(({ place }) => place);
      const isLooked = (pattern: RegExp) => places.some((place) => pattern.test(place));
      expect(routes.filter((route) => !isLooked(patternOf(route)))).toEqual([]);
      expect(settingsParts.filter((tab) => !isLooked(RegExp(`tab=${tab}$`)))).toEqual([]);
    });

    it('[W69] keeps its layout while it loads', async () => {
      expect(
        await findShifts(await open(quiet, { isFresh: true }), (await pages()).filter(isLoaded)),
      ).toEqual([]);
    });
  },
  filledOptions,
);

const parts = ['workflows', 'runs', 'inbox', 'threads', 'evaluations', 'settings'];

/** By the beginning of its address. On a desktop the timeline stands below the graph of a run, which is looked at already. */
function partOf({ name, place }: StudioPage): string {
  return name === 'timeline' ? 'none' : (place.split(/[/?]/)[1] ?? '');
}

/** The findings of all pages. Two are looked at side by side: most of the time is spent in the browser, a process for each. */
async function findAll(
  open: StudioKit['open'],
  pages: readonly StudioPage[],
): Promise<readonly string[]> {
  const found: string[] = [];
  const left = [...pages];
  const work = async () => {
    const page = await open('/');
    for (let each = left.shift(); each !== undefined; each = left.shift()) {
      await goTo(page, each.place);
      found.push(...(await findingsOf(page, each, { isStrict: true })));
    }
  };
  await Promise.all([work(), work()]);
  return found;
}

/** Each place once. What a dialog shows is asked for when it opens, over a page that is there. */
function isLoaded({ place }: StudioPage, index: number, all: readonly StudioPage[]): boolean {
  const isFirst = all.findIndex((each) => each.place === place) === index;
  return isFirst && !place.includes('open=') && !place.includes('no-such-page');
}

const sources = path.join(import.meta.dirname, '../../src');
/** As they are written: a page that is added there must be looked at here. */
const routes = found('app/router.tsx', /path: '(\/[^']+)'/g);
const settingsParts = found('pages/settings/settings-page.tsx', /id: '(\w+)',/g);

function found(file: string, pattern: RegExp): readonly string[] {
  const all = [...readFileSync(path.join(sources, file), 'utf8').matchAll(pattern)];
  expect(all.length).toBeGreaterThan(5);
  return all.map(([, value = '']) => value);
}

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/?]+')}(?:\\?|$)`);
}

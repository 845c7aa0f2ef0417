// What must hold on every page, with data and without, in both themes. Whatever the console, the policy or the network complains
// about fails a test by itself: see watched-page.ts.
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { filledOptions, fillStudio } from './fill-studio.ts';
import { findingsOf, findMisfits } from './page-findings.ts';
import { emptyPages, filledPages, goTo, waitForPage, type StudioPage } from './studio-pages.ts';

const stranger: StudioPage = { name: 'sign-in', place: '/sign-in' };

describeStudio('every page without data', ({ open }) => {
  it('[W67] is found out where something sticks out or is too small', async () => {
    const page = await open('/runs');
    await waitForPage(page);
    await page.evaluate(() => {
      const wide = document.createElement('p');
      wide.textContent = 'too small and too wide';
      wide.style.cssText = 'width: 500px; font-size: 11px';
      document.querySelector('main')?.append(wide);
    });
    const found = await findMisfits(page);
    const inLight = found.filter((finding) => finding.startsWith('light'));
    expect(inLight.map((finding) => finding.slice(0, 23))).toEqual([
      'light at 320: 11 px: to',
      'light at 320: 500 px wi',
      'light at 320: <p style=',
      'light at 390: 11 px: to',
      'light at 390: 500 px wi',
      'light at 390: <p style=',
      'light at 768: 11 px: to',
      'light at 1440: 11 px: t',
    ]);
    expect(found).toHaveLength(2 * inLight.length);
  });

  it('[W37][W67] fits every width, can be read and used by everybody, in both themes', async () => {
    const page = await open('/');
    const found: string[] = [];
    for (const each of emptyPages) {
      await goTo(page, each.place);
      found.push(...(await findingsOf(page, each)));
    }
    expect(found).toEqual([]);
  });
});

describeStudio(
  'every page with data',
  ({ studio, open }) => {
    it('[W37][W67] fits every width, can be read and used by everybody, in both themes', async () => {
      const filled = await fillStudio(studio());
      const page = await open('/');
      const found: string[] = [];
      for (const each of filledPages(filled)) {
        await goTo(page, each.place);
        found.push(...(await findingsOf(page, each)));
      }
      const outside = await open(stranger.place, { isStranger: true });
      found.push(...(await findingsOf(outside, stranger)));
      expect(found).toEqual([]);
    });
  },
  filledOptions,
);

// What must hold on every page, with data and without, in both themes. Whatever the console, the policy or the network complains
// about fails a test by itself: see watched-page.ts.
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { filledOptions, fillStudio, type FilledStudio } from './fill-studio.ts';
import { findingsOf, findMisfits } from './page-findings.ts';
import { emptyPages, filledPages, waitForPage, type StudioPage } from './studio-pages.ts';

const longMs = 240_000;
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
    expect((await findMisfits(page)).map((finding) => finding.slice(0, 12))).toEqual([
      '11 px: too s',
      'at 320: 500 ',
      'at 320: <p s',
      'at 390: 500 ',
      'at 390: <p s',
    ]);
  });

  it.each(['light', 'dark'] as const)(
    '[W37][W67] fits every width, can be read and used by everybody: %s',
    async (colorScheme) => {
      const found: string[] = [];
      for (const each of emptyPages) {
        const page = await open(each.place, { colorScheme });
        found.push(...(await findingsOf(page, each, { isColoursOnly: colorScheme === 'dark' })));
        await page.close();
      }
      expect(found).toEqual([]);
    },
    longMs,
  );
});

describeStudio(
  'every page with data',
  ({ studio, open }) => {
    let filled: FilledStudio | undefined;
    it.each(['light', 'dark'] as const)(
      '[W37][W67] fits every width, can be read and used by everybody: %s',
      async (colorScheme) => {
        filled ??= await fillStudio(studio());
        const found: string[] = [];
        for (const each of [...filledPages(filled), stranger]) {
          const page = await open(each.place, { colorScheme, isStranger: each === stranger });
          found.push(...(await findingsOf(page, each, { isColoursOnly: colorScheme === 'dark' })));
          await page.close();
        }
        expect(found).toEqual([]);
      },
      longMs,
    );
  },
  filledOptions,
);

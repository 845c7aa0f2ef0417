// The findings on a page: those of axe, texts that are too small, and elements that overflow the screen.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { waitForPage, type StudioPage } from './studio-pages.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What the page is looked at in, the widest last. A theme changes only colours, so no width needs both. */
const looks = [
  { width: 390, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light' },
  { width: 768, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light' },
] as const;

interface FindingsOptions {
  /** All that is scanned where it is there; default: a dialog, under which nothing is scanned again. */
  readonly part?: string | undefined;
  /** Minor findings count too. */
  readonly isStrict?: boolean;
}

/**
 * The page as it was found is prepared, scanned on a desktop in light and on a phone in dark, looked at on every width, and left on
 * the widest. What only one of the two shows is scanned in one theme: that every pair of colours is good in both is worked out from
 * the tokens, see tokens.test.ts.
 */
export async function findingsOf(
  page: Page,
  { name, prepare }: StudioPage,
  { part = '[role=dialog]', isStrict = false }: FindingsOptions = {},
): Promise<readonly string[]> {
  await waitForPage(page);
  await prepare?.(page, false);
  // Once for a page that is only navigated inside: it takes a tenth of a second.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const scan = () => scannedFindings(page, part, isStrict);
  const found = [...(await scan())];
  found.push(...(await findMisfits(page, scan)));
  return found.map((finding) => `${name}: ${finding}`);
}

/** Texts that are too small, and what sticks out of the screen at any width; `scan` looks further at the one of a phone. */
export async function findMisfits(
  page: Page,
  scan?: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const found: string[] = [];
  let before = '';
  for (const { width, colorScheme } of looks) {
    // Both at once, and only what changes: one after the other, the page is drawn twice.
    await Promise.all([
      page.setViewportSize({ width, height: 900 }),
      ...(colorScheme === before ? [] : [page.emulateMedia({ colorScheme })]),
    ]);
    before = colorScheme;
    const misfits = [...(await page.evaluate(smallTexts)), ...(await page.evaluate(overflows))];
    if (width === looks[0].width) misfits.push(...((await scan?.()) ?? []));
    found.push(...misfits.map((misfit) => `${colorScheme} at ${width}: ${misfit}`));
  }
  return found;
}

/** What the scanner finds as it is. The scanner is evaluated by the browser's own tools, which the policy of the page does not bind. */
function scannedFindings(page: Page, part: string, isStrict: boolean): Promise<readonly string[]> {
  return page.evaluate(
    async ([selector, all]) => {
      const { axe: scanner } = window as unknown as {
        axe: {
          run: (
            context: Document | Element,
            options: object,
          ) => Promise<{
            violations: { id: string; impact: string; nodes: { html: string }[] }[];
          }>;
        };
      };
      const shown = document.querySelector(selector) ?? document;
      const { violations } = await scanner.run(shown, {
        // What passes is not described, which is most of the work.
        resultTypes: ['violations'],
        selectors: false,
        preload: false,
      });
      return violations
        .filter(({ impact }) => all || impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id} at ${nodes[0]?.html ?? ''}`);
    },
    [part, isStrict] as const,
  );
}

/** Texts that are seen and smaller than 12 pixels. Cards of the canvas are drawn in its own scale. */
function smallTexts(): readonly string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode() !== null) {
    const text = walker.currentNode.textContent?.trim() ?? '';
    const element = walker.currentNode.parentElement;
    if (text === '' || element === null || !element.checkVisibility()) continue;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (size < 12) found.push(`${size} px: ${text.slice(0, 60)}`);
  }
  return found;
}

/** The page must not be wider than the screen, and nothing may be cut off at its side. */
function overflows(): readonly string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`${scrollWidth} px wide`] : [];
  // What scrolls a whole page down must not scroll it sideways.
  for (const scroller of document.querySelectorAll(
    'main > .overflow-auto, main > * > .overflow-auto',
  ))
    if (scroller.scrollWidth > scroller.clientWidth + 1)
      found.push(`scrolls sideways: ${scroller.outerHTML.slice(0, 160)}`);
  for (const element of document.querySelectorAll(
    'main *, nav *, [role=dialog], [role=dialog] *',
  )) {
    const { right, left, width } = element.getBoundingClientRect();
    const isOut = width > 0 && (right > clientWidth + 1 || left < -1);
    if (!isOut || !element.checkVisibility()) continue;
    const scroller = element.closest(
      '.react-flow, .overflow-x-auto, .overflow-auto, .sr-only, [role=tablist], [role=log]',
    );
    const inner = scroller?.getBoundingClientRect();
    const isScrolled =
      scroller !== null &&
      scroller !== element &&
      inner !== undefined &&
      inner.right <= clientWidth + 1;
    if (!isScrolled && scroller?.matches('.sr-only') !== true)
      found.push(element.outerHTML.slice(0, 160));
  }
  return found.slice(0, 3);
}

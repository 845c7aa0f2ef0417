// What is wrong with a page as it is: findings of axe, texts that are too small, things that stick out of the screen.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { waitForPage, type StudioPage } from './studio-pages.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const widths = [320, 390, 768, 1440];

export interface FindingsOptions {
  /** Only what a theme can change: sizes and places are the same in both. */
  readonly isColoursOnly: boolean;
}

export async function findingsOf(
  page: Page,
  { name, prepare }: StudioPage,
  { isColoursOnly }: FindingsOptions,
): Promise<readonly string[]> {
  await waitForPage(page);
  await prepare?.(page, false);
  const found = [...(await seriousFindings(page))];
  if (!isColoursOnly) found.push(...(await findMisfits(page)));
  return found.map((finding) => `${name}: ${finding}`);
}

/** Texts that are too small, and what sticks out of the screen at any width. */
export async function findMisfits(page: Page): Promise<readonly string[]> {
  const found = [...(await page.evaluate(smallTexts))];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await page.evaluate(overflows)).map((finding) => `at ${width}: ${finding}`));
  }
  return found;
}

/** The scanner is evaluated by the browser's own tools, which the policy of the page does not bind. */
async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: scanner } = window as unknown as {
      axe: {
        run: () => Promise<{
          violations: { id: string; impact: string; nodes: { html: string }[] }[];
        }>;
      };
    };
    const { violations } = await scanner.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} at ${nodes[0]?.html ?? ''}`);
  });
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

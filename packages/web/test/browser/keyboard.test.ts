// Every page without a mouse: where the focus is, where it goes, and what the keys reach.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { filledOptions, fillStudio } from './fill-studio.ts';
import { filledPages, goTo, waitForPage } from './studio-pages.ts';

/** Enough to come from the navigation into the page, and to the cards of a run. */
const stops = 24;
/** The others are dialogs over these, or look the same. */
const walked = new Set(
  [
    'workflows editor pipeline run runs inbox-form inbox-call',
    'settings-models settings-tools settings-keys settings-triggers settings-you',
  ].flatMap((names) => names.split(' ')),
);
describeStudio(
  'the keyboard',
  ({ studio, open }) => {
    it('[W68] reaches everything on a page, and the focus is visible', async () => {
      const filled = await fillStudio(studio());
      const page = await open('/');
      const found: string[] = [];
      for (const each of filledPages(filled).filter(({ name }) => walked.has(name))) {
        await goTo(page, each.place);
        await waitForPage(page);
        for (let index = 0; index < stops; index++) {
          await page.keyboard.press('Tab');
          const finding = await page.evaluate(unmarkedFocus);
          if (finding !== null) found.push(`${each.name}: ${finding}`);
        }
      }
      expect([...new Set(found)]).toEqual([]);
    });

    it('[W68] finds pages, settings, questions, workflows, runs and actions in the command bar, and starts a run there', async () => {
      const { agentRun } = await fillStudio(studio());
      const page = await open('/runs');
      await waitForPage(page);
      const reached = async (typed: string) => {
        await page.locator('body').press('Control+k');
        const bar = page.getByRole('combobox', { name: 'Search or run a command' });
        await bar.fill(typed);
        await page.getByRole('option').first().waitFor();
        await page.keyboard.press('Enter');
        await bar.waitFor({ state: 'detached' });
      };
      for (const [typed, address] of [
        ['Inbox', /\/inbox$/],
        ['API keys', /\/settings\?tab=keys$/],
        ['Are the terms', /\/inbox\?wait=/],
        ['Nightly export native', /\/workflows\/failing$/],
        ['Run of Vendor check', new RegExp(`/runs/${agentRun}$`)],
        ['Import', /\/workflows\?open=import$/],
      ] as const) {
        await reached(typed);
        await expect.poll(() => page.url()).toMatch(address);
      }
      const importing = page.getByRole('dialog', { name: 'Import workflows' });
      await importing.waitFor();
      await page.keyboard.press('Escape');
      await importing.waitFor({ state: 'detached' });
      await reached('Dark theme');
      await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
      await reached('Show keyboard shortcuts');
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await keys.waitFor();
      await page.keyboard.press('Escape');
      await keys.waitFor({ state: 'detached' });
      await reached('Run Hello');
      const starting = page.getByRole('dialog', { name: 'Run Hello' });
      await starting.getByRole('button', { name: 'Start' }).press('Enter');
      await page.waitForURL(/\/runs\/./);
      await page.locator('main header').first().getByText('Completed').waitFor();
    });

    it('[W68] returns the focus when a dialog closes', async () => {
      const page = await open('/workflows');
      await waitForPage(page);
      const named = (name: string | RegExp) => page.getByRole('button', { name });
      const dialogs: readonly (readonly [place: string, from: Locator, keys: string])[] = [
        ['/workflows', named('Import'), '?'],
        ['/workflows', named('Import'), 'Control+k'],
        ['/workflows', named('Import'), 'Enter'],
        ['/workflows', named('New workflow'), 'Enter'],
        ['/settings?tab=keys', named('New key'), 'Enter'],
        ['/settings?tab=keys', named('Revoke').first(), 'Enter'],
        ['/settings?tab=models', named('Add a secret'), 'Enter'],
        ['/settings?tab=models', named('Delete OPENAI_API_KEY'), 'Enter'],
      ];
      for (const [place, from, keys] of dialogs) {
        await goTo(page, place);
        await from.focus();
        await page.keyboard.press(keys);
        await openAndClose(page);
        await expect.poll(() => isFocused(from), { message: `${place} ${keys}` }).toBe(true);
      }
    });

    it('[W68] opens the menu of a row, and returns to it', async () => {
      const page = await open('/workflows');
      const menu = page.getByRole('button', { name: 'Actions for Nightly export' });
      for (const item of ['Versions', 'Export', 'Delete']) {
        await menu.focus();
        await page.keyboard.press('Enter');
        await page.getByRole('menuitem', { name: item }).focus();
        await page.keyboard.press('Enter');
        await openAndClose(page);
        await expect.poll(() => isFocused(menu), { message: item }).toBe(true);
      }
    });
  },
  filledOptions,
);

async function openAndClose(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expect
    .poll(() => dialog.evaluate((each) => each.contains(document.activeElement)))
    .toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}

/** The focused element if it does not show its focus, or null. */
function unmarkedFocus(): string | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  // After the last stop the browser itself has the focus.
  if (element === null || element === document.body) return null;
  const { width, height, right, bottom, left, top } = element.getBoundingClientRect();
  // An edge that goes straight down has no width.
  const isThere = width + height > 0;
  const isInside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  const marked = (each: Element) => {
    const line = each instanceof SVGElement && each.querySelector('.react-flow__edge-path');
    if (line) return Number.parseFloat(getComputedStyle(line).strokeWidth) >= 3;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  // A card on a canvas has the ring, not the box around it.
  const card = element.matches('.react-flow__node') ? element.firstElementChild : null;
  const bearers = [element, element.parentElement, card].filter((each) => each !== null);
  if (isThere && isInside && bearers.some(marked)) return null;
  return `${isThere && isInside ? 'not marked' : 'not seen'}: ${element.outerHTML.slice(0, 160)}`;
}

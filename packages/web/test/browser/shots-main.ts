// `npm run shots`: pictures of every page of the studio, on a desktop and on a phone, light and dark, with data and without, taken
// from the real thing. All go to packages/web/dist/shots, to be looked at; a few go to docs/images, small, for the documents.
// `npm run shots -- inbox runs` takes only those, `npm run shots -- jobs` those of the eleven jobs, by the tests that do them.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { findChromium } from '@skein/testkit';
import { chromium, type Browser, type Page } from 'playwright-core';
import { filledOptions, fillStudio } from './fill-studio.ts';
import { shootJobs } from './shoot-jobs.ts';
import { signIn } from './sign-in.ts';
import { startStudio, type Studio } from './start-studio.ts';
import { emptyPages, filledPages, waitForPage, type StudioPage } from './studio-pages.ts';

const root = path.join(import.meta.dirname, '../../../..');
const shots = path.join(root, 'packages/web/dist/shots');
const images = path.join(root, 'docs/images');
const sizes = { desktop: { width: 1440, height: 900 }, mobile: { width: 390, height: 844 } };
const schemes = ['light', 'dark'] as const;
/** What the documents show. */
const inDocs = new Set([
  ...['workflows', 'editor', 'expression', 'run', 'inbox-call', 'runs', 'settings-models'].flatMap(
    (name) => schemes.map((scheme) => `${name}-desktop-${scheme}`),
  ),
  ...['versions', 'compare', 'thread'].map((name) => `${name}-desktop-light`),
  ...['workflows', 'editor', 'run', 'inbox-call'].map((name) => `${name}-mobile-light`),
]);
const settleMs = 800;
const themeMs = 200;

const wanted = process.argv.slice(2);
mkdirSync(shots, { recursive: true });
if (wanted.includes('jobs')) {
  for (const file of shootJobs(path.join(shots, 'jobs')))
    process.stdout.write(`${path.relative(root, file)}\n`);
  process.exit();
}
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  await takeEmpty(browser);
  await takeFilled(browser);
} finally {
  await browser.close();
}

async function takeEmpty(browser: Browser): Promise<void> {
  const studio = await startStudio();
  try {
    await takePages(browser, studio, emptyPages, 'empty-');
  } finally {
    await studio.stop();
  }
}

async function takeFilled(browser: Browser): Promise<void> {
  const studio = await startStudio(filledOptions);
  try {
    const filled = await fillStudio(studio);
    await takePages(browser, studio, filledPages(filled), '');
    const stranger = { name: 'sign-in', place: '/sign-in' };
    await takePages(browser, { ...studio, key: '' }, [stranger], '');
  } finally {
    await studio.stop();
  }
}

async function takePages(
  browser: Browser,
  studio: Studio,
  pages: readonly StudioPage[],
  prefix: string,
): Promise<void> {
  const chosen = pages.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  for (const [size, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    await signIn(context, studio);
    for (const { name, place, prepare } of chosen) {
      const page = await context.newPage();
      await page.goto(studio.url + place);
      await waitForPage(page);
      await page.waitForTimeout(settleMs);
      await prepare?.(page, size === 'mobile');
      await page.waitForTimeout(prepare === undefined ? 0 : settleMs);
      // Forms come a moment after the page that has them.
      await waitForPage(page);
      await takeThemes(page, `${prefix}${name}-${size}`);
      await page.close();
    }
    await context.close();
  }
}

async function takeThemes(page: Page, name: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(themeMs);
    const file = `${name}-${colorScheme}`;
    await page.screenshot({ path: path.join(shots, `${file}.png`) });
    process.stdout.write(`packages/web/dist/shots/${file}.png\n`);
    if (inDocs.has(file)) await keepSmall(page, file);
  }
}

/** WebP is a third of PNG, and Chromium writes it: the picture is drawn once more, on a page without a policy. */
async function keepSmall(page: Page, file: string): Promise<void> {
  const png = (await page.screenshot()).toString('base64');
  const blank = await page.context().newPage();
  const webp = await blank.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.8).split(',')[1] ?? '';
  }, png);
  writeFileSync(path.join(images, `studio-${file}.webp`), Buffer.from(webp, 'base64'));
  process.stdout.write(`docs/images/studio-${file}.webp\n`);
}

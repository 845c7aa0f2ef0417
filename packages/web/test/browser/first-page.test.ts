// What a first visit costs, and what is loaded only when somebody is about to need it.
import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';

const bytesMax = 250 * 1024;

interface Loaded {
  readonly name: string;
  /** As they were sent, compressed; without headers. */
  readonly bytes: number;
}

interface WatchedFiles {
  /** All that were sent. */
  readonly loaded: () => Promise<readonly Loaded[]>;
  /** Those that are on their way. */
  readonly left: () => readonly string[];
}

/** Notes all files that the page asks for, itself included, from now on; what it fetches are answers, not files. */
function watchFiles(page: Page): WatchedFiles {
  const isFile = (request: Request) => request.resourceType() !== 'fetch';
  const finished: Promise<Loaded>[] = [];
  const left = new Set<Request>();
  page.on('request', (request) => {
    if (isFile(request)) left.add(request);
  });
  page.on('requestfailed', (request) => left.delete(request));
  page.on('requestfinished', (request) => {
    left.delete(request);
    if (isFile(request)) finished.push(sizeOf(request));
  });
  return { loaded: () => Promise.all(finished), left: () => [...left].map((each) => each.url()) };
}

async function sizeOf(request: Request): Promise<Loaded> {
  const { responseBodySize } = await request.sizes();
  return { name: request.url(), bytes: responseBodySize };
}

const sum = (files: readonly Loaded[]) => files.reduce((total, { bytes }) => total + bytes, 0);

/** A first visit: everything that is seen is there, and whatever waits for its time has come. */
async function visit(page: Page, url: string, isFirst = true): Promise<WatchedFiles> {
  const files = watchFiles(page);
  await page.clock.install();
  await page.goto(`${url}/`);
  if (isFirst) {
    await page.getByRole('button', { name: 'Run Hello' }).waitFor();
    await page.locator('[aria-label="Templates"] li svg g').first().waitFor();
  } else await page.getByRole('button', { name: /^Actions for / }).waitFor();
  await page.clock.fastForward(60_000);
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(files.left).toEqual([]);
  return files;
}

describeStudio('the first page', ({ studio, open }) => {
  const expectSmall = (files: readonly Loaded[], scriptsMax: number) => {
    const kinds = ['.js', '.css', '.woff2'];
    expect(kinds.filter((kind) => !files.some(({ name }) => name.endsWith(kind)))).toEqual([]);
    // All were sent, none came from a cache.
    expect(files.filter(({ bytes }) => bytes === 0)).toEqual([]);
    expect(sum(files)).toBeGreaterThan(100 * 1024);
    expect(sum(files)).toBeLessThanOrEqual(bytesMax);
    expect(files.filter(({ name }) => name.endsWith('.js')).length).toBeLessThanOrEqual(scriptsMax);
  };

  it('[W3403][W3990] is at most 250 KB in all, also after a minute', async () => {
    const page = await open('/icon.svg', { isStranger: true });
    const { loaded } = await visit(page, studio().url);
    expectSmall(await loaded(), 16);
  });

  it('[W3404] loads other pages and dialogs when they are pointed at or focused', async () => {
    const page = await open('/icon.svg', { isStranger: true });
    const { loaded } = await visit(page, studio().url);
    const asked = async (part: string) => (await loaded()).some(({ name }) => name.includes(part));
    expect(await asked('runs-page')).toBe(false);
    await page.getByRole('link', { name: 'Runs' }).hover();
    await page.clock.runFor(1_000);
    await expect.poll(() => asked('runs-page')).toBe(true);
    expect(await asked('command-bar')).toBe(false);
    await page.getByRole('button', { name: 'Search' }).first().focus();
    await expect.poll(() => asked('command-bar')).toBe(true);
    expect(await asked('hint-')).toBe(false);
    await page.getByRole('button', { name: 'Theme: system' }).hover();
    await page.clock.runFor(1_000);
    await page.locator('.pop').getByText('Theme: system').waitFor();
    await page.mouse.move(700, 400);
    await expect.poll(() => page.locator('.pop').count()).toBe(0);
  });

  it('[W3404] has a placeholder next to the navigation while a page takes long to load', async () => {
    const page = await open('/icon.svg', { isStranger: true });
    let send = () => {};
    const held = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(/runs-page.*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${studio().url}/runs`);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.locator('main .animate-pulse').first().waitFor();
    send();
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    await expect.poll(() => page.locator('main .animate-pulse').count()).toBe(0);
  });

  it('[W3771] loads itself again, once, when a newer server has its files no more', async () => {
    const page = await open('/icon.svg', { isStranger: true });
    const gone = /evaluations-page.*\.js$/;
    await page.route(gone, (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(`${studio().url}/runs`);
    const link = page.getByRole('link', { name: 'Evaluations' });
    let loaded = 0;
    page.on('load', () => (loaded += 1));
    const missing = page.waitForResponse(gone);
    await link.hover();
    await missing;
    // Who only points at it goes on.
    expect(loaded).toBe(0);
    // Awaited from before: it may be over when the click is.
    await Promise.all([page.waitForEvent('load'), link.click()]);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(loaded).toBe(1);
    await page.unroute(gone);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Evaluations' }).waitFor();
  });

  it('[W3403][W3990] is as small where there are workflows', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
      skein: 1,
      name: 'Letters',
      nodes: [{ id: 'a', type: 'transform', config: { value: 1 } }],
    });
    await studio().call('POST', `/workflows/${id}/run`, {});
    const page = await open('/icon.svg', { isStranger: true });
    const { loaded } = await visit(page, studio().url, false);
    expectSmall(await loaded(), 22);
  });

  it('[W4357] says that it is loading until its scripts are there', async () => {
    const page = await open('/icon.svg', { isStranger: true });
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${studio().url}/runs`, { waitUntil: 'commit' });
    const note = page.getByRole('status').getByText('Skein is loading…');
    await note.waitFor();
    held.resolve();
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    expect(await note.count()).toBe(0);
  });
});

// `npm run shots`: pictures of the studio for the documents, taken from the real thing with data of templates.
import path from 'node:path';
import process from 'node:process';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findChromium } from './find-chromium.ts';
import { startStudio, type Studio } from './start-studio.ts';

const folder = path.join(import.meta.dirname, '../../../../docs/images');
const sizes = { desktop: { width: 1440, height: 900 }, mobile: { width: 390, height: 844 } };

interface Shot {
  readonly name: string;
  readonly place: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

const { program, missing } = findChromium();
if (program === null) {
  process.stderr.write(`No Chromium${missing}\n`);
  process.exitCode = 1;
} else {
  const studio = await startStudio();
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
  try {
    const shots = await prepareShots(studio);
    for (const shot of shots) await takeShot(browser, studio, shot);
  } finally {
    await browser.close();
    await studio.stop();
  }
}

async function prepareShots(studio: Studio): Promise<readonly Shot[]> {
  for (const template of [
    'hello',
    'review-loop',
    'newsletter',
    'contract-approvals',
    'mail-digest',
  ])
    await studio.call('POST', '/workflows/from-template', { template });
  for (const workflow of ['hello', 'hello', 'newsletter'])
    await studio.call('POST', `/workflows/${workflow}/run?wait=20`, { input: { name: 'Ada' } });
  const started = await studio.call<{ run_id: string }>(
    'POST',
    '/workflows/contract-approvals/run?wait=5',
    {},
  );
  const openNode = async (page: Page) => {
    await page.locator('.react-flow__node[data-id="writer"]').click();
    await page.waitForTimeout(1500);
  };
  return [
    { name: 'workflows', place: '/workflows' },
    { name: 'editor', place: '/workflows/review-loop', prepare: openNode },
    { name: 'run', place: `/runs/${started.run_id}` },
    { name: 'inbox', place: '/inbox' },
  ];
}

async function takeShot(browser: Browser, studio: Studio, shot: Shot): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
      await page.goto(studio.url + shot.place);
      await page.waitForTimeout(2500);
      await shot.prepare?.(page);
      const file = `studio-${shot.name}-${size}-${colorScheme}.png`;
      await page.screenshot({ path: path.join(folder, file) });
      process.stdout.write(`docs/images/${file}\n`);
      await page.close();
    }
}

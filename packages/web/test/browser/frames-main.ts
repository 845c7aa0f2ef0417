// `npm run frames`: how fluid graphs of 500, 1,000 and 5,000 nodes are (`npm run frames -- 5000`: of so many), and how long large runs take to
// open. Pans, drags and zooms in the editor and prints the times between frames, next to those of a page that does nothing.
import process from 'node:process';
import { findChromium } from '@skein/testkit';
import { chromium } from 'playwright-core';
import { measureFrames, measureIdle, openLargeGraph, type FrameFigures } from './large-graph.ts';
import { makeHeavyRun, makeLongRun, openOutput, openRun, type OpeningCost } from './large-run.ts';
import { startStudio } from './start-studio.ts';

const sizes = [500, 1_000, 5_000];

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
const studio = await startStudio();
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  sayFrames(await measureIdle(page));
  const asked = process.argv.slice(2).map(Number);
  for (const size of asked.length === 0 ? sizes : asked) {
    process.stdout.write(`${size} nodes\n`);
    await page.goto(`${studio.url}/workflows`);
    await openLargeGraph(page, studio, size);
    for (const figures of await measureFrames(page, { steps: 60 })) sayFrames(figures);
  }
  say('10,000 events', await openRun(page, await makeLongRun(studio)));
  await openRun(page, await makeHeavyRun(studio));
  say('10 MB of JSON', await openOutput(page));
} finally {
  await browser.close();
  await studio.stop();
}

function sayFrames(figures: FrameFigures): void {
  process.stdout.write(
    `${figures.what.padEnd(10)} median ${figures.medianMs.toFixed(1)} ms, p95 ${figures.p95Ms.toFixed(1)} ms, main thread ${figures.cpuMs.toFixed(1)} ms a frame and ${figures.longestMs.toFixed(0)} ms at once, ${figures.mounted} new elements in a frame, ${figures.frames} frames\n`,
  );
}

function say(what: string, { wallMs, cpuMs, elements }: OpeningCost): void {
  process.stdout.write(
    `${what} open in ${wallMs.toFixed(0)} ms, main thread ${cpuMs.toFixed(0)} ms, ${elements} elements\n`,
  );
}

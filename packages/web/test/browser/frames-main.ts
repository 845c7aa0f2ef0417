// `npm run frames`: how fluid a graph of 500 nodes is (`npm run frames -- 5000`: of so many), and how long large runs take to open. Pans, drags and zooms in the editor
// and prints the times between frames, next to those of a page that does nothing.
import process from 'node:process';
import { findChromium } from '@skein/testkit';
import { chromium } from 'playwright-core';
import { measureFrames, measureIdle, openLargeGraph } from './large-graph.ts';
import { makeHeavyRun, makeLongRun, openOutput, openRun, type OpeningCost } from './large-run.ts';
import { startStudio } from './start-studio.ts';

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
const studio = await startStudio();
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const idle = await measureIdle(page);
  const [size = ''] = process.argv.slice(2);
  await openLargeGraph(page, studio, size === '' ? undefined : Number(size));
  for (const figures of [idle, ...(await measureFrames(page, { steps: 60 }))])
    process.stdout.write(
      `${figures.what.padEnd(10)} median ${figures.medianMs.toFixed(1)} ms, p95 ${figures.p95Ms.toFixed(1)} ms, main thread ${figures.cpuMs.toFixed(1)} ms a frame and ${figures.longestMs.toFixed(0)} ms at once, ${figures.mounted} new elements in a frame, ${figures.frames} frames\n`,
    );
  say('10,000 events', await openRun(page, await makeLongRun(studio)));
  await openRun(page, await makeHeavyRun(studio));
  say('10 MB of JSON', await openOutput(page));
} finally {
  await browser.close();
  await studio.stop();
}

function say(what: string, { wallMs, cpuMs, elements }: OpeningCost): void {
  process.stdout.write(
    `${what} open in ${wallMs.toFixed(0)} ms, main thread ${cpuMs.toFixed(0)} ms, ${elements} elements\n`,
  );
}

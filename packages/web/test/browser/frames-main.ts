// `npm run frames`: how fluid a graph of 500 nodes is. Pans and zooms in the editor and prints the times between frames.
import process from 'node:process';
import { chromium } from 'playwright-core';
import { findChromium } from './find-chromium.ts';
import { measureFrames, openLargeGraph } from './large-graph.ts';
import { startStudio } from './start-studio.ts';

const { program, missing } = findChromium();
if (program === null) {
  process.stderr.write(`No Chromium${missing}\n`);
  process.exitCode = 1;
} else {
  const studio = await startStudio();
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await openLargeGraph(page, studio);
    for (const figures of await measureFrames(page, { steps: 60 }))
      process.stdout.write(
        `${figures.what.padEnd(10)} median ${figures.medianMs.toFixed(1)} ms, p95 ${figures.p95Ms.toFixed(1)} ms, main thread ${figures.cpuMs.toFixed(1)} ms a frame, ${figures.frames} frames\n`,
      );
  } finally {
    await browser.close();
    await studio.stop();
  }
}

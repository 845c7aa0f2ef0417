// A graph of 500 nodes in the editor, and how long its frames take while one pans and zooms.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import type { Studio } from './start-studio.ts';

const nodeCount = 500;
const columns = 20;

function largeDefinition(): JsonObject {
  const ids = Array.from({ length: nodeCount }, (_, index) => `n${index}`);
  return {
    skein: 1,
    id: 'large',
    name: 'Large',
    nodes: ids.map((id, index) =>
      index === 0 ? { id, type: 'start' } : { id, type: 'transform', config: { value: id } },
    ),
    edges: ids.slice(1).map((id, index) => ({ from: ids[Math.floor(index / 2)] ?? 'n0', to: id })),
    studio: {
      positions: Object.fromEntries(
        ids.map((id, index) => [
          id,
          { x: (index % columns) * 256, y: Math.floor(index / columns) * 98 },
        ]),
      ),
    },
  };
}

export async function openLargeGraph(page: Page, studio: Studio): Promise<void> {
  await studio.call('PUT', '/workflows/large', largeDefinition());
  await page.goto(`${studio.url}/workflows/large`);
  await page.locator('.react-flow__node').first().waitFor();
  await page.waitForTimeout(1_500);
}

export interface FrameFigures {
  readonly what: string;
  readonly frames: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Processor time of the page's main thread for each frame. */
  readonly cpuMs: number;
}

/** Pans over the whole graph, zooms in, and pans near; each with so many moves of the mouse. */
export async function measureFrames(
  page: Page,
  { steps }: { readonly steps: number },
): Promise<readonly FrameFigures[]> {
  const middle = { x: 800, y: 450 };
  await page.mouse.move(middle.x, middle.y);
  const pan = async () => {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    for (let step = 1; step <= steps; step++)
      await page.mouse.move(
        middle.x + 200 * Math.sin(step / 8),
        middle.y + 100 * Math.sin(step / 5),
      );
    await page.mouse.up();
  };
  const zoom = async () => {
    for (let step = 0; step < steps; step++) await page.mouse.wheel(0, step < steps / 2 ? -60 : 60);
  };
  const zoomIn = async () => {
    for (let step = 0; step < 12; step++) await page.mouse.wheel(0, -120);
    await page.waitForTimeout(500);
  };
  const far = await measure(page, 'far pan', pan);
  const zooming = await measure(page, 'zoom', zoom);
  await zoomIn();
  return [far, zooming, await measure(page, 'near pan', pan)];
}

async function measure(page: Page, what: string, act: () => Promise<void>): Promise<FrameFigures> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await taskSeconds(session);
  await page.evaluate(() => {
    const watched = window as unknown as { frameTimes: number[]; isWatching: boolean };
    watched.frameTimes = [];
    watched.isWatching = true;
    const note = (at: number) => {
      watched.frameTimes.push(at);
      if (watched.isWatching) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await act();
  const times = await page.evaluate(() => {
    const watched = window as unknown as { frameTimes: number[]; isWatching: boolean };
    watched.isWatching = false;
    return watched.frameTimes;
  });
  const cpuMs = (((await taskSeconds(session)) - before) * 1000) / Math.max(1, times.length - 1);
  await session.detach();
  const gaps = times
    .slice(1)
    .map((at, index) => at - (times[index] ?? at))
    .toSorted((one, other) => one - other);
  const at = (share: number) => gaps[Math.floor(gaps.length * share)] ?? 0;
  return { what, frames: gaps.length, medianMs: at(0.5), p95Ms: at(0.95), cpuMs };
}

interface Session {
  send(method: 'Performance.getMetrics'): Promise<{ metrics: { name: string; value: number }[] }>;
}

async function taskSeconds(session: Session): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

// A graph of 500 nodes, or of as many as are asked for, in the editor, and how long its frames take while panning and zooming.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import type { Spot } from './drag.ts';
import { showPlace } from './show-place.ts';
import type { Studio } from './start-studio.ts';

const nodesDefault = 500;
const columns = 20;
/** Fewer are not looked at. */
const framesMin = 6;

function largeDefinition(nodeCount: number): JsonObject {
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
      positions: Object.fromEntries(ids.map((id, index) => [id, { ...placeOf(index) }])),
    },
  };
}

function placeOf(index: number): Spot {
  return { x: (index % columns) * 256, y: Math.floor(index / columns) * 98 };
}

export async function openLargeGraph(
  page: Page,
  studio: Studio,
  nodeCount: number = nodesDefault,
): Promise<void> {
  await studio.call('PUT', '/workflows/large', largeDefinition(nodeCount));
  await showPlace(page, '/workflows/large');
  await page.locator('.react-flow__node').first().waitFor();
  await page.waitForTimeout(1_500);
}

/** Where the middle of a card is on the screen, whether it is an element or drawn in the sheet. */
export async function cardSpot(page: Page, index: number): Promise<Spot> {
  const { x, y, zoom } = await viewOf(page);
  const at = placeOf(index);
  return { x: x + (at.x + 112) * zoom, y: y + (at.y + 30) * zoom };
}

/** Which part of the drawing is seen: where its origin is on the screen, and how large it is drawn. */
export async function viewOf(page: Page): Promise<Spot & { readonly zoom: number }> {
  return page.locator('.react-flow__viewport').evaluate((viewport) => {
    const { e, f, a } = new DOMMatrix(getComputedStyle(viewport).transform);
    const corner = viewport.closest('.react-flow')!.getBoundingClientRect();
    return { x: corner.x + e, y: corner.y + f, zoom: a };
  });
}

const middle: Spot = { x: 700, y: 450 };

/** The card in the middle of the screen. At an edge of the canvas a drag would also pan it, and the graph be out of sight. */
async function middleCard(page: Page): Promise<number> {
  const { x, y, zoom } = await viewOf(page);
  const column = Math.floor((middle.x - x) / zoom / 256);
  const row = Math.floor((middle.y - y) / zoom / 98);
  return Math.max(0, row) * columns + Math.min(Math.max(0, column), columns - 1);
}

/** Zooms in around the mouse until cards can be read. */
export async function zoomNear(page: Page): Promise<void> {
  while ((await viewOf(page)).zoom < 0.8) await page.mouse.wheel(0, -120);
}

export interface FrameFigures {
  readonly what: string;
  readonly frames: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Processor time of the page's main thread for each frame. */
  readonly cpuMs: number;
  /** Processor time of the longest task of that thread. */
  readonly longestMs: number;
  /** The most elements that were put into the canvas between two frames. */
  readonly mounted: number;
}

export function measureFrames(page: Page, given: Moves): Promise<readonly FrameFigures[]> {
  return inGestures(page, given, (what, act) => measure(page, what, act));
}

export interface Moves {
  /** How often the mouse is moved in each gesture. */
  readonly steps: number;
}

/** Over the whole graph: pans, drags a card, zooms in and out; then pans near, and zooms out from there. */
export async function inGestures<Figures>(
  page: Page,
  { steps }: Moves,
  observe: (what: string, act: () => Promise<void>) => Promise<Figures>,
): Promise<readonly Figures[]> {
  const sway = async (start: Spot) => {
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    for (let step = 1; step <= steps; step++)
      await page.mouse.move(start.x + 200 * Math.sin(step / 8), start.y + 100 * Math.sin(step / 5));
    await page.mouse.up();
  };
  const zoom = async () => {
    for (let step = 0; step < steps; step++) await page.mouse.wheel(0, step < steps / 2 ? -60 : 60);
  };
  const far = await observe('far pan', async () => sway(await freeSpot(page)));
  const card = await cardSpot(page, await middleCard(page));
  const dragged = await observe('drag', () => sway(card));
  await page.mouse.move(middle.x, middle.y);
  const zooming = await observe('zoom', zoom);
  await zoomNear(page);
  await page.waitForTimeout(500);
  const near = await observe('near pan', async () => sway(await freeSpot(page)));
  const out = await observe('zoom out', async () => {
    for (let step = 0; step < steps; step++) await page.mouse.wheel(0, 3000 / steps);
  });
  return [far, dragged, zooming, near, out];
}

/** What the machine gives a page that does nothing. */
export async function measureIdle(page: Page): Promise<FrameFigures> {
  return measure(page, 'nothing', () => page.waitForTimeout(1000));
}

const spotsMax = 400;

/** Somewhere near the middle of the canvas, where there is neither a card nor an edge. The mouse is there then. */
export async function freeSpot(page: Page): Promise<Spot> {
  for (let distance = 0; distance < spotsMax; distance += 6)
    for (const [x, y] of [
      [middle.x, middle.y - distance],
      [middle.x - distance, middle.y],
      [middle.x + distance, middle.y - distance],
    ] as const) {
      // A card that is only drawn becomes an element under the mouse.
      await page.mouse.move(x, y);
      if (await page.evaluate(isPane, { x, y })) return { x, y };
    }
  throw new Error('The canvas has no free spot.');
}

/** In the page. */
function isPane({ x, y }: Spot): boolean {
  return document.elementFromPoint(x, y)?.classList.contains('react-flow__pane') === true;
}

async function measure(page: Page, what: string, act: () => Promise<void>): Promise<FrameFigures> {
  const browser = page.context().browser()!;
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await taskSeconds(session);
  await page.evaluate(watchFrames);
  await browser.startTracing(page, { categories: ['toplevel'] });
  await act();
  await page.evaluate(waitForFrames, framesMin);
  const { times, mounted } = await page.evaluate(() => {
    const { frames } = window as unknown as { frames: WatchedFrames };
    frames.isOver = true;
    return frames;
  });
  const cpuMs = (((await taskSeconds(session)) - before) * 1000) / Math.max(1, times.length - 1);
  await session.detach();
  const longestMs = longestTaskMs(await browser.stopTracing());
  const gaps = times
    .slice(1)
    .map((at, index) => at - (times[index] ?? at))
    .toSorted((one, other) => one - other);
  const at = (share: number) => gaps[Math.floor(gaps.length * share)] ?? 0;
  return {
    what,
    frames: gaps.length,
    medianMs: at(0.5),
    p95Ms: at(0.95),
    cpuMs,
    longestMs,
    mounted: Math.max(...mounted),
  };
}

interface WatchedFrames {
  readonly times: number[];
  /** Elements that came into the canvas before each frame. */
  readonly mounted: number[];
  isOver: boolean;
}

/** In the page. */
function watchFrames(): void {
  const frames: WatchedFrames = { times: [], mounted: [], isOver: false };
  (window as unknown as { frames: WatchedFrames }).frames = frames;
  let elements = 0;
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof Element) elements += 1 + node.querySelectorAll('*').length;
  });
  const canvas = document.querySelector('.react-flow');
  if (canvas !== null) observer.observe(canvas, { childList: true, subtree: true });
  const note = (at: number) => {
    frames.times.push(at);
    frames.mounted.push(elements);
    elements = 0;
    if (frames.isOver) observer.disconnect();
    else requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/** In the page. A busy machine draws what several moves did at once; the mean of one or two frames says nothing. */
function waitForFrames(least: number): Promise<void> {
  const { frames } = window as unknown as { frames: WatchedFrames };
  return new Promise((resolve) => {
    const look = () => {
      if (frames.times.length > least) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time, in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

function longestTaskMs(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter(
    (event) => event.name.endsWith('RunTask') && main.has(threadOf(event)),
  );
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

interface Session {
  send(method: 'Performance.getMetrics'): Promise<{ metrics: { name: string; value: number }[] }>;
}

async function taskSeconds(session: Session): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

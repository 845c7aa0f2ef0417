// What the studio does in a frame and for a move of the mouse, counted instead of timed: the same on every machine, however busy it is.
import type { Page } from 'playwright-core';
import { inGestures, type Moves } from './large-graph.ts';

export interface CountedWork {
  readonly what: string;
  /** The most elements that were put into the canvas between two frames. */
  readonly mounted: number;
  /** Calls of functions of the studio for each move. */
  readonly calls: number;
}

export async function countWork(page: Page, moves: Moves): Promise<readonly CountedWork[]> {
  await page.evaluate(paceFrames);
  return inGestures(page, moves, async (what, act) => {
    await page.evaluate(forgetFrames);
    let mounted: readonly number[] = [];
    const calls = await countCalls(page, async () => {
      await act();
      mounted = await page.evaluate(mountedAtRest);
    });
    return { what, mounted: Math.max(...mounted), calls: Math.round(calls / moves.steps) };
  });
}

/** How many calls of functions of the studio something leads to. */
export async function countCalls(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await act();
  const { result } = await session.send('Profiler.takePreciseCoverage');
  await session.detach();
  // What tests evaluate in the page has no address.
  const own = result.filter(({ url }) => url.startsWith('http'));
  const counts = own.flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]?.count));
  return counts.reduce<number>((sum, count = 0) => sum + count, 0);
}

interface PacedFrames {
  /** Elements that came into the canvas in each frame. */
  mounted: number[];
}

/**
 * In the page. A frame begins when everything is done that the one before has asked for: otherwise the work of several comes together
 * on a busy machine, and looks like too much for one.
 */
function paceFrames(): void {
  const frames: PacedFrames = { mounted: [] };
  (window as unknown as { frames: PacedFrames }).frames = frames;
  const askScreen = window.requestAnimationFrame.bind(window);
  const forget = window.cancelAnimationFrame.bind(window);
  let elements = 0;
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof Element) elements += 1 + node.querySelectorAll('*').length;
  }).observe(document.querySelector('.react-flow')!, { childList: true, subtree: true });
  // Far from the numbers that the browser itself gives.
  let last = 1e9;
  const waiting = new Map<number, FrameRequestCallback>();
  window.requestAnimationFrame = (act) => {
    waiting.set(++last, act);
    return last;
  };
  window.cancelAnimationFrame = (id) => {
    if (!waiting.delete(id)) forget(id);
  };
  const turn = (at: number) => {
    const acts = [...waiting.values()];
    waiting.clear();
    for (const act of acts) act(at);
    // React works in a message that it has sent itself by now; ours comes after it.
    setTimeout(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        frames.mounted.push(elements);
        elements = 0;
        askScreen(turn);
      });
      port1.start();
      port2.postMessage(null);
    });
  };
  askScreen(turn);
}

/** In the page. */
function forgetFrames(): void {
  (window as unknown as { frames: PacedFrames }).frames.mounted = [];
}

/** In the page: waits until nothing has come for a few frames. */
function mountedAtRest(): Promise<readonly number[]> {
  const { frames } = window as unknown as { frames: PacedFrames };
  const quietFrames = 4;
  return new Promise((resolve) => {
    const look = () => {
      const latest = frames.mounted.slice(-quietFrames);
      if (latest.length === quietFrames && latest.every((count) => count === 0))
        resolve(frames.mounted);
      else setTimeout(look, 20);
    };
    look();
  });
}

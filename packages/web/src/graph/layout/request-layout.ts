import type { Point } from '../sketch.ts';
import type { LayoutInput } from './layout-sketch.ts';

type Positions = ReadonlyMap<string, Point>;

interface Answer {
  readonly id: number;
  readonly positions: readonly (readonly [string, Point])[];
}

let worker: Worker | null = null;
let nextId = 1;
const asked = new Map<number, (positions: Positions) => void>();

/** Lays out in a worker, so that a large graph does not freeze the page. */
export function requestLayout(input: LayoutInput): Promise<Positions> {
  worker ??= startWorker();
  const id = nextId++;
  const running = worker;
  return new Promise((resolve) => {
    asked.set(id, resolve);
    running.postMessage({ id, input });
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    asked.get(data.id)?.(new Map(data.positions));
    asked.delete(data.id);
  });
  return started;
}

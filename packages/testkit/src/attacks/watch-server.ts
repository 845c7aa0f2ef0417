// Somebody else, who only wants to know whether the server is there
// In a thread of its own: an attacker who puts megabytes together would keep the watcher waiting, and the server be blamed for it.
import { Worker } from 'node:worker_threads';
import type { ServedProcess } from '../load/served-process.ts';
import { answerLength, answersFrom, placeOf, type WatchSetup } from './watch-record.ts';

export interface ServerWatch {
  readonly peakBytes: () => number;
  /** The slowest answer so far but for one in a hundred, in milliseconds. */
  readonly lagMs: () => number;
  /** The same of what the thread that answers has worked meanwhile: other work of the machine is no part of it. */
  readonly workMs: () => number;
  readonly stop: () => void;
}

/** Six hours of them. */
const answersMax = 1_000_000;

export function watchServer({ url, pid }: ServedProcess): ServerWatch {
  const record = new Float64Array(
    new SharedArrayBuffer((answersFrom + answersMax * answerLength) * 8),
  );
  const workerData: WatchSetup = { url, pid, record };
  const worker = new Worker(new URL('./watch-server-main.ts', import.meta.url), { workerData });
  worker.unref();
  return {
    peakBytes: () => record[placeOf.peakBytes] ?? 0,
    lagMs: () => slowest(record, 0),
    workMs: () => slowest(record, 1),
    stop: () => void worker.terminate(),
  };
}

/** But for one in a hundred. */
function slowest(record: Float64Array, place: number): number {
  const answers = Array.from({ length: record[placeOf.count] ?? 0 }, (_, i) => i);
  const found = answers.map((i) => record[answersFrom + i * answerLength + place] ?? 0);
  const sorted = found.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

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
  /** How many answers there are so far. */
  readonly answers: () => number;
  /** What was before no longer counts. */
  readonly beginAnew: () => void;
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
  const counted = () => record[placeOf.count] ?? 0;
  let first = 0;
  return {
    peakBytes: () => record[placeOf.peakBytes] ?? 0,
    lagMs: () => slowest(record, { place: 0, first }),
    workMs: () => slowest(record, { place: 1, first }),
    answers: () => counted() - first,
    beginAnew() {
      // What is asked at this moment counts: the first that the attack stalls may be this one.
      first = counted();
      record[placeOf.peakBytes] = 0;
    },
    stop: () => void worker.terminate(),
  };
}

/** But for one in a hundred. */
function slowest(
  record: Float64Array,
  { place, first }: { readonly place: number; readonly first: number },
): number {
  const length = Math.max(0, (record[placeOf.count] ?? 0) - first);
  const answers = Array.from({ length }, (_, i) => first + i);
  const found = answers.map((i) => record[answersFrom + i * answerLength + place] ?? 0);
  const sorted = found.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

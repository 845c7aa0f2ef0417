// The thread of a watcher (watch-server.ts): asks every 20 ms until it is ended, or its server is gone.
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { mainThreadMs } from '../load/main-thread-ms.ts';
import { residentBytes } from '../load/resident-bytes.ts';
import { answerLength, answersFrom, placeOf, type WatchSetup } from './watch-record.ts';

const everyMs = 20;

// Given by watch-server.ts.
const { url, pid, record } = workerData as WatchSetup;

for (let at = answersFrom; at < record.length; at += answerLength) {
  try {
    const [before, worked] = [performance.now(), mainThreadMs(pid)];
    await fetch(`${url}/api/v1/healthz`)
      .then((answer) => answer.arrayBuffer())
      .catch(() => {});
    record[at] = performance.now() - before;
    record[at + 1] = mainThreadMs(pid) - worked;
    record[placeOf.peakBytes] = Math.max(record[placeOf.peakBytes] ?? 0, residentBytes(pid));
  } catch {
    // It has ended.
    break;
  }
  record[placeOf.count] = (record[placeOf.count] ?? 0) + 1;
  await sleep(everyMs);
}

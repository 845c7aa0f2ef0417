// A worker for W-full that dies, or stops, where it is told to. Its parent is a test.
import process from 'node:process';
import { startWorker, type Worker } from '@skein/restate';
import type { Store } from '@skein/ports';
import { openStore } from '@skein/stores';
import { countRefused } from '../crash/count-refused.ts';
import { crashingStore, crashPoints, type CrashPoints } from '../crash/crash-points.ts';
import { fullOptions } from '../crash/full-world.ts';
import { notingStore, recordedIn, treesOf } from '../crash/journal-facts.ts';
import { lostAnswers } from '../crash/lost-answers.ts';
import { outsideAt, type Outside } from '../ledger/outside.ts';
import type { Reported } from '../servers/forked-process.ts';
import type { WorkerOrder, WorkerReport } from './crash-worker.ts';

const leaveMsMax = 10_000;
const known = new Set<string>();
let inFlight = 0;
let facts = { again: [] as string[], complaints: [] as string[], refused: 0 };
let points = crashPoints(null);
let store: Store | null = null;
let worker: Worker | null = null;

process.on('message', (order: WorkerOrder) => {
  const done = order.do === 'work' ? work(order) : Promise.resolve();
  done.then(
    () => send({ ...facts, inFlight, points: points.reached }),
    (error: unknown) =>
      send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => {
  const startedMs = performance.now();
  void worker?.close().then(() => process.exit(performance.now() - startedMs < leaveMsMax ? 0 : 3));
});

async function work(order: Extract<WorkerOrder, { do: 'work' }>): Promise<void> {
  const { url, ledger, workflow, death, place } = order;
  store ??= await openStore(url);
  known.clear();
  for (const what of await recordedIn(store, await treesOf(store, workflow))) known.add(what);
  facts = { again: [], complaints: [...(await lostAnswers(store, ledger))], refused: 0 };
  points = crashPoints(death);
  worker ??= await startWorker({ ...place, engine: engineOver(store, ledger) });
}

/** Points and records belong to the current play. */
function engineOver(opened: Store, ledger: string) {
  const current: CrashPoints = {
    get reached() {
      return points.reached;
    },
    at: (label) => points.at(label),
  };
  const watched = countRefused(opened, () => (facts.refused += 1));
  return {
    ...fullOptions({
      outside: counted(outsideAt(ledger)),
      points: current,
      onMade: (what) => known.has(what) && facts.again.push(what),
      onProblem: (error) => facts.complaints.push(`The worker complains: ${String(error)}`),
    }),
    store: crashingStore(notingStore(watched, known), current),
  };
}

function counted(place: Outside): Outside {
  return {
    ...place,
    call(...given) {
      inFlight += 1;
      return place.call(...given).finally(() => (inFlight -= 1));
    },
  };
}

function send(report: Reported<WorkerReport>): void {
  process.send?.(report);
}

// A process of the soak: keeps some runs of W-full going on one file, answers their questions, deletes ended runs, and
// reports its figures now and then. Its parent kills it at random.
import { readdirSync, statSync } from 'node:fs';
import process from 'node:process';
import { EngineError } from '@skein/ports';
import { openStore } from '@skein/stores';
import { crashPoints } from '../crash/crash-points.ts';
import { isUnanswered } from '../crash/full-function.ts';
import { answerOf, fullEngine, startFull } from '../crash/full-world.ts';
import { outsideAt } from '../ledger/outside.ts';

export interface SoakOrder {
  readonly file: string;
  readonly ledger: string;
  /** Runs at the same time. */
  readonly atOnce: number;
  /** Between the starts of two runs. */
  readonly paceMs: number;
  readonly keptMs: number;
}

export interface SoakReport {
  readonly rssBytes: number;
  readonly descriptors: number;
  readonly walBytes: number;
  readonly fileBytes: number;
  readonly ended: number;
  readonly problems: readonly string[];
}

const lookMs = 20;
const reportMs = 500;

process.once('message', (order: SoakOrder) => {
  soak(order).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit(0));

async function soak({ file, ledger, atOnce, paceMs, keptMs }: SoakOrder): Promise<void> {
  const problems: string[] = [];
  const place = outsideAt(ledger);
  const store = await openStore(`sqlite:${file}`);
  const engine = await fullEngine({
    store,
    outside: place,
    points: crashPoints(null),
    durable: { residentMax: 4 },
    onMade: () => {},
    onProblem: (error) => problems.push(String(error)),
  });
  let ended = 0;
  let reportAt = 0;
  let startAt = 0;
  for (;;) {
    const { items } = await store.runs.list({ isUnfinished: true, limit: 1000 });
    const roots = items.filter(({ parent }) => parent === undefined);
    for (let i = roots.length; i < atOnce && Date.now() >= startAt; i++) {
      startAt = Date.now() + paceMs;
      await startFull(engine, 'soak');
    }
    for (const wait of (await store.waits.list({})).items) {
      if (isUnanswered(wait)) continue;
      try {
        await engine.waits.answer(wait.id, await answerOf(wait, place));
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
      }
    }
    if (Date.now() > reportAt) {
      reportAt = Date.now() + reportMs;
      ended += (await engine.runs.prune({ endedBefore: Date.now() - keptMs })).length;
      process.send?.({ ...figures(file), ended, problems } satisfies SoakReport);
    }
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}

function figures(file: string): Omit<SoakReport, 'ended' | 'problems'> {
  const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0;
  return {
    rssBytes: process.memoryUsage.rss(),
    descriptors: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
    walBytes: sizeOf(`${file}-wal`),
    fileBytes: sizeOf(file),
  };
}

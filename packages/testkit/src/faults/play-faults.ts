// W-full on a store whose calls fail
// The same workflow as in crash tests, in one process. Each play has one fault, or many at random; it must reach the same
// end, with nothing executed twice that was recorded, no effect twice, and no acknowledged answer lost.
import { isDeepStrictEqual } from 'node:util';
import type { DurableOptions } from '@skein/engine';
import type { Store } from '@skein/ports';
import { crashPoints } from '../crash/crash-points.ts';
import { playFull, type Played } from '../crash/play-full.ts';
import { repeatedEffects, type Ledger } from '../ledger/ledger.ts';
import { brokenStore, dyingStore, type StoreCall, type StoreFault } from './broken-store.ts';

export interface FaultyPlays {
  readonly ledger: Ledger;
  /** Called once for each play; the plays may share a database. */
  readonly open: () => Promise<{ readonly store: Store; readonly close: () => Promise<void> }>;
  readonly durable: DurableOptions;
  /** Another process starts the run and dies after this many appends; the play takes it over. */
  readonly diesAfter?: number;
}

/** A minute at least; a play takes a second or two. */
const looksMax = 12_000;
let plays = 0;

/** The undisturbed play, and how often it calls each method. */
export async function countCalls(
  options: FaultyPlays,
): Promise<{ readonly played: Played; readonly calls: ReadonlyMap<string, number> }> {
  const calls = new Map<string, number>();
  const played = await play(options, ({ method, n }) => {
    calls.set(method, n);
    return 'none';
  });
  return { played, calls };
}

/** What is wrong after a play with these faults; empty when all is well. */
export async function playWithFaults(
  options: FaultyPlays,
  expected: Played,
  faultOf: (call: StoreCall) => StoreFault,
): Promise<readonly string[]> {
  try {
    const { status, output, again, complaints } = await play(options, faultOf);
    const wrong = [
      ...again.map((what) => `Made again although recorded: ${what}`),
      ...complaints,
      ...repeatedEffects(options.ledger),
    ];
    if (!isDeepStrictEqual(output, expected.output))
      wrong.push(`Another output: ${status} ${JSON.stringify(output)}`);
    return wrong;
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}

async function play(
  { ledger, open, durable, diesAfter }: FaultyPlays,
  faultOf: (call: StoreCall) => StoreFault,
): Promise<Played> {
  ledger.forget();
  plays += 1;
  const { store, close } = await open();
  const workflow = `faulty-${plays}`;
  const common = { store, ledger: ledger.url, workflow, durable, looksMax };
  try {
    if (diesAfter !== undefined) {
      await new Promise<void>((onDeath) => {
        const troubled = (whole: Store) => dyingStore(whole, diesAfter, onDeath);
        // Where it stops does not matter.
        playFull({ ...common, points: crashPoints(null), troubled }).catch(() => {});
      });
    }
    const troubled = (whole: Store) => brokenStore(whole, faultOf);
    return await playFull({ ...common, points: crashPoints(null), troubled });
  } finally {
    await close();
  }
}

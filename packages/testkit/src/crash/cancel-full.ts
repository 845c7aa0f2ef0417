// Cancelling W-full
// The run is cancelled when it reaches a point: before or after an append, before or after an external call. Then checks
// whether it has ended once, and whether anything started after the cancel was acknowledged.
import { runId } from '@skein/kernel';
import { EngineError, hasEnded, type Store } from '@skein/ports';
import type { DurableOptions, Engine } from '@skein/engine';
import { crashingStore, type CrashPoints } from './crash-points.ts';
import { isUnanswered } from './full-function.ts';
import { answerOf, fullEngine, startFull, type FullWorld } from './full-world.ts';
import { outsideAt } from '../ledger/outside.ts';
import { complaintsAbout, treesOf } from './journal-facts.ts';

export interface CancelOptions {
  readonly store: Store;
  readonly ledger: string;
  readonly workflow: string;
  /** The number of the point, from 1; beyond the last one nothing is cancelled. */
  readonly point: number;
  readonly durable: DurableOptions;
  /** Default: an engine of this process, over the store of the world. */
  readonly openEngine?: (world: FullWorld) => Promise<Engine>;
}

export interface Cancelled {
  readonly status: string;
  readonly points: readonly string[];
  /** Whether the cancel was acknowledged. */
  readonly isAcknowledged: boolean;
  readonly wrong: readonly string[];
}

const lookMs = 2;

export async function cancelFull(options: CancelOptions): Promise<Cancelled> {
  const { store, ledger, workflow, point, durable, openEngine = fullEngine } = options;
  const wrong: string[] = [];
  let isAcknowledged = false;
  const reached = Promise.withResolvers<void>();
  const points = pointsUntil(point, reached.resolve);
  const engine = await openEngine({
    store: crashingStore(store, points),
    outside: outsideAt(ledger),
    points,
    durable,
    onMade: (what) => isAcknowledged && wrong.push(`Begun after the cancel: ${what}`),
    onProblem: (error) => wrong.push(`The engine complains: ${String(error)}`),
  });
  const starting = startFull(engine, workflow);
  const cancelling = reached.promise.then(async () => {
    const { id } = await starting;
    isAcknowledged = await cancel(engine, id);
  });
  const { id } = await starting;
  await answerUntilDone(engine, store, { run: id, ledger });
  if (points.reached.length >= point) await cancelling;
  const status = (await store.runs.get(id))?.status ?? 'gone';
  if (isAcknowledged !== (status === 'cancelled'))
    wrong.push(`${isAcknowledged ? 'Acknowledged' : 'Refused'}, and then ${status}.`);
  await allEnded(store, workflow, wrong);
  await engine.close();
  wrong.push(...(await complaintsAbout(store, await treesOf(store, workflow))));
  return { status, points: points.reached, isAcknowledged, wrong };
}

function pointsUntil(point: number, onPoint: () => void): CrashPoints {
  const reached: string[] = [];
  return {
    reached,
    at(label) {
      reached.push(label);
      if (reached.length === point) onPoint();
    },
  };
}

/** False when it came too late. */
async function cancel(engine: Engine, run: string): Promise<boolean> {
  try {
    await engine.runs.cancel(run);
    return true;
  } catch (error) {
    if (error instanceof EngineError && error.code === 'RUN_ENDED') return false;
    throw error;
  }
}

async function answerUntilDone(
  engine: Engine,
  store: Store,
  { run, ledger }: { readonly run: string; readonly ledger: string },
): Promise<void> {
  for (;;) {
    const record = await store.runs.get(runId(run));
    if (record === undefined || hasEnded(record)) return;
    for (const wait of (await store.waits.list({})).items) {
      if (isUnanswered(wait)) continue;
      try {
        await engine.waits.answer(wait.id, await answerOf(wait, outsideAt(ledger)));
      } catch (error) {
        // The cancel was faster.
        if (!(error instanceof EngineError)) throw error;
      }
    }
    await pause();
  }
}

const endMs = 60_000;

/** The child runs end a moment later; none of their waits may stay open. */
async function allEnded(store: Store, workflow: string, wrong: string[]): Promise<void> {
  const until = performance.now() + endMs;
  for (;;) {
    const runs = await treesOf(store, workflow);
    const live = runs.filter((run) => !hasEnded(run));
    const waits = (await store.waits.list({})).items;
    if (live.length + waits.length === 0) return;
    if (performance.now() > until) {
      wrong.push(...live.map(({ id, status }) => `${id} is still ${status}.`));
      wrong.push(...waits.map(({ id }) => `The wait ${id} is still open.`));
      return;
    }
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, lookMs));
}

// Runs W-full over a store to its end: starts it, or continues it after a crash, answers its questions, and then checks
// that everything is as it must be. When the store is unavailable it retries, as callers do.
import { runId, type Json } from '@skein/kernel';
import type { DurableOptions, Engine } from '@skein/engine';
import { EngineError, hasEnded, type Store } from '@skein/ports';
import { callLedger } from '../ledger/ledger-client.ts';
import { outsideAt } from '../ledger/outside.ts';
import { crashingStore, type CrashPoints } from './crash-points.ts';
import { fullMoves, type FullMoves } from './full-moves.ts';
import { isUnanswered } from './full-function.ts';
import {
  answerOf,
  fullEngine,
  fullStories,
  startFull,
  type FullStory,
  type FullWorld,
} from './full-world.ts';
import { complaintsAbout, notingStore, recordedIn, treesOf } from './journal-facts.ts';
import { acknowledged, lostAnswers } from './lost-answers.ts';

export interface PlayOptions {
  readonly store: Store;
  readonly ledger: string;
  /** The id of the workflow, which distinguishes several runs of W-full in one store. */
  readonly workflow: string;
  readonly story?: FullStory | undefined;
  readonly points: CrashPoints;
  readonly durable: DurableOptions;
  /** The engine's view of the store, when that is to fail now and then. */
  readonly troubled?: (store: Store) => Store;
  /** Default: an engine of this process, over the store of the world. */
  readonly openEngine?: (world: FullWorld) => Promise<Engine>;
  /** Whether somebody who checks now sees what has happened; while false, no question about an outcome is answered. Default: always. */
  readonly canLook?: () => boolean;
  /** How often it checks whether the run has ended before it gives up: on a busy machine that takes longer, as the run does. */
  readonly looksMax?: number;
  /** Called with the engine as soon as it exists. */
  readonly onEngine?: (engine: Engine) => void;
}

export interface Played {
  readonly status: string;
  readonly output: Json;
  readonly points: readonly string[];
  /** What was executed although its result was in the journal. */
  readonly again: readonly string[];
  readonly complaints: readonly string[];
  /** Questions about unknown outcomes. */
  readonly asked: number;
}

const lookMs = 5;
const triesMax = 20;
const unavailableCodes: ReadonlySet<string> = new Set(['STORE_UNAVAILABLE', 'RUN_LOST']);

export async function playFull(options: PlayOptions): Promise<Played> {
  const { ledger, points, workflow, durable, onEngine, store, troubled } = options;
  const { openEngine = fullEngine } = options;
  const complaints = [...(await lostAnswers(store, ledger))];
  const again: string[] = [];
  const known = await recordedIn(store, await treesOf(store, workflow));
  const noting = notingStore(store, known);
  const world = {
    store: crashingStore(troubled?.(noting) ?? noting, points),
    outside: outsideAt(ledger),
    points,
    durable,
    onMade: (what: string) => known.has(what) && again.push(what),
    onProblem: (error: unknown) => {
      if (troubled !== undefined && isUnavailable(error)) return;
      complaints.push(`The engine complains: ${String(error)}`);
    },
  };
  const engine = await insist(() => openEngine(world));
  onEngine?.(engine);
  const [root] = await treesOf(store, workflow);
  const { story = 'full' } = options;
  const start = { idempotencyKey: workflow, story };
  const run = root?.id ?? (await insist(() => startFull(engine, workflow, start))).id;
  const moves = fullStories[story].isMoved ? fullMoves(engine, workflow) : null;
  const { canLook = () => true, looksMax = Infinity } = options;
  const asked = await answerUntilDone({ engine, store, ledger, run, moves, looksMax, canLook });
  const { status, output, response } = await insist(() => engine.runs.get(run));
  const { answers } = fullStories[story];
  const isAnswered = answers === null || (response?.node === answers && response.status === 202);
  if (status === 'completed' && !isAnswered)
    complaints.push(`It answered its caller with ${JSON.stringify(response)}.`);
  await insist(() => engine.close());
  const runs = await treesOf(store, workflow);
  if (runs.filter(({ parent }) => parent === undefined).length !== 1)
    complaints.push('There is not one run.');
  complaints.push(...(await complaintsAbout(store, runs)));
  return { status, output: output ?? null, points: points.reached, again, complaints, asked };
}

/** What a caller does when the store is unavailable. */
async function insist<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (!isUnavailable(error) || tries === triesMax) throw error;
    }
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof EngineError && unavailableCodes.has(error.code);
}

async function answerUntilDone(play: {
  readonly engine: Engine;
  readonly store: Store;
  readonly ledger: string;
  readonly run: string;
  readonly moves: FullMoves | null;
  readonly looksMax: number;
  readonly canLook: () => boolean;
}): Promise<number> {
  const { engine, store, ledger, run, moves, looksMax, canLook } = play;
  let asked = 0;
  for (let looks = 1; looks <= looksMax; looks++) {
    const record = await store.runs.get(runId(run));
    if (record === undefined) return asked;
    if ((await moves?.act(record)) === true) continue;
    if (hasEnded(record) && (moves === null || record.status !== 'failed')) return asked;
    for (const wait of (await store.waits.list({})).items) {
      if (moves?.isTimeFor(wait, record) === false) continue;
      if (isUnanswered(wait)) continue;
      if (wait.question.kind === 'outcome') {
        if (!canLook()) continue;
        asked += 1;
      }
      try {
        await engine.waits.answer(wait.id, await answerOf(wait, outsideAt(ledger)));
        await callLedger(ledger, { name: acknowledged, key: wait.id, deduplicates: true });
      } catch (error) {
        // Not accepted, for example because another process still drives the run: it is asked again.
        if (!(error instanceof EngineError)) throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  throw new Error('The run does not end.');
}

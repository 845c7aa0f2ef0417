// A run that another process drives
// Nobody here drives it, so the store is polled, and sooner where the other process signals that there is something new. When
// its lease ends without being renewed, the run is taken over.
import type { RunEvent, RunId } from '@skein/kernel';
import { EngineError, hasEnded, type RunRecord } from '@skein/ports';
import { isElsewhere } from '../../cluster/commands/run-on-owner.ts';
import { isAway, locateRun, type FindRuntime } from '../../cluster/find-run.ts';
import type { LiveWatch, Progress } from '../../cluster/live/live-watch.ts';
import type { Elsewhere } from '../../cluster/peers.ts';
import type { DrivenRun } from '../../core/run/driven-run.ts';
import type { Ports } from '../../engine-ports.ts';

type PausePorts = Ports<'clock' | 'isClosed'>;

/** Most things happen soon or late: polls are frequent at first, and then back off. */
const pollMinMs = 15;
const pollMaxMs = 250;
const lookAgainMs = 1000;

/** A run that was found in another process. */
export interface AwayRun {
  readonly run: RunId;
  readonly elsewhere: Elsewhere;
}

/** Null as soon as its record is as wanted; the run itself if this process has taken it over before. */
export async function pollRun(
  runtime: FindRuntime,
  { run, elsewhere }: AwayRun,
  isWanted: (record: RunRecord) => boolean | Promise<boolean>,
): Promise<DrivenRun | null> {
  let found: DrivenRun | Elsewhere = elsewhere;
  for (let looks = 0; ; looks++) {
    const record = await runtime.store.runs.get(run);
    if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
    if (await isWanted(record)) return null;
    // A host holds what kills its processes: nothing will come of waiting for it.
    if (runtime.host !== null && record.quarantinedAt !== undefined)
      throw new EngineError('RUN_QUARANTINED', { run, deaths: 0 });
    found = await lookAgain(runtime, { run, elsewhere: found });
    if (!isAway(found)) return found;
    await pause(runtime, looks);
  }
}

/** The process that drives it may have died: then its lease ends, and there may be no other process to take the run over. */
async function lookAgain(
  runtime: FindRuntime,
  { run, elsewhere }: AwayRun,
): Promise<DrivenRun | Elsewhere> {
  const { clock } = runtime;
  if (clock.now() < elsewhere.until) return elsewhere;
  try {
    return await locateRun(runtime, run);
  } catch (error) {
    // A part of its tree is still with a process that is about to release it.
    if (!isElsewhere(error)) throw error;
    return { ...elsewhere, until: clock.now() + lookAgainMs };
  }
}

/**
 * Its rows after `after`, as they arrive, and what its functions report. Ends with the run, or when this process has taken it
 * over.
 */
export async function* pollRows(
  runtime: FindRuntime,
  { run, elsewhere }: AwayRun,
  {
    after,
    signal,
    live,
  }: {
    readonly after: number;
    readonly signal: AbortSignal | undefined;
    readonly live: LiveWatch | null;
  },
): AsyncGenerator<RunEvent | Progress, void, undefined> {
  let seq = after;
  let looks = 0;
  let found: DrivenRun | Elsewhere = elsewhere;
  while (signal?.aborted !== true) {
    const record = await runtime.store.runs.get(run);
    const rows = (await runtime.store.runs.journal(run, seq)) ?? [];
    if (rows.length > 0) looks = 0;
    // What functions reported was sent before the row that ends their call.
    if (live !== null) yield* live.take();
    for (const row of rows) {
      seq = row.seq;
      yield row;
    }
    if (record === undefined || hasEnded(record)) return;
    found = await lookAgain(runtime, { run, elsewhere: found });
    if (!isAway(found)) return;
    if (live === null) await pause(runtime, looks++);
    else yield* pauseAndReceive(runtime, live, looks++);
  }
}

/** Waits until the next poll of the store. */
async function* pauseAndReceive(
  { clock, isClosed }: PausePorts,
  live: LiveWatch,
  looks: number,
): AsyncGenerator<Progress, void, undefined> {
  if (isClosed) throw new EngineError('ENGINE_CLOSED', {});
  const until = clock.now() + pauseMs(looks);
  for (let isOver = false; !isOver;) {
    isOver = (await live.next(until - clock.now())) || clock.now() >= until;
    yield* live.take();
  }
}

async function pause(runtime: PausePorts, looks: number): Promise<void> {
  if (runtime.isClosed) throw new EngineError('ENGINE_CLOSED', {});
  const { clock } = runtime;
  await new Promise<void>((resolve) => {
    clock.setTimer(clock.now() + pauseMs(looks), resolve);
  });
}

function pauseMs(looks: number): number {
  return Math.min(pollMinMs * 2 ** looks, pollMaxMs);
}

// A run that another process drives
// Nobody here drives it, so the store is polled, and sooner where the other process signals that there is something new.
import type { RunEvent, RunId } from '@skein/kernel';
import { EngineError, hasEnded, type RunRecord } from '@skein/ports';
import type { LiveWatch, Progress } from '../../cluster/live/live-watch.ts';
import type { Ports } from '../../engine-ports.ts';

type PollPorts = Ports<'store' | 'clock' | 'isClosed'>;

/** Most things happen soon or late: polls are frequent at first, and then back off. */
const pollMinMs = 15;
const pollMaxMs = 250;

/** The run's record, as soon as it is as wanted. */
export async function pollRun(
  runtime: PollPorts,
  run: RunId,
  isWanted: (record: RunRecord) => boolean | Promise<boolean>,
): Promise<RunRecord> {
  for (let looks = 0; ; looks++) {
    const record = await runtime.store.runs.get(run);
    if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
    if (await isWanted(record)) return record;
    await pause(runtime, looks);
  }
}

/** Its rows after `after`, as they arrive, and what its functions report; ends with the run. */
export async function* pollRows(
  runtime: PollPorts,
  run: RunId,
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
  while (signal?.aborted !== true) {
    const record = await runtime.store.runs.get(run);
    const rows = (await runtime.store.runs.journal(run, seq)) ?? [];
    if (rows.length > 0) looks = 0;
    for (const row of rows) {
      seq = row.seq;
      yield row;
    }
    if (record === undefined || hasEnded(record)) return;
    if (live === null) await pause(runtime, looks++);
    else yield* pauseAndReceive(runtime, live, looks++);
  }
}

/** Waits until the next poll of the store. */
async function* pauseAndReceive(
  { clock, isClosed }: PollPorts,
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

async function pause(runtime: PollPorts, looks: number): Promise<void> {
  if (runtime.isClosed) throw new EngineError('ENGINE_CLOSED', {});
  const { clock } = runtime;
  await new Promise<void>((resolve) => {
    clock.setTimer(clock.now() + pauseMs(looks), resolve);
  });
}

function pauseMs(looks: number): number {
  return Math.min(pollMinMs * 2 ** looks, pollMaxMs);
}

// A run that another process drives
// Nobody here hears of its events, so the store is asked again and again.
import type { RunEvent } from '@skein/kernel';
import { EngineError, type RunRecord } from '@skein/ports';
import type { Runtime } from '../runtime.ts';

const pollMs = 250;

/** The run's record, as soon as it is as wanted. */
export async function pollRun(
  runtime: Runtime,
  run: string,
  isWanted: (record: RunRecord) => boolean,
): Promise<RunRecord> {
  for (;;) {
    const record = await runtime.store.runs.get(run);
    if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
    if (isWanted(record)) return record;
    await pause(runtime);
  }
}

/** Its rows behind `after`, as they come; ends with the run. */
export async function* pollRows(
  runtime: Runtime,
  run: string,
  { after, signal }: { readonly after: number; readonly signal: AbortSignal | undefined },
): AsyncGenerator<RunEvent, void, undefined> {
  let seq = after;
  while (signal?.aborted !== true) {
    const record = await runtime.store.runs.get(run);
    const rows = (await runtime.store.runs.journal(run, seq)) ?? [];
    for (const row of rows) {
      seq = row.seq;
      yield row;
    }
    const isLive = record?.status === 'running' || record?.status === 'waiting';
    if (!isLive) return;
    await pause(runtime);
  }
}

async function pause(runtime: Runtime): Promise<void> {
  if (runtime.isClosed) throw new EngineError('ENGINE_CLOSED', {});
  const { clock } = runtime;
  await new Promise<void>((resolve) => {
    clock.setTimer(clock.now() + pollMs, resolve);
  });
}

export function hasEnded({ status }: RunRecord): boolean {
  return status !== 'running' && status !== 'waiting';
}

import type { Engine } from '@skein/engine';

/** Resolves when the run's journal has grown beyond `seq`, or when the signal aborts. */
export async function nextRow(
  { runs }: Engine,
  watched: { readonly run: string; readonly seq: number; readonly signal: AbortSignal },
): Promise<void> {
  const { run, seq, signal } = watched;
  if (signal.aborted) return;
  for await (const update of runs.events(run, { after: seq, signal })) {
    if (update.type === 'event') return;
  }
}

import type { Engine as DurableEngine } from '@skein/engine';
import type { RunId } from '@skein/kernel';
import type { Page, WaitRecord } from '@skein/ports';

/** What a run asks for, the oldest first; then what the runs below it ask for. */
export async function* openWaits(
  { runs, waits }: Pick<DurableEngine, 'runs' | 'waits'>,
  run: RunId,
): AsyncGenerator<WaitRecord> {
  const own = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: Page<WaitRecord> = await waits.list(cursor === null ? { run } : { run, cursor });
    for (const wait of page.items) own.add(wait.id);
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
  for (const { id } of (await runs.get(run)).waits) if (!own.has(id)) yield waits.get(id);
}

/** What a function calls its question, or the id of the node that asks. */
export function waitName({ node, question }: WaitRecord): string {
  return question.name ?? node;
}

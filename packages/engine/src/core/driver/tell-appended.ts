import type { Derived, RunEvent } from '@skein/kernel';
import type { DrivenRun } from '../run/driven-run.ts';

/**
 * Tells those who watch a run what was written, and those who wait for its answer, once the row that it follows from is: the state may be
 * ahead of the journal. They are told at once, whatever else is on its way.
 */
export function tellAppended(
  { state: { response }, watchers }: Pick<DrivenRun, 'state' | 'watchers'>,
  written: readonly RunEvent[],
  derived: readonly (readonly Derived[])[],
): void {
  if (watchers.isWatched) watchers.tellRows(written, derived);
  if (response === null || !watchers.isAwaited) return;
  if (response.seq <= (written.at(-1)?.seq ?? 0)) watchers.respond();
}

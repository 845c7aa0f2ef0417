// Rebuilding projections
// The journal gives the same rows again: after somebody has changed a table by hand, or for runs from before a dialect had
// tables. Runs may continue meanwhile: an append in between is detected, and the run is processed again.
import { EngineError, type RunRecord } from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';
import { knownWorkflow, type Definitions } from '../../state/definitions/known-workflow.ts';
import { projectRows } from '../../state/projections/begin-projection.ts';

const triesMax = 5;

export interface Rebuilt {
  /** Runs that were processed. */
  readonly runs: number;
  /** Rows that were written. */
  readonly rows: number;
}

export async function rebuildProjections(runtime: Definitions & Ports<'store'>): Promise<Rebuilt> {
  let [runs, rows] = [0, 0];
  let cursor: string | null = null;
  do {
    const page: { items: readonly RunRecord[]; nextCursor: string | null } =
      await runtime.store.runs.list(cursor === null ? { limit: 100 } : { limit: 100, cursor });
    for (const record of page.items) {
      runs += 1;
      rows += await rebuildRows(runtime, record);
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { runs, rows };
}

async function rebuildRows(
  runtime: Definitions & Ports<'store'>,
  record: RunRecord,
  tries = 1,
): Promise<number> {
  const { store } = runtime;
  const { id } = record;
  const known = await knownWorkflow(runtime, record);
  const journal = (await store.runs.journal(id)) ?? [];
  const { projections = [] } = projectRows(store, known, journal);
  if (projections.length === 0) return 0;
  try {
    await store.runs.append(id, journal.length, [], { projections });
  } catch (error) {
    const isConflict = error instanceof EngineError && error.code === 'STORE_CONFLICT';
    if (!isConflict || tries === triesMax) throw error;
    return rebuildRows(runtime, record, tries + 1);
  }
  return projections.length;
}

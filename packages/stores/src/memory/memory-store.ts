// The memory store
// Journals, definitions and waits as long as the process lives: for tests, and for `skein run FILE`. Every method answers
// at once, so a run over this store never leaves the tick that it is in.
import type { Store } from '@skein/ports';
import { memoryDefinitions } from './memory-definitions.ts';
import { memoryKeptEvents } from './memory-kept-events.ts';
import { memoryRuns } from './memory-runs.ts';
import { memoryWaits } from './memory-waits.ts';

export interface MemoryStoreOptions {
  /** How many rows of ended runs are kept, a step being about one row; default 2,000. */
  readonly endedRowsMax?: number;
}

export function memoryStore({ endedRowsMax = 2_000 }: MemoryStoreOptions = {}): Store {
  const waits = memoryWaits();
  const keptEvents = memoryKeptEvents();
  return {
    runs: memoryRuns({ waits, keptEvents, endedRowsMax }),
    definitions: memoryDefinitions(),
    waits: waits.port,
    keptEvents: keptEvents.port,
    close() {},
  };
}

// The memory store
// Journals, definitions and waits for as long as the process lives: for tests, and for `skein run FILE`. Every method answers
// synchronously, so a run over this store never leaves its tick.
import type { RunId } from '@skein/kernel';
import { processSlots, type Store } from '@skein/ports';
import { filesOver } from '../records/files.ts';
import { recordPorts } from '../records/record-ports.ts';
import { memoryBudgets } from './memory-budgets.ts';
import { memoryDefinitions } from './memory-definitions.ts';
import { memoryInbox } from './memory-inbox.ts';
import { memoryKeptEvents } from './memory-kept-events.ts';
import { memoryLeases } from './memory-leases.ts';
import { isUnfinished } from './memory-run.ts';
import { MemoryRunTable } from './memory-run-table.ts';
import { MemoryRows } from './memory-rows.ts';
import { memoryRuns } from './memory-runs.ts';
import { memoryTables } from './memory-tables.ts';
import { memoryWaits } from './memory-waits.ts';

export interface MemoryStoreOptions {
  /** How many rows of ended runs are kept (a step is about one row); default 2,000. */
  readonly endedRowsMax?: number;
}

export function memoryStore({ endedRowsMax = 2_000 }: MemoryStoreOptions = {}): Store {
  const waits = memoryWaits();
  const keptEvents = memoryKeptEvents();
  const budgets = memoryBudgets();
  const rows = new MemoryRows();
  const marks = new Set<string>();
  const tables = memoryTables(rows);
  const inbox = memoryInbox((id) => runs.byId.get(id));
  const indexes = { waits, keptEvents, inbox, budgets, tables, rows, endedRowsMax };
  const runs: MemoryRunTable = new MemoryRunTable(indexes);
  return {
    runs: memoryRuns(runs),
    definitions: memoryDefinitions(tables, rows),
    waits: waits.port,
    keptEvents: keptEvents.port,
    leases: memoryLeases(runs.byId),
    inbox: inbox.port,
    budgets: budgets.port,
    tables: tables.port,
    slots: processSlots((id) => progressOf(runs, id)),
    ...recordPorts(rows),
    files: filesOver(rows),
    marks: { has: (name) => marks.has(name), set: (name) => void marks.add(name) },
    isDurable: false,
    isShared: false,
    check: () => ({
      kind: 'memory',
      place: 'memory',
      isHealthy: true,
      findings: [
        { what: 'durability', isGood: true, text: 'none: everything ends with the process' },
        { what: 'rows', isGood: true, text: `${runs.byId.size} runs` },
      ],
    }),
    close() {},
  };
}

function progressOf({ byId }: MemoryRunTable, id: RunId): 'open' | 'over' | 'aside' {
  const run = byId.get(id);
  if (run === undefined || !isUnfinished(run)) return 'over';
  const root = byId.get(run.origin.root ?? id) ?? run;
  return root.quarantinedAt === null ? 'open' : 'aside';
}

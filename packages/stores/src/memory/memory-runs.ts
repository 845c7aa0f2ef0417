import { equalJson, type Json, type RunEvent } from '@skein/kernel';
import {
  EngineError,
  type RunChanges,
  type RunFilter,
  type RunOrigin,
  type RunRecord,
  type RunStore,
} from '@skein/ports';
import { endedTrees } from './ended-trees.ts';
import type { MemoryKeptEvents } from './memory-kept-events.ts';
import { isUnfinished, type MemoryRun } from './memory-run.ts';
import type { MemoryWaits } from './memory-waits.ts';
import { pageOf } from './page.ts';

interface Indexes {
  readonly waits: MemoryWaits;
  readonly keptEvents: MemoryKeptEvents;
  readonly endedRowsMax: number;
}

export function memoryRuns({ waits, keptEvents, endedRowsMax }: Indexes): RunStore {
  const runs = new Map<string, MemoryRun>();
  const childrenOf = new Map<string, MemoryRun[]>();
  const ended = endedTrees((run) => childrenOf.get(run.id) ?? [], forget, endedRowsMax);
  let started = 0;

  function create(id: string, origin: RunOrigin): MemoryRun {
    const run: MemoryRun = { id, origin, place: started++, status: 'running', rows: [] };
    runs.set(id, run);
    if (origin.parent !== undefined) {
      const siblings = childrenOf.get(origin.parent.run);
      if (siblings === undefined) childrenOf.set(origin.parent.run, [run]);
      else siblings.push(run);
    }
    return run;
  }

  function change(run: MemoryRun, changes: RunChanges): void {
    if (changes.status !== undefined) run.status = changes.status;
    for (const wait of changes.opened ?? []) waits.open(wait);
    for (const closing of changes.closed ?? []) waits.close(closing);
    if (changes.taken !== undefined) keptEvents.take(run.id, changes.taken);
    if (!isUnfinished(run) && run.origin.parent === undefined) ended.add(run);
  }

  function forget({ id }: MemoryRun): void {
    runs.delete(id);
    childrenOf.delete(id);
    waits.forgetRun(id);
    keptEvents.forgetRun(id);
  }

  return {
    append(id, expectedSeq, events, changes) {
      const known = runs.get(id);
      const found = known === undefined ? 0 : known.rows.length;
      if (found !== expectedSeq) {
        if (known !== undefined && hasAlready(known.rows, expectedSeq, events)) return;
        throw new EngineError('STORE_CONFLICT', { run: id, expected: expectedSeq, found });
      }
      const run = known ?? create(id, originOf(id, changes));
      for (let i = 0; i < events.length; i++) run.rows.push(events[i] as RunEvent);
      if (changes !== undefined) change(run, changes);
    },
    load(id) {
      const run = runs.get(id);
      return run === undefined ? undefined : { record: recordOf(run), events: [...run.rows] };
    },
    get(id) {
      const run = runs.get(id);
      return run === undefined ? undefined : recordOf(run);
    },
    journal: (id, afterSeq = 0) => runs.get(id)?.rows.slice(afterSeq),
    list(filter) {
      const candidates =
        filter.parent === undefined ? runs.values() : (childrenOf.get(filter.parent) ?? []);
      const { items, nextCursor } = pageOf(candidates, filter, {
        fits: (run) => fits(run, filter),
        placeOf: (run) => run.place,
      });
      return { items: items.map(recordOf), nextCursor };
    },
  };
}

function originOf(id: string, changes: RunChanges | undefined): RunOrigin {
  if (changes?.created === undefined) throw new EngineError('RUN_NOT_FOUND', { run: id });
  return changes.created;
}

function hasAlready(
  rows: readonly RunEvent[],
  expectedSeq: number,
  events: readonly RunEvent[],
): boolean {
  // Events are JSON; their interfaces only have no index signature to say so.
  return events.every((event, i) =>
    equalJson(rows[expectedSeq + i] as unknown as Json, event as unknown as Json),
  );
}

function recordOf({ id, origin, status, rows }: MemoryRun): RunRecord {
  return {
    ...origin,
    id,
    status,
    createdAt: rows[0]?.at ?? 0,
    updatedAt: rows.at(-1)?.at ?? 0,
    seq: rows.length,
  };
}

function fits(run: MemoryRun, filter: RunFilter): boolean {
  const { origin, status } = run;
  if (filter.status !== undefined && status !== filter.status) return false;
  if (filter.workflow !== undefined && origin.workflow.id !== filter.workflow) return false;
  return !filter.isUnfinished || isUnfinished(run);
}

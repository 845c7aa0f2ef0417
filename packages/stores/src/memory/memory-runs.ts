import { equalJson, runId, type Json, type RunEvent, type RunId } from '@skein/kernel';
import {
  EngineError,
  type RunChanges,
  type RunCreation,
  type RunFilter,
  type RunRecord,
  type RunStore,
} from '@skein/ports';
import { searchText } from '../values/search-text.ts';
import { isUnfinished, type MemoryRun } from './memory-run.ts';
import type { MemoryRunTable } from './memory-run-table.ts';
import { pageOf } from './page.ts';

export function memoryRuns(table: MemoryRunTable): RunStore {
  return { append: appendTo(table), ...readingOf(table), ...deletingOf(table) };
}

function appendTo(table: MemoryRunTable): RunStore['append'] {
  return (id, expectedSeq, events, changes, epoch) => {
    const known = table.byId.get(id);
    if (epoch !== undefined && known !== undefined && known.epoch !== epoch) {
      throw new EngineError('STORE_FENCED', { run: id, epoch, found: known.epoch });
    }
    const found = known === undefined ? 0 : known.rows.length;
    if (found !== expectedSeq) {
      if (known !== undefined && hasAlready(known.rows, expectedSeq, events)) return;
      throw new EngineError('STORE_CONFLICT', { run: id, expected: expectedSeq, found });
    }
    if (changes !== undefined) table.check(id, changes);
    const run = known ?? table.create(id, creationOf(id, changes));
    for (let i = 0; i < events.length; i++) run.rows.push(events[i] as RunEvent);
    if (changes !== undefined) table.change(run, changes);
  };
}

function readingOf(
  table: MemoryRunTable,
): Pick<RunStore, 'load' | 'get' | 'journal' | 'rows' | 'list' | 'countTree'> {
  const { byId } = table;
  return {
    load(id) {
      const run = byId.get(id);
      if (run === undefined) return undefined;
      const { owner, epoch, snapshot, deaths, isTried } = run;
      return {
        record: recordOf(run),
        ...(snapshot === null ? {} : { snapshot }),
        events: run.rows.slice(snapshot?.seq ?? 0),
        ...(owner === null ? {} : { owner }),
        epoch,
        deaths,
        isTried,
      };
    },
    get(id) {
      const run = byId.get(id);
      return run === undefined ? undefined : recordOf(run);
    },
    journal: (id, afterSeq = 0, limit) =>
      byId.get(id)?.rows.slice(afterSeq, limit === undefined ? undefined : afterSeq + limit),
    rows(id, seqs) {
      const { rows } = byId.get(id) ?? { rows: [] };
      const found = [...new Set(seqs)].toSorted((a, b) => a - b).map((seq) => rows[seq - 1]);
      return found.filter((row) => row !== undefined);
    },
    countTree(root) {
      const run = byId.get(root);
      return run === undefined ? 0 : table.treeBelow(run).length;
    },
    list(filter) {
      const candidates =
        filter.parent === undefined ? byId.values() : table.childrenOf(runId(filter.parent));
      const { items, nextCursor } = pageOf(candidates, filter, {
        fits: (run) => fits(run, filter),
        placeOf: (run) => run.place,
      });
      return { items: items.map(recordOf), nextCursor };
    },
  };
}

function deletingOf(table: MemoryRunTable): Pick<RunStore, 'delete' | 'prune'> {
  return {
    delete(id) {
      const run = table.byId.get(id);
      if (run === undefined) return false;
      const tree = table.treeBelow(run);
      const live = tree.find(isUnfinished);
      if (live !== undefined) throw new EngineError('RUN_UNFINISHED', { run: live.id });
      for (const each of tree) table.forget(each);
      return true;
    },
    prune({ endedBefore, limit }) {
      const deleted: RunId[] = [];
      for (const run of table.byId.values()) {
        if (deleted.length === limit) break;
        const { updatedAt } = recordOf(run);
        if (run.origin.parent !== undefined || updatedAt >= endedBefore) continue;
        const tree = table.treeBelow(run);
        if (tree.some(isUnfinished)) continue;
        for (const each of tree) table.forget(each);
        deleted.push(run.id);
      }
      return deleted;
    },
  };
}

function creationOf(id: RunId, changes: RunChanges | undefined): RunCreation {
  if (changes?.created === undefined) throw new EngineError('RUN_NOT_FOUND', { run: id });
  return changes.created;
}

function hasAlready(
  rows: readonly RunEvent[],
  expectedSeq: number,
  events: readonly RunEvent[],
): boolean {
  // Events are JSON; their interfaces merely lack an index signature that says so.
  return events.every((event, i) =>
    equalJson(rows[expectedSeq + i] as unknown as Json, event as unknown as Json),
  );
}

function recordOf({ id, origin, status, rows, quarantinedAt }: MemoryRun): RunRecord {
  const { idempotencyKey: _key, debounceKey: _quiet, owner: _owner, ...rest } = origin;
  return {
    ...rest,
    id,
    status,
    createdAt: rows[0]?.at ?? 0,
    updatedAt: rows.at(-1)?.at ?? 0,
    seq: rows.length,
    quarantinedAt: quarantinedAt ?? undefined,
  };
}

function fits(run: MemoryRun, filter: RunFilter): boolean {
  const { origin, status } = run;
  const { user, q, createdFrom, createdBefore } = filter;
  const createdAt = run.rows[0]?.at ?? 0;
  if (createdFrom !== undefined && createdAt < createdFrom) return false;
  if (createdBefore !== undefined && createdAt >= createdBefore) return false;
  if (filter.status !== undefined && status !== filter.status) return false;
  if (filter.workflow !== undefined && origin.workflow.id !== filter.workflow) return false;
  if (user !== undefined && (origin.user ?? '') !== user) return false;
  if (filter.isQuarantined === true && run.quarantinedAt === null) return false;
  if (filter.owner !== undefined && run.owner !== filter.owner) return false;
  if (q !== undefined && !runSearchText(run).includes(q.toLowerCase())) return false;
  return !filter.isUnfinished || isUnfinished(run);
}

function runSearchText({ id, origin }: MemoryRun): string {
  return searchText([id, origin.workflow.id, origin.name]);
}

// The runs in memory, with indexes for everything that must be found without a scan.
import { filesTable } from '../records/files.ts';
import { runSummaryTable } from '../records/run-summaries.ts';
import type { RunId } from '@skein/kernel';
import type { RunChanges, RunCreation } from '@skein/ports';
import { checkChanges, checkId } from '../values/check-append.ts';
import { outboxRow, outboxTable } from '../records/outbox.ts';
import { endedTrees } from './ended-trees.ts';
import type { MemoryBudgets } from './memory-budgets.ts';
import type { MemoryInbox } from './memory-inbox.ts';
import type { MemoryKeptEvents } from './memory-kept-events.ts';
import { isUnfinished, type MemoryRun } from './memory-run.ts';
import { MemoryStarts } from './memory-starts.ts';
import type { MemoryRows } from './memory-rows.ts';
import type { MemoryTables } from './memory-tables.ts';
import type { MemoryWaits } from './memory-waits.ts';

export interface MemoryIndexes {
  readonly waits: MemoryWaits;
  readonly keptEvents: MemoryKeptEvents;
  readonly inbox: MemoryInbox;
  readonly budgets: MemoryBudgets;
  readonly tables: MemoryTables;
  readonly rows: MemoryRows;
  readonly endedRowsMax: number;
}

export class MemoryRunTable {
  readonly byId = new Map<RunId, MemoryRun>();
  readonly #indexes: MemoryIndexes;
  readonly #childrenOf = new Map<RunId, MemoryRun[]>();
  readonly #starts = new MemoryStarts();
  readonly #ended: ReturnType<typeof endedTrees>;
  #started = 0;

  constructor(indexes: MemoryIndexes) {
    this.#indexes = indexes;
    this.#ended = endedTrees(
      (run) => this.childrenOf(run.id),
      (run) => this.forget(run),
      indexes.endedRowsMax,
    );
  }

  childrenOf(run: RunId): readonly MemoryRun[] {
    return this.#childrenOf.get(run) ?? [];
  }

  treeBelow(root: MemoryRun): readonly MemoryRun[] {
    const tree = [root];
    for (const run of tree) tree.push(...this.childrenOf(run.id));
    return tree;
  }

  create(id: RunId, origin: RunCreation): MemoryRun {
    const { owner = null, parent } = origin;
    const run: MemoryRun = {
      id,
      origin,
      place: this.#started++,
      status: 'running',
      rows: [],
      owner,
      epoch: owner === null ? 0 : 1,
      wakeAt: null,
      snapshot: null,
      deaths: 0,
      deathSeq: 0,
      isTried: false,
      quarantinedAt: null,
    };
    this.byId.set(id, run);
    this.#starts.add(id, origin);
    if (parent !== undefined) {
      const siblings = this.#childrenOf.get(parent.run);
      if (siblings === undefined) this.#childrenOf.set(parent.run, [run]);
      else siblings.push(run);
    }
    return run;
  }

  /** Rejects what may not be stored, before anything is changed. */
  check(id: RunId, changes: RunChanges): void {
    checkId('id of the run', id);
    checkChanges(changes);
    if (changes.created !== undefined) this.#starts.check(id, changes.created);
  }

  change(run: MemoryRun, changes: RunChanges): void {
    const { waits, keptEvents, inbox, budgets, tables, rows } = this.#indexes;
    if (changes.status !== undefined) run.status = changes.status;
    if (changes.version !== undefined) {
      run.origin = {
        ...run.origin,
        workflow: { ...run.origin.workflow, version: changes.version },
      };
    }
    if (changes.reopened !== undefined) {
      this.#ended.remove(run);
      for (const wait of changes.reopened) waits.reopen(wait);
    }
    for (const wait of changes.opened ?? []) waits.open(wait);
    for (const closing of changes.closed ?? []) waits.close(closing);
    if (changes.begun === true) this.#starts.begin(run.id);
    for (const start of changes.joined ?? []) this.#starts.join(run.id, start);
    if (changes.taken !== undefined) keptEvents.take(run.id, changes.taken);
    if (changes.snapshot !== undefined) run.snapshot = changes.snapshot;
    if (changes.wakeAt !== undefined) run.wakeAt = changes.wakeAt;
    if (changes.release === true) {
      run.owner = null;
      if (inbox.hasUnsettled(run.id)) run.wakeAt = 0;
    }
    if (changes.spent !== undefined) budgets.add(changes.spent);
    if (changes.suspicion !== undefined) suspect(run, changes.suspicion);
    if (changes.projections !== undefined) {
      tables.project(run.origin.user ?? '', changes.projections);
    }
    for (const message of changes.outbox ?? []) rows.insert(outboxTable, outboxRow(message));
    if (!isUnfinished(run) && run.origin.parent === undefined) this.#ended.add(run);
  }

  forget({ id, origin }: MemoryRun): void {
    const { waits, keptEvents, inbox, budgets, tables, rows } = this.#indexes;
    this.byId.delete(id);
    this.#childrenOf.delete(id);
    this.#starts.forget(id);
    waits.forgetRun(id);
    keptEvents.forgetRun(id);
    inbox.forgetRun(id);
    budgets.forget(id, origin.user ?? '');
    tables.forgetRun(id);
    rows.delete(filesTable, [['run_id', '=', id]]);
    rows.delete(runSummaryTable, [
      ['user_id', '=', ''],
      ['id', '=', id],
    ]);
  }
}

function suspect(run: MemoryRun, suspicion: NonNullable<RunChanges['suspicion']>): void {
  if (suspicion === 'tried') {
    run.isTried = true;
  } else if (suspicion === 'cleared') {
    Object.assign(run, { deaths: 0, isTried: false, quarantinedAt: null });
  } else {
    run.quarantinedAt = suspicion.quarantinedAt;
  }
}

// The relational store
// The store interface over any relational database: reads and writes as scripts, appends in groups.
import type { RunStore, SlotNews, Store, TableStore } from '@skein/ports';
import { checkDefinition, checkId, workflowIdLengthMax } from '../values/check-append.ts';
import { dialectTables } from '../values/dialect-tables.ts';
import { toKey } from '../values/key-text.ts';
import { toStoredInPieces } from '../values/stored-value.ts';
import { tableWorkflows } from '../values/table-workflows.ts';
import { GroupCommit } from '../groups/group-commit.ts';
import { isLong, pendingAppend, pendingInPieces } from '../groups/pending-append.ts';
import { checkTriggers } from '../records/check-record.ts';
import { filesOver } from '../records/files.ts';
import { recordPorts } from '../records/record-ports.ts';
import { checkRows } from '../values/definition-rows.ts';
import { checkRelational } from './check-relational.ts';
import type { RelationalDatabase } from './database.ts';
import { findRows } from './rows/find-rows.ts';
import { readDefinitions } from './reads/read-definitions.ts';
import { readRuns } from './reads/read-runs.ts';
import { readKeptEvents, readWaits } from './reads/read-waits.ts';
import { relationalRecords } from './relational-records.ts';
import { ask, marks } from './script.ts';
import { changeDefinition, deleteDefinition, saveDefinition } from './writes/definition-scripts.ts';
import { deleteTree, endedRoots } from './writes/delete-runs.ts';
import {
  askSlot,
  freeSlot,
  grantedSlots,
  listSlots,
  lookAtKey,
  slotsOfRun,
  supersededSlots,
} from './writes/slot-scripts.ts';
import { putCommand, settleCommand, takeCommands } from './writes/inbox-scripts.ts';
import {
  claimAtOnce,
  claimDue,
  claimRun,
  nextDue,
  renewLease,
  resignLease,
} from './writes/lease-scripts.ts';
import { withErrors } from '../values/with-errors.ts';

export function relationalStore(database: RelationalDatabase): Store {
  const group = new GroupCommit(database.commit);
  const records = relationalRecords(database);
  const store: Store = {
    runs: runStore(database, group),
    definitions: definitionStore(database),
    waits: readWaits(database),
    keptEvents: keptEventStore(database),
    leases: leaseStore(database),
    inbox: inboxStore(database),
    slots: slotStore(database),
    budgets: {
      async get(root) {
        const text = 'select tokens, usd, bytes from skein_budgets where root_run = ?';
        const [row] = await database.look(() => ask(text, toKey(root)));
        const [tokens, usd, bytes] = ['tokens', 'usd', 'bytes'].map((name) =>
          Number(row?.[name] ?? 0),
        );
        return { tokens: tokens ?? 0, usd: usd ?? 0, bytes: bytes ?? 0 };
      },
    },
    tables: tableStore(database),
    ...recordPorts(records),
    files: filesOver(records),
    marks: markStore(database),
    ...(database.signals === undefined ? {} : { signals: database.signals }),
    ...(database.notice === undefined ? {} : { notice: database.notice }),
    isDurable: true,
    isShared: database.isShared,
    check: () => checkRelational(database),
    async close() {
      await group.close();
      await database.close();
    },
  };
  // Appends are the hot path, and `commit` has already converted their errors.
  const safe = withErrors(store, database.toError);
  const append: RunStore['append'] = (...given) => store.runs.append(...given);
  return { ...safe, runs: { ...safe.runs, append } };
}

function tableStore(database: RelationalDatabase): TableStore {
  const find: TableStore['find'] = async (table, where) => findRows(database, table, where);
  return { names: new Set(dialectTables.keys()), find, workflows: tableWorkflows(find) };
}

function runStore(database: RelationalDatabase, group: GroupCommit): RunStore {
  const { flavour } = database;
  return {
    ...readRuns(database),
    append(run, expectedSeq, events, changes, epoch) {
      const given = { run, expectedSeq, events, changes, epoch };
      if (!isLong(events)) return group.add(pendingAppend(given));
      return pendingInPieces(given).then((pending) => group.add(pending));
    },
    delete: async (run) => database.write(() => deleteTree(flavour, run)),
    async prune({ endedBefore, limit }) {
      const roots = await database.look(() => endedRoots(database.flavour, endedBefore, limit));
      for (const root of roots) await database.write(() => deleteTree(flavour, root));
      return roots;
    },
  };
}

function definitionStore(database: RelationalDatabase): Store['definitions'] {
  const { flavour } = database;
  return {
    ...readDefinitions(database),
    async save(record, options = {}) {
      checkDefinition(record);
      checkRows(record);
      checkTriggers(options.triggers);
      const made = toStoredInPieces(record.definition);
      const stored = made instanceof Promise ? await made : made;
      return database.write(() => saveDefinition(flavour, { record, stored }, options));
    },
    change: async (id, change) => database.write(() => changeDefinition(flavour, id, change)),
    delete: async (id, user) =>
      database.write(() =>
        deleteDefinition(flavour, { id, ...(user === undefined ? {} : { user }) }),
      ),
  };
}

function keptEventStore(database: RelationalDatabase): Store['keptEvents'] {
  const { flavour } = database;
  return {
    async keep(run, { id, name, data, at }) {
      checkId('id of the run', run);
      checkId('id of the event', id);
      const kept = data === undefined ? null : JSON.stringify(data);
      const repeat = flavour.onRepeat(['run_id', 'id'], ['id']);
      const sql = `insert into skein_kept_events (run_id, id, name, data, at) values ${marks(5)} ${repeat}`;
      await database.write(() => ask(sql, toKey(run), toKey(id), toKey(name), kept, at));
    },
    list: async (run) => readKeptEvents(database, run),
  };
}

function leaseStore(database: RelationalDatabase): Store['leases'] {
  const { flavour } = database;
  return {
    async renew(owner, until) {
      checkId('id of the owner', owner);
      const renewal = () => renewLease(flavour, owner, until);
      await (database.writeAside?.(renewal) ?? database.write(renewal));
    },
    async claim(run, owner, now) {
      checkId('id of the owner', owner);
      const atOnce = database.claims?.take(run, { owner, now });
      if (atOnce !== undefined) return atOnce;
      const claimed =
        flavour.canReturn && database.claims === undefined
          ? await database.look(() => claimAtOnce(run, owner))
          : undefined;
      if (claimed !== undefined) return claimed;
      return database.write(() => claimRun(flavour, run, { owner, now }));
    },
    async claimDue(owner, now, limit) {
      checkId('id of the owner', owner);
      return database.write(() => claimDue(flavour, owner, { now, limit }));
    },
    nextDue: async (now) => database.look(() => nextDue(now)),
    resign: async (owner) => database.write(() => resignLease(owner)),
  };
}

/** In the table that has the number of the schema. */
function markStore(database: RelationalDatabase): NonNullable<Store['marks']> {
  const nameOf = (name: string) => `done: ${name}`;
  return {
    async has(name) {
      const text = 'select 1 from skein_meta where name = ?';
      return (await database.look(() => ask(text, nameOf(name)))).length > 0;
    },
    async set(name) {
      const repeat = database.flavour.onRepeat(['name'], ['value']);
      const sql = `insert into skein_meta (name, value) values ${marks(2)} ${repeat}`;
      await database.write(() => ask(sql, nameOf(name), ''));
    },
  };
}

function slotStore(database: RelationalDatabase): NonNullable<Store['slots']> {
  return {
    async ask(slot, now) {
      checkId('key of a limit', slot.key);
      checkId('id of a slot', slot.id, workflowIdLengthMax);
      return database.write(() => askSlot(database, slot, now));
    },
    async free(slots, now) {
      const all: SlotNews[] = [];
      // One key at a time: nobody waits for a key while holding another one.
      for (const slot of slots) {
        all.push(await database.write(() => freeSlot(database, slot, now)));
      }
      const granted = all.flatMap((news) => news.granted);
      return { granted, superseded: all.flatMap((news) => news.superseded), nextAt: null };
    },
    look: async (key, now) => database.write(() => lookAtKey(database, key, now)),
    granted: async (slots) => database.look(() => grantedSlots(slots)),
    superseded: async (slots) => database.look(() => supersededSlots(slots)),
    ofRun: async (run) => database.look(() => slotsOfRun(run)),
    list: async (key, limit) => database.look(() => listSlots(key, limit)),
  };
}

function inboxStore(database: RelationalDatabase): Store['inbox'] {
  const { flavour } = database;
  return {
    async put(command) {
      checkId('id of the command', command.id);
      await database.write(() => putCommand(flavour, command));
    },
    take: async (owner, limit = 100) => database.write(() => takeCommands(owner, limit)),
    settle: async (id, outcome) => database.write(() => settleCommand(id, outcome)),
    async outcome(id) {
      const text = 'select outcome from skein_inbox where id = ? and outcome is not null';
      const [row] = await database.look(() => ask(text, toKey(id)));
      return row === undefined
        ? undefined
        : { outcome: JSON.parse(row['outcome'] as string) as never };
    },
  };
}

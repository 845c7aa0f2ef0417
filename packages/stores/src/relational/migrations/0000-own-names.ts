// Tables get a prefix
// Up to schema version 4 tables were called `runs`, `meta`, `agents`. Those that are ours are renamed, with all that is named after
// them; then the numbered migrations continue where that database was.
// N1. A table is ours when `meta` says so and its columns are those of ours. Somebody else's `runs` or `agents` stays as it is.
// N2. `meta` is renamed last, and until then every step may be taken again: MySQL has no transaction around them.
import type { Flavour } from '../flavour.ts';
import { ask, type Row, type Script } from '../script.ts';

/** A row of `skein_meta`: this database has had the old names. */
export const movedName = 'had_names_without_prefix';

const lastVersion = 4;

/** The columns of each table; those after the bar came with a later version. */
const tables: Readonly<Record<string, string>> = {
  servers: 'owner alive_until',
  runs: 'place id user_id workflow_id workflow_version name start_node parent_run parent_path root_run depth status is_open created_at ended_at owner epoch wake_at idempotency_key search',
  journal: 'at body blobs | key run seq',
  snapshots: 'run seq state blobs',
  waits:
    'place id run_id node activation question event user_id who created_at deadline_at status is_open answer',
  kept_events: 'place run_id id name data at',
  workflow_versions:
    'place user_id workflow_id version dialect name definition blobs studio saved_at saved_order',
  workflow_heads: 'place user_id workflow_id newest is_deleted dialect search | revision is_active',
  inbox: 'place id run_id command taken_epoch is_open outcome',
  budgets: 'root_run tokens usd',
  blobs: 'hash body',
  blob_uses: 'hash holder',
  workflows: 'user_id uuid name description is_active trigger_uuid steps created_at updated_at',
  workflow_steps: 'user_id uuid name type details created_at updated_at',
  triggers: 'user_id uuid workflow_uuid details created_at updated_at',
  workflow_instances:
    'user_id uuid workflow_definition_uuid status trigger_output created_at updated_at',
  workflow_step_instances:
    'user_id uuid workflow_instance_uuid step_definition_uuid status started_at finished_at output_id output details',
  agent_workflows: 'userId id name description isConversational entrypointNodeId',
  workflow_nodes: 'userId id workflowId nodeType nodeName agentId',
  workflow_edges: 'userId id workflowId sourceNodeId targetNodeId conditionType conditionValue',
  agents: 'userId id name systemPrompt model tools',
  api_keys: 'place user_id id name hash scopes created_at expires_at revoked_at last_used_at',
  workflow_triggers:
    'place user_id id workflow_id type config is_active next_fire_at secret created_at updated_at claimed_by claimed_until',
  trigger_history: 'place user_id id trigger_id at outcome run_id data',
  trigger_deliveries: 'place user_id id trigger_id at',
  audit_log: 'place user_id id at actor action subject data',
  saved_views: 'place user_id id name filter created_at',
  secrets: 'place user_id id sealed created_at updated_at',
};

export function* takeOwnNames(flavour: Flavour): Script<void> {
  if ((yield* columnsOf(flavour, 'skein_meta')).size > 0) return;
  if (!(yield* isMetaOurs(flavour))) return;
  for (const [table, columns] of Object.entries(tables)) {
    const found = yield* columnsOf(flavour, table);
    if (isLike(found, columns)) yield* rename[flavour.kind](table);
    // The numbered migrations are run anew, and make ours beside it.
    else if (found.size > 0) yield* ask('update meta set value = ? where name = ?', '0', 'schema');
  }
  const repeat = flavour.onRepeat(['name'], ['value']);
  yield* ask(`insert into meta (name, value) values (?, ?) ${repeat}`, movedName, 'yes');
  yield* rename[flavour.kind]('meta');
}

/** Whether the schema row is one of ours, and the runs that go with it are, or were already renamed. */
function* isMetaOurs(flavour: Flavour): Script<boolean> {
  if (!isLike(yield* columnsOf(flavour, 'meta'), 'name value')) return false;
  // Whatever the type of somebody else's column is.
  const [row] = yield* ask('select value from meta where cast(name as char(50)) = ?', 'schema');
  const version = Number(row?.['value']);
  if (!Number.isInteger(version) || version < 0 || version > lastVersion) return false;
  const found = yield* columnsOf(flavour, 'runs');
  return isLike(found, tables['runs'] ?? '') || (yield* columnsOf(flavour, 'skein_runs')).size > 0;
}

function isLike(found: ReadonlySet<string>, described: string): boolean {
  const [first = '', later = ''] = described.split(' | ');
  const [needed, known] = [first.split(' '), [...first.split(' '), ...later.split(' ')]];
  return (
    needed.every((name) => found.has(name)) && [...found].every((name) => known.includes(name))
  );
}

function* columnsOf(flavour: Flavour, table: string): Script<ReadonlySet<string>> {
  return new Set(namesOf(yield* ask(flavour.columnsOf, table)));
}

function namesOf(rows: readonly Row[]): readonly string[] {
  return rows.map(({ name }) => String(name));
}

/** The table with its indexes, and what else is named after it. */
const rename: Readonly<Record<Flavour['kind'], (table: string) => Script<void>>> = {
  *sqlite(table) {
    yield* ask(`alter table "${table}" rename to "skein_${table}"`);
    // An index cannot be renamed here. Its text names the new table already.
    const indexes = yield* ask(
      `select name, sql from sqlite_schema where type = 'index' and sql is not null and tbl_name = ?`,
      `skein_${table}`,
    );
    for (const { name, sql } of indexes) {
      if (!String(name).startsWith(`${table}_`)) continue;
      yield* ask(`drop index "${String(name)}"`);
      yield* ask(String(sql).replace(`"${String(name)}"`, `"skein_${String(name)}"`));
    }
  },
  *postgres(table) {
    yield* ask(`alter table "${table}" rename to "skein_${table}"`);
    const related = `select c.relname as name, c.relkind::text as kind from pg_class c where c.oid in (
        select indexrelid from pg_index where indrelid = 'skein_${table}'::regclass
        union select objid from pg_depend where refobjid = 'skein_${table}'::regclass and deptype = 'a')
      and c.relkind in ('i', 'S')`;
    for (const { name, kind } of yield* ask(related)) {
      if (!String(name).startsWith(`${table}_`)) continue;
      const what = kind === 'S' ? 'sequence' : 'index';
      yield* ask(`alter ${what} "${String(name)}" rename to "skein_${String(name)}"`);
    }
    const keys = `select conname as name from pg_constraint where contype = 'f' and conrelid = 'skein_${table}'::regclass`;
    for (const name of namesOf(yield* ask(keys))) {
      yield* ask(`alter table "skein_${table}" rename constraint "${name}" to "skein_${name}"`);
    }
  },
  *mysql(table) {
    const indexes =
      'select distinct index_name as name from information_schema.statistics where table_schema = database() and table_name = ?';
    for (const name of namesOf(yield* ask(indexes, table))) {
      if (!name.startsWith(`${table}_`)) continue;
      yield* ask(`alter table \`${table}\` rename index \`${name}\` to \`skein_${name}\``);
    }
    yield* ask(`rename table \`${table}\` to \`skein_${table}\``);
  },
};

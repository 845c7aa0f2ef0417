// Columns of MySQL and MariaDB that others report on have the types that SQL has for them: times are DATETIME(3) in UTC, which
// were numbers of milliseconds and ISO texts; words and names are VARCHAR, which were LONGTEXT; and there are indexes on statuses
// and times. The journal, leases and timers keep their numbers: only the engine reads those.
// A column of times becomes a text first, then its text that of a DATETIME, then its type: each step may be repeated after any of
// the others.
import type { Flavour } from '../flavour.ts';
import { ask, type Script } from '../script.ts';

interface Change {
  readonly table: string;
  /** Numbers of milliseconds; `!` is not null. */
  readonly instants?: readonly string[];
  /** ISO 8601. */
  readonly times?: readonly string[];
  readonly words?: readonly string[];
  readonly names?: readonly string[];
  readonly indexes?: readonly string[];
}

const changes: readonly Change[] = [
  { table: 'skein_runs', instants: ['created_at!', 'ended_at'], indexes: ['created_at'] },
  { table: 'skein_waits', instants: ['created_at!', 'deadline_at'] },
  { table: 'skein_workflow_versions', instants: ['saved_at!'] },
  {
    table: 'skein_api_keys',
    instants: ['created_at', 'expires_at', 'revoked_at', 'last_used_at'],
  },
  { table: 'skein_workflow_triggers', instants: ['next_fire_at', 'created_at', 'updated_at'] },
  { table: 'skein_trigger_history', instants: ['at'] },
  { table: 'skein_trigger_deliveries', instants: ['at'] },
  { table: 'skein_audit_log', instants: ['at'] },
  { table: 'skein_saved_views', instants: ['created_at'] },
  { table: 'skein_secrets', instants: ['created_at', 'updated_at'] },
  {
    table: 'skein_workflows',
    times: ['created_at', 'updated_at'],
    names: ['name'],
    indexes: ['created_at'],
  },
  {
    table: 'skein_workflow_steps',
    times: ['created_at', 'updated_at'],
    words: ['type'],
    names: ['name'],
  },
  { table: 'skein_triggers', times: ['created_at', 'updated_at'] },
  {
    table: 'skein_workflow_instances',
    times: ['created_at', 'updated_at'],
    words: ['status'],
    indexes: ['status,created_at', 'created_at'],
  },
  {
    table: 'skein_workflow_step_instances',
    times: ['started_at', 'finished_at'],
    words: ['status'],
    indexes: ['step_definition_uuid', 'status,started_at', 'started_at'],
  },
  { table: 'skein_agent_workflows', names: ['name'] },
  { table: 'skein_workflow_nodes', words: ['nodeType'], names: ['nodeName'] },
  { table: 'skein_workflow_edges', words: ['conditionType'], names: ['conditionValue'] },
  { table: 'skein_agents', names: ['name', 'model'] },
];

export function* realTypes({ kind, indexesOf }: Flavour): Script<void> {
  if (kind !== 'mysql') return;
  for (const change of changes) {
    const { table, indexes = [] } = change;
    const isEmpty = (yield* ask(`select 1 from ${table} limit 1`)).length === 0;
    if (!isEmpty) yield* toTexts(change);
    const known = new Set((yield* ask(indexesOf, table)).map(({ name }) => name));
    const added = indexes
      .map((columns) => ({ name: `${table}_${columns.replaceAll(',', '_')}`, columns }))
      .filter(({ name }) => !known.has(name))
      .map(({ name, columns }) => `add index ${name} (${columns})`);
    yield* ask(`alter table ${table} ${[...typesOf(change), ...added].join(', ')}`);
  }
}

function typesOf({ instants = [], times = [], words = [], names = [] }: Change): readonly string[] {
  return [
    ...[...instants, ...times].map((column) => modify(column, 'datetime(3)')),
    ...words.map((column) => modify(column, 'varchar(128)')),
    ...names.map((column) => modify(column, 'varchar(1000)')),
  ];
}

function modify(column: string, type: string): string {
  return `modify ${nameOf(column)} ${type}${column.endsWith('!') ? ' not null' : ''}`;
}

function nameOf(column: string): string {
  return column.replace('!', '');
}

function* toTexts({
  table,
  instants = [],
  times = [],
  words = [],
  names = [],
}: Change): Script<void> {
  const dated = [...instants, ...times];
  const texts = dated.map((column) => modify(column, 'varchar(64)'));
  // An ISO text that somebody made longer is no time, but must fit for this.
  const cut = times.map((column) => `${column} = left(${column}, 64)`);
  if (cut.length > 0) yield* ask(`update ${table} set ${cut.join(', ')}`);
  if (texts.length > 0) yield* ask(`alter table ${table} ${texts.join(', ')}`);
  const sets = [
    ...instants.map((column) => `${nameOf(column)} = ${fromNumber(nameOf(column))}`),
    ...times.map((column) => `${column} = ${fromIso(column)}`),
    ...words.map((column) => `${column} = left(${column}, 128)`),
    ...names.map((column) => `${column} = left(${column}, 1000)`),
  ];
  yield* ask(`update ${table} set ${sets.join(', ')}`);
}

/** Years from 1000 to 9999, which is what the type can hold. */
const [first, last] = [-30_610_224_000_000, 253_402_300_799_999];

function fromNumber(column: string): string {
  const at = `least(${last}, greatest(${first}, cast(${column} as signed)))`;
  const time = `timestampadd(microsecond, ${at} * 1000, timestamp('1970-01-01 00:00:00'))`;
  return `case when ${column} regexp '^-?[0-9]+$' then date_format(${time}, '%Y-%m-%d %H:%i:%s.%f') else ${column} end`;
}

function fromIso(column: string): string {
  const isTime = `${column} regexp '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?Z{0,1}$'`;
  return `case when ${isTime} then replace(replace(${column}, 'T', ' '), 'Z', '') else null end`;
}

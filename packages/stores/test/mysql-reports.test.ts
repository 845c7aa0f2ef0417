// Goal: whoever knows SQL can report on the tables in MariaDB without knowing Skein: times are times, statuses are short and
// indexed, and joins need no collations. Method: ordinary reports, on a fresh database that an engine has worked on, and on one
// of an earlier release that was migrated.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '@skein/ports';
import { openStore } from '@skein/stores';
import { createEngine, type Script } from 'skein';
import { afterAll, describe, expect, it } from 'vitest';
import { fromDatetime, toDatetime } from '../src/mysql/mysql-time.ts';
import { loadFixture, releases } from './fixtures/load-fixture.ts';
import { emptyDatabase, type EmptyDatabase } from './schema/empty-database.ts';

const examples = path.join(import.meta.dirname, '../../../examples/pipeline');
const read = (name: string) =>
  JSON.parse(readFileSync(path.join(examples, name), 'utf8')) as { readonly [key: string]: never };

const databases: EmptyDatabase[] = [];
afterAll(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

async function empty(): Promise<EmptyDatabase> {
  const database = await emptyDatabase('mysql');
  databases.push(database);
  return database;
}

const day = Date.UTC(2026, 1, 28);

/** Two runs before midnight, one after; each takes a while, by the clock of the test. */
async function worked(): Promise<EmptyDatabase> {
  const database = await empty();
  let now = day + 23 * 3_600_000;
  const clock: Clock = {
    now: () => (now += 250),
    setTimer(at, fire) {
      const timer = setTimeout(fire, Math.max(0, at - now));
      return () => clearTimeout(timer);
    },
  };
  const script = read('01-label-an-email.script.json') as Script;
  const engine = await createEngine({ store: database.url, clock, script });
  const definition = read('01-label-an-email.json');
  for (const at of [now, now, day + 25 * 3_600_000]) {
    now = at;
    const input = { id: 'm', from: 'Ann <ann@shop.example>', subject: 'Invoice', body: '…' };
    const { id } = await engine.runs.start(definition, { input });
    await engine.runs.finished(id);
  }
  await engine.close();
  return database;
}

async function migrated(release: string): Promise<EmptyDatabase> {
  const database = await empty();
  await loadFixture(database, release);
  await (await openStore(database.url)).close();
  return database;
}

const perDay = `select date_format(date(created_at), '%Y-%m-%d') as day, status, cast(count(*) as char) as runs
  from skein_workflow_instances where created_at >= '2026-01-01' group by date(created_at), status order by day, status`;

const durations = `select s.name, s.type, i.status,
    cast(timestampdiff(microsecond, i.started_at, i.finished_at) div 1000 as signed) as ms
  from skein_workflow_step_instances i
  join skein_workflow_steps s on s.uuid = i.step_definition_uuid and s.user_id = i.user_id
  join skein_workflow_instances w on w.uuid = i.workflow_instance_uuid and w.user_id = i.user_id
  join skein_runs r on r.id = w.uuid and r.created_at <= i.started_at
  where i.status in ('completed', 'failed') order by i.started_at, s.name`;

/** What other programs have in the same database, made with its defaults. */
const ownTable = `create table team (workflow varchar(100), owner varchar(100), since datetime);
  insert into team select uuid, 'ops', '2020-01-01' from skein_workflows;
  select t.owner, cast(count(*) as char) as runs from team t
  join skein_workflow_instances w on w.workflow_definition_uuid = t.workflow and w.created_at > t.since
  group by t.owner`;

async function columnsOf(database: EmptyDatabase): Promise<ReadonlyMap<string, string>> {
  const rows = await database.run(
    `select table_name as t, column_name as c, column_type as type, collation_name as collation
      from information_schema.columns where table_schema = database() and table_name like 'skein\\_%'`,
  );
  return new Map(
    rows.map((row) => [`${String(row['t'])}.${String(row['c'])}`, String(row['type'])]),
  );
}

/** Times that only the engine reads: of the journal, of events that wait for a run, of leases, slots and timers. */
const numbers =
  /^skein_(?:journal\.at|kept_events\.at|servers\.alive_until|runs\.(?:wake|quarantined)_at|slots\.\w+_at|\w+\.claimed_until)$/;

const places = [
  { name: 'a fresh database', make: once(worked) },
  ...releases.map((release) => ({
    name: `a migrated one of ${release}`,
    make: once(() => migrated(release)),
  })),
];

/** Making one takes longer than the reports on it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

describe.each(places)('reports on $name', ({ make }) => {
  it('[S50] count runs per status and day, measure durations, and join tables with each other and with those of others', async () => {
    const database = await make();
    const counted = await database.run(perDay);
    expect(counted.length).toBeGreaterThan(0);
    for (const row of counted) {
      expect(row['day']).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(['completed', 'stopped', 'waiting', 'running', 'failed']).toContain(row['status']);
    }
    const measured = await database.run(durations);
    expect(measured.length).toBeGreaterThan(0);
    for (const { ms, type } of measured) {
      expect(Number(ms)).toBeGreaterThanOrEqual(0);
      expect(['custom_llm', 'custom_agent', 'stop_checker']).toContain(type);
    }
    const [pairs] = (await database.run(ownTable)).slice(-1);
    const last = (Array.isArray(pairs) ? pairs[0] : pairs) as { readonly owner?: string };
    expect(last.owner).toBe('ops');
  });

  it('[S50] find times as DATETIME(3), statuses and names as VARCHAR, one collation', async () => {
    const database = await make();
    const columns = await columnsOf(database);
    const typed = (name: RegExp, not: RegExp, type: RegExp) =>
      [...columns].filter(
        ([column, is]) => name.test(column) && !not.test(column) && !type.test(is),
      );
    expect(typed(/(?:_at|\.at|_until)$/, numbers, /^datetime\(3\)$/)).toEqual([]);
    const words = /\.(?:status|type|nodeType|conditionType)$/;
    expect(typed(words, /^$/, /^varchar\(\d+\)$/)).toEqual([]);
    expect(columns.get('skein_workflows.name')).toBe('varchar(1000)');
    const collations = await database.run(
      `select distinct collation_name as c from information_schema.columns where table_schema = database()
        and table_name like 'skein\\_%' and data_type in ('varchar', 'datetime')`,
    );
    expect(collations.map(({ c }) => c).filter((c) => c !== null)).toHaveLength(1);
    const plan = await database.run(
      "explain select count(*) from skein_workflow_instances where status = 'failed' and created_at >= '2026-02-01'",
    );
    expect(plan[0]?.['key']).toBe('skein_workflow_instances_status_created_at');
  });
});

it('[S50] the days of a report are those of UTC, whatever the time zone of who asks', async () => {
  const database = (await places[0]?.make()) ?? (await worked());
  const expected = [
    { day: '2026-02-28', status: 'completed', runs: '2' },
    { day: '2026-03-01', status: 'completed', runs: '1' },
  ];
  expect(await database.run(perDay)).toEqual(expected);
  const zoned = await database.run(`set time_zone = '+11:00'; ${perDay}`);
  expect(zoned.at(-1)).toEqual(expected);
});

it.each(releases)('[S50] a database of %s keeps every time to the millisecond', async (release) => {
  const database = await empty();
  await loadFixture(database, release);
  const number = async (sql: string) =>
    (await database.run(sql)).map((row) => Object.values(row).map(String));
  const before = {
    runs: await number('select id, created_at, coalesce(ended_at, 0) from runs order by id'),
    steps: await number(
      "select uuid, coalesce(started_at, ''), coalesce(finished_at, '') from workflow_step_instances order by uuid",
    ),
    keys: await number('select id, created_at, coalesce(expires_at, 0) from api_keys order by id'),
  };
  const store = await openStore(database.url);
  const { items } = await store.runs.list({ limit: 100 });
  await store.close();
  const ms = (column: string) =>
    `cast(timestampdiff(microsecond, '1970-01-01', ${column}) div 1000 as char)`;
  const iso = (column: string) => `coalesce(date_format(${column}, '%Y-%m-%dT%H:%i:%s.%f'), '')`;
  const after = {
    runs: await number(
      `select id, ${ms('created_at')}, coalesce(${ms('ended_at')}, 0) from skein_runs order by id`,
    ),
    steps: (
      await number(
        `select uuid, ${iso('started_at')}, ${iso('finished_at')} from skein_workflow_step_instances order by uuid`,
      )
    ).map((row) => row.map((text) => text.replace(/\.(\d{3})000$/, '.$1Z'))),
    keys: await number(
      `select id, ${ms('created_at')}, coalesce(${ms('expires_at')}, 0) from skein_api_keys order by id`,
    ),
  };
  expect(after).toEqual(before);
  const read = Object.fromEntries(items.map(({ id, createdAt }) => [id, String(createdAt)]));
  expect(read).toEqual(Object.fromEntries(before.runs.map(([id, at]) => [id, at])));
});

it('[S50] ids differ by letter case, long names are cut in these rows only, and an odd time is none', async () => {
  const database = await empty();
  const store = await openStore(database.url);
  const name = '🧵'.repeat(1500);
  for (const uuid of ['a', 'A']) {
    const definition = { uuid, name, steps: [{ uuid: `${uuid}1`, name, type: 'x'.repeat(200) }] };
    const record = { id: uuid, version: '1', definition, dialect: 'pipeline', savedAt: day };
    await store.definitions.save(record as never);
  }
  const rows = await database.run(
    "select uuid, char_length(name) as length from skein_workflows where uuid = 'A'",
  );
  expect(rows).toEqual([{ uuid: 'A', length: 1000 }]);
  const { items } = await store.definitions.list({});
  expect(JSON.stringify(items)).toContain('"id":"a"');
  const step = { id: 's', user: '', type: 'custom_llm', details: {}, createdAt: 1, updatedAt: 1 };
  await expect(async () =>
    store.steps.create({ ...step, name: 'x'.repeat(1001) }),
  ).rejects.toMatchObject({
    code: 'TOO_LARGE',
  });
  await store.close();
  expect(toDatetime('yesterday')).toBeNull();
  for (const at of [0, -1, 1, day + 123, Date.UTC(9999, 11, 31, 23, 59, 59, 999)])
    expect(fromDatetime(toDatetime(at) ?? '')).toBe(at);
  expect(toDatetime(Number.MAX_SAFE_INTEGER)).toBe('9999-12-31 23:59:59.999');
});

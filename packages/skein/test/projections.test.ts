// Goal: programs that were written for the tables of a pipeline find its runs there, as the view shows them, on every database.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Json, JsonObject } from '@skein/kernel';
import type { RunChanges, Store } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { freshMysql, freshPostgres, testServer } from '@skein/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../src/index.ts';
import { review } from './flows.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'skein-projections-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../examples/${name}`, import.meta.url), 'utf8')) as never;
const definition: object = read('pipeline/01-label-an-email.json');
const script = read('pipeline/01-label-an-email.script.json');
const mails: readonly { readonly input: Json }[] = read('pipeline/01-label-an-email.run.json');

type Rows = readonly Readonly<Record<string, unknown>>[];
interface Database {
  readonly url: string;
  run(sql: string): Promise<Rows>;
  drop(): Promise<void>;
}

const stores: readonly {
  readonly name: 'sqlite' | 'postgres' | 'mysql';
  readonly open: () => Promise<Database | { readonly missing: string }>;
}[] = [
  { name: 'sqlite', open: async () => sqliteDatabase() },
  { name: 'postgres', open: () => fresh('postgres') },
  { name: 'mysql', open: () => fresh('mysql') },
];

/** The columns of the original design, and no others. */
const columns = {
  workflows: 'created_at description is_active name steps trigger_uuid updated_at user_id uuid',
  workflow_steps: 'created_at details name type updated_at user_id uuid',
  triggers: 'created_at details updated_at user_id uuid workflow_uuid',
  workflow_instances:
    'created_at status trigger_output updated_at user_id uuid workflow_definition_uuid',
  workflow_step_instances:
    'details finished_at output output_id started_at status step_definition_uuid user_id uuid workflow_instance_uuid',
};

describe.each(stores)('runs of pipelines in the tables of $name', ({ name, open }) => {
  it('[C90] are as the view shows them, found by plain SQL, and rebuilt from the journal', async ({
    skip,
  }) => {
    const database = await open();
    skip('missing' in database, 'missing' in database ? database.missing : '');
    if ('missing' in database) return;
    const engine = await createEngine({ store: database.url, script });
    const flow = await engine.workflows.save(definition, { user: 'ann' });
    const runs: string[] = [];
    for (const { input } of mails) {
      const { id } = await engine.runs.start(flow.id, { input, user: 'ann' });
      await engine.runs.finished(id);
      runs.push(id);
    }
    const other = await engine.runs.start(review as object, { input: 'cats' });
    await engine.runs.settled(other.id);
    const before = await Promise.all(runs.map((run) => rowsOf(database, run)));
    for (const [i, run] of runs.entries()) {
      expect(before[i]).toEqual(await rowsFromView(engine, run));
    }
    expect(before.map(({ instance }) => instance.status)).toEqual(['completed', 'stopped']);
    expect(await database.run('select * from skein_workflow_instances')).toHaveLength(2);
    await findsOutputs(engine, database, runs[0] ?? '');

    await database.run("delete from skein_workflow_step_instances where status = 'completed'");
    await database.run("update skein_workflow_instances set status = 'lost'");
    expect(await engine.runs.rebuildProjections()).toMatchObject({ runs: 3, rows: 9 });
    expect(await Promise.all(runs.map((run) => rowsOf(database, run)))).toEqual(before);
    await engine.close();
    for (const [table, wanted] of Object.entries(columns)) {
      expect((await columnsOf(name, database, `skein_${table}`)).toSorted().join(' ')).toBe(wanted);
    }
    await database.drop();
  });
});

it('[C90] rows of a run that was started by another process continue where they were', async () => {
  const database = sqliteDatabase();
  const slow = { replies: [{ error: { status: 429, message: 'later', retryAfterMs: 1000 } }] };
  const first = await createEngine({ store: database.url, script: slow });
  const flow = await first.workflows.save(definition);
  const { id } = await first.runs.start(flow.id, { input: mails[0]?.input ?? null });
  await expect
    .poll(() => database.run('select * from skein_workflow_step_instances'))
    .toHaveLength(1);
  expect(await rowsOf(database, id)).toMatchObject({
    instance: { status: 'running' },
    steps: [{ status: 'running', finished_at: null, output_id: null }],
  });
  await first.close();
  const second = await createEngine({ store: database.url, script });
  expect(await second.runs.finished(id)).toMatchObject({ status: 'completed' });
  expect(await rowsOf(database, id)).toEqual(await rowsFromView(second, id));
  const fork = await second.runs.fork(id);
  await second.runs.finished(fork.id);
  expect(await rowsOf(database, fork.id)).toEqual(await rowsFromView(second, fork.id));
  await second.close();
});

it('[C91] only rows that have changed are written, and a session once per pass', async () => {
  const { store, written } = watchedStore('SESSION');
  const engine = await createEngine({ store });
  const width = 20;
  const steps = Array.from({ length: width }, (_, i) => ({
    id: `s${i}`,
    function: 'utils.reply.reply',
    input: { message: `hello ${i}` },
  }));
  const wide = {
    steps: [{ id: 'root' }, ...steps],
    paths: steps.map(({ id }) => ({ from: 'root', to: id })),
  };
  const { id } = await engine.runs.start(wide);
  await engine.runs.finished(id);
  const states = written.flatMap(({ set }) => ('state' in set ? [set['state']] : []));
  expect(states.at(-1)).toEqual(await engine.runs.view(id));
  expect(states.length).toBeLessThan(6);
  await engine.close();

  const pipeline = watchedStore('workflow_instances', 'workflow_step_instances');
  const next = await createEngine({ store: pipeline.store, script });
  const run = await next.runs.start(definition, { input: mails[0]?.input ?? null });
  await next.runs.finished(run.id);
  const ofStep = pipeline.written.filter(({ table }) => table === 'workflow_step_instances');
  // Four steps, each when it begins and when it ends.
  expect(ofStep.length).toBeLessThanOrEqual(8);
  await next.close();
});

/** A store in memory that has these tables, and tells what is written into them. */
function watchedStore(...names: readonly string[]) {
  const written: { readonly table: string; readonly set: JsonObject }[] = [];
  const memory = memoryStore();
  const store: Store = {
    ...memory,
    tables: { names: new Set(names), find: () => [] },
    runs: {
      ...memory.runs,
      append(run, seq, events, changes, epoch) {
        const { projections = [], ...rest }: RunChanges = changes ?? {};
        for (const change of projections) {
          if ('set' in change) written.push({ table: change.table, set: change.set });
        }
        return memory.runs.append(
          run,
          seq,
          events,
          changes === undefined ? undefined : rest,
          epoch,
        );
      },
    },
  };
  return { store, written };
}

/** What plain SQL finds. */
async function rowsOf(database: Database, run: string) {
  // Where a database has a type for times, its driver gives them back as such.
  const plain = (row: Rows[number]) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        value instanceof Date ? value.toISOString() : value,
      ]),
    );
  const ask = async (sql: string) => (await database.run(sql)).map(plain);
  const [instance = {} as Rows[number]] = await ask(
    `select * from skein_workflow_instances where uuid = '${run}'`,
  );
  const steps = await ask(
    `select * from skein_workflow_step_instances where workflow_instance_uuid = '${run}'`,
  );
  return {
    instance: {
      ...(instance as { readonly status?: unknown }),
      trigger_output: toJson(instance['trigger_output']),
    },
    steps: steps
      .map((step) => ({
        ...step,
        output: toJson(step['output']),
        details: toJson(step['details']),
      }))
      .toSorted(byStart),
  };
}

/** The same, worked out from the view. */
async function rowsFromView(engine: Engine, run: string) {
  const view = await engine.runs.view(run, 'pipeline');
  const { user } = (await engine.runs.list({})).items.find(({ id }) => id === run) ?? {};
  const { step_instances: shown, user_id: _user, ...instance } = view;
  const owner = { user_id: user ?? '' };
  const steps = (shown as readonly JsonObject[]).map((step) => {
    const {
      uuid,
      status,
      started_at,
      finished_at,
      workflow_instance_uuid,
      user_id: _mine,
      ...rest
    } = step;
    const { output = null, ...others } = rest;
    const isOwn = ([key]: readonly [string, unknown]) => !key.endsWith('_definition_uuid');
    const names = Object.entries(others).filter((entry) => !isOwn(entry));
    return {
      ...owner,
      uuid,
      workflow_instance_uuid,
      step_definition_uuid: names[0]?.[1],
      status,
      started_at,
      finished_at,
      output_id: output === null ? null : (output as JsonObject)['uuid'],
      output,
      details: Object.fromEntries(Object.entries(others).filter(isOwn)),
    };
  });
  return {
    instance: { ...instance, ...owner },
    steps: steps.toSorted(byStart),
  };
}

async function findsOutputs(engine: Engine, database: Database, run: string): Promise<void> {
  const { steps, instance } = await rowsOf(database, run);
  const outputs = steps.flatMap(({ output }) => (output === null ? [] : [output as JsonObject]));
  expect(outputs.length).toBeGreaterThan(2);
  for (const output of [...outputs, instance.trigger_output as JsonObject]) {
    const id = output['uuid'] as string;
    expect(await engine.outputs.get(id, 'ann')).toMatchObject({ run, value: output['raw_data'] });
  }
}

function byStart(left: object, right: object): number {
  const place = (step: object) => {
    const { started_at: at, uuid } = step as Readonly<Record<string, string>>;
    return `${at} ${uuid}`;
  };
  return place(left) < place(right) ? -1 : 1;
}

function toJson(value: unknown): unknown {
  return typeof value === 'string' ? (JSON.parse(value) as unknown) : (value ?? null);
}

async function columnsOf(
  name: string,
  database: Database,
  table: string,
): Promise<readonly string[]> {
  const sql =
    name === 'sqlite'
      ? `select name from pragma_table_info('${table}')`
      : `select column_name as name from information_schema.columns
         where table_schema = ${name === 'mysql' ? 'database()' : 'current_schema()'} and table_name = '${table}'`;
  return (await database.run(sql)).map((row) => String(row['name']));
}

let files = 0;

function sqliteDatabase(): Database {
  const file = path.join(folder, `${(files += 1)}.db`);
  return {
    url: `sqlite:${file}`,
    async run(sql) {
      const database = new DatabaseSync(file);
      try {
        return database
          .prepare(sql)
          .all()
          .map((row) => ({ ...row }));
      } finally {
        database.close();
      }
    },
    drop: async () => {},
  };
}

async function fresh(kind: 'postgres' | 'mysql'): Promise<Database | { readonly missing: string }> {
  const server = await testServer(kind);
  if ('missing' in server) return server;
  return kind === 'postgres' ? freshPostgres(server.url) : freshMysql(server.url);
}

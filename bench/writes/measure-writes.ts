// What a step leaves in a SQLite file: of a chain through the engine, and of the same rows inserted by hand. Counted in the file and
// in its log, which is emptied before and too short to be emptied meanwhile, so a loaded machine changes nothing.
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { chain } from '../workloads/definitions.ts';
import { openFloor } from '../workloads/durable-floor.ts';
import { finish, openEngine } from '../workloads/durable.ts';
import { benchFile, rowAt } from '../workloads/durable-rows.ts';

export interface StepWrites {
  readonly rows: number;
  /** Entries of indexes beside the primary key. */
  readonly entries: number;
  /** The row itself, as JSON. */
  readonly bodyBytes: number;
  /** Pages that go to the log, which is synced once a step. */
  readonly pages: number;
  readonly logBytes: number;
}

/** What is subtracted, so that the start and the end of a run do not count. */
const shorter = 20;
const steps = 100;
const frameHeaderBytes = 24;

export async function measureEngine(): Promise<StepWrites> {
  const file = benchFile();
  const engine = await openEngine(`sqlite:${file}`);
  const short = (await engine.workflows.save({ ...chain(shorter), id: 'short' })).id;
  const long = (await engine.workflows.save({ ...chain(shorter + steps), id: 'long' })).id;
  await finish(engine, short, shorter);
  const one = await leftBy(file, 'skein_journal', () => finish(engine, short, shorter));
  const many = await leftBy(file, 'skein_journal', () => finish(engine, long, shorter + steps));
  return perStep(many, one);
}

export async function measureFloor(): Promise<StepWrites> {
  const file = benchFile();
  const { insert } = openFloor(file);
  let runs = 0;
  const work = async (count: number) => {
    const run = `run ${++runs}`;
    for (let seq = 1; seq <= count; seq++) insert.run(run, seq, JSON.stringify(rowAt(seq)));
  };
  await work(shorter);
  const one = await leftBy(file, 'journal', () => work(shorter));
  const many = await leftBy(file, 'journal', () => work(shorter + steps));
  return perStep(many, one);
}

async function leftBy(
  file: string,
  journal: string,
  work: () => Promise<void>,
): Promise<StepWrites> {
  const database = new DatabaseSync(file);
  try {
    const pageBytes = numberOf(database, 'pragma page_size');
    database.exec('pragma wal_checkpoint(truncate)');
    const before = contentsOf(database, journal);
    await work();
    const after = contentsOf(database, journal);
    const logBytes = statSync(`${file}-wal`).size;
    return {
      rows: after.rows - before.rows,
      entries: after.entries - before.entries,
      bodyBytes: after.bodyBytes - before.bodyBytes,
      pages: Math.floor(logBytes / (pageBytes + frameHeaderBytes)),
      logBytes,
    };
  } finally {
    database.close();
  }
}

function contentsOf(
  database: DatabaseSync,
  journal: string,
): Pick<StepWrites, 'rows' | 'entries' | 'bodyBytes'> {
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  let rows = 0;
  let entries = 0;
  for (const { name } of tables) {
    const count = numberOf(database, `select count(*) from "${String(name)}"`);
    const indexes = database
      .prepare("select count(*) as n from pragma_index_list(?) where origin <> 'pk'")
      .get(String(name));
    rows += count;
    entries += count * Number(indexes?.['n'] ?? 0);
  }
  const bodyBytes = numberOf(database, `select coalesce(sum(length(body)), 0) from ${journal}`);
  return { rows, entries, bodyBytes };
}

function numberOf(database: DatabaseSync, sql: string): number {
  return Number(Object.values(database.prepare(sql).get() ?? {})[0]);
}

function perStep(many: StepWrites, one: StepWrites): StepWrites {
  const of = (name: keyof StepWrites) => (many[name] - one[name]) / steps;
  return {
    rows: of('rows'),
    entries: of('entries'),
    bodyBytes: of('bodyBytes'),
    pages: of('pages'),
    logBytes: of('logBytes'),
  };
}

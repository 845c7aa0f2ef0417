// A file with a flood of open runs
// A million runs cannot be started one by one in reasonable time. So a real server starts a few of each kind and is killed; the rows that
// it left are then copied inside the file, each copy with ids of its own.
//
// F1. Nothing is made up: every kind of run was left by a server as it is copied, in memory of the killed process or released to the
//     store.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** How many of which kind. */
export interface Flood {
  /** They wait for a person, and are nobody's. */
  readonly asking: number;
  /** Their timers were due while no server was there. */
  readonly due: number;
  /** Their timers are due in hours. */
  readonly sleeping: number;
  /** A function of theirs was in flight when the process died. */
  readonly running: number;
}

/** Four fifths wait for people; one run in a hundred had a function in flight. */
export function floodOf(runs: number): Flood {
  const share = (part: number) => Math.floor(runs * part);
  const [due, sleeping, running] = [share(0.05), share(0.14), share(0.01)];
  return { asking: runs - due - sleeping - running, due, sleeping, running };
}

/** The workflows whose runs are copied. */
const workflows = [
  { id: 'naps', nodes: [{ id: 'n', type: 'delay', config: { ms: '${trigger.ms}' } }] },
  { id: 'sleeps', nodes: [{ id: 'n', type: 'delay', config: { ms: 6 * 3_600_000 } }] },
  { id: 'hangs', nodes: [{ id: 'n', type: 'function', config: { name: 'hang' } }] },
  { id: 'asks', nodes: [{ id: 'n', type: 'approval', config: { prompt: 'Continue?' } }] },
];

/** What a server keeps in memory of runs that wait, once their burst is over. */
export const residentMax = 256;

/** So many of them wait that the server releases the naps and the sleeps: it keeps the newest in memory. */
const started: Readonly<Record<string, number>> = { naps: 5, sleeps: 5, hangs: 1, asks: 300 };

type Post = (place: string, body: unknown) => Promise<{ readonly status: number }>;

/**
 * Has a server start a few runs of each kind, until its file has one of each as it is copied: it is to be killed then. On a busy machine
 * naps may end before they were released; then others sleep longer.
 */
export async function seedFlood(
  post: Post,
  { file, napMs }: { readonly file: string; readonly napMs: number },
): Promise<void> {
  for (const workflow of workflows) await asked(post, '/workflows', { skein: 1, ...workflow });
  for (let ms = napMs; ; ms *= 2) {
    await startSeeds(post, ms);
    for (const end = Date.now() + ms; Date.now() < end; await sleep(50)) {
      if (hasSeeds(file)) return;
    }
    if (ms > 16 * napMs) throw new Error('The server has left no runs that could be copied.');
  }
}

/** Naps that end in the next moment do not count. */
const spareMs = 2000;

function hasSeeds(file: string): boolean {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const isLeft = kinds.every(
      (kind) => templateOf(database, { ...kind, dueAfter: Date.now() + spareMs }) !== undefined,
    );
    // A burst is released a few at a time: who was killed in the middle of that has left more of them as its own.
    return isLeft && ownedRuns(database, 'asks') <= residentMax;
  } finally {
    database.close();
  }
}

export function ownedRuns(database: DatabaseSync, workflow: string): number {
  const sql =
    'select count(*) as n from skein_runs where workflow_id = ? and is_open = 1 and owner is not null';
  return Number(database.prepare(sql).get(workflow)?.['n']);
}

async function startSeeds(post: Post, napMs: number): Promise<void> {
  for (const { id } of workflows) {
    const starts = Array.from({ length: started[id] ?? 0 }, () =>
      asked(post, `/workflows/${id}/run`, { input: { ms: napMs } }),
    );
    await Promise.all(starts);
  }
}

async function asked(post: Post, place: string, body: unknown): Promise<void> {
  const { status } = await post(place, body);
  if (status >= 300) throw new Error(`${place} was answered with ${status}.`);
}

/** Copies the runs in the file of a killed server until there are so many. */
export function flood(file: string, { asking, due, sleeping, running }: Flood): void {
  const database = new DatabaseSync(file);
  // Its loss would only cost the time to make it again.
  database.exec('pragma synchronous = off; pragma cache_size = -200000');
  try {
    const counts = { asks: asking, sleeps: sleeping, naps: due, hangs: running };
    for (const kind of kinds) copyRuns(database, kind, counts[kind.workflow]);
    database.exec('pragma wal_checkpoint(truncate)');
  } finally {
    database.close();
  }
}

/** When the timers of the naps are due. */
export function floodDueAt(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const sql = "select max(wake_at) as at from skein_runs where workflow_id = 'naps'";
    return Number(database.prepare(sql).get()?.['at'] ?? 0);
  } finally {
    database.close();
  }
}

interface Kind {
  readonly workflow: 'asks' | 'sleeps' | 'naps' | 'hangs';
  readonly isReleased: boolean;
}

const kinds: readonly Kind[] = [
  { workflow: 'asks', isReleased: true },
  { workflow: 'sleeps', isReleased: true },
  { workflow: 'naps', isReleased: true },
  { workflow: 'hangs', isReleased: false },
];

/** The one that is copied. */
function templateOf(
  database: DatabaseSync,
  { workflow, isReleased, dueAfter = 0 }: Kind & { readonly dueAfter?: number },
): Readonly<Record<string, unknown>> | undefined {
  return database
    .prepare(
      `select place, id from skein_runs where workflow_id = ? and is_open = 1 and (owner is null) = ?
         and (wake_at is null or wake_at > ?) order by place limit 1`,
    )
    .get(workflow, Number(isReleased), dueAfter);
}

/** An id ends with a number that counts inside its run; what is before that is the run's own. */
const prefixLength = 26;
const atOnce = 50_000;

function copyRuns(database: DatabaseSync, kind: Kind, count: number): void {
  const found = templateOf(database, kind);
  if (found === undefined) throw new Error(`The server has left no such run of ${kind.workflow}.`);
  const template = {
    place: Number(found['place']),
    prefix: String(found['id']).slice(0, prefixLength),
  };
  for (let done = 0; done < count; done += atOnce) {
    const last = database.prepare('select max(place) as place from skein_runs').get();
    const begin = Number(last?.['place']);
    const end = begin + Math.min(atOnce, count - done);
    copyRange(database, template, { begin, end });
  }
}

/** Copies one run to the places after `begin`, up to `end`, with everything that belongs to it. */
function copyRange(
  database: DatabaseSync,
  template: { readonly place: number; readonly prefix: string },
  { begin, end }: { readonly begin: number; readonly end: number },
): void {
  const places = `with recursive places (n) as (select ${begin + 1} union all select n + 1 from places where n < ${end})`;
  const prefix = `printf('f10d%04x-%04x-7000-8000-00', n >> 16, n & 65535)`;
  const renamed = (column: string) => `replace(${column}, '${template.prefix}', ${prefix})`;
  database.exec('begin');
  copy(database, 'skein_runs', {
    places,
    where: `t.place = ${template.place}`,
    changed: { place: 'n', id: renamed('t.id'), search: renamed('t.search') },
  });
  copy(database, 'skein_journal', {
    places,
    where: `t.key >> 24 = ${template.place}`,
    changed: { key: '(n << 24) | (t.key & 16777215)', body: renamed('t.body') },
  });
  copy(database, 'skein_snapshots', {
    places,
    where: `t.run = ${template.place}`,
    changed: { run: 'n', state: renamed('t.state') },
  });
  copy(database, 'skein_waits', {
    places,
    where: `t.run_id = (select id from skein_runs where place = ${template.place})`,
    changed: { place: 'null', id: renamed('t.id'), run_id: renamed('t.run_id') },
  });
  database.exec('commit');
}

interface Copy {
  readonly places: string;
  readonly where: string;
  readonly changed: { readonly [column: string]: string };
}

function copy(database: DatabaseSync, table: string, { places, where, changed }: Copy): void {
  const known = database.prepare(`select name from pragma_table_info('${table}')`).all();
  const names = known.map(({ name }) => String(name));
  const values = names.map((name) => changed[name] ?? `t.${name}`);
  database.exec(
    `insert into ${table} (${names.join(', ')}) ${places} select ${values.join(', ')} from places, ${table} t where ${where}`,
  );
}

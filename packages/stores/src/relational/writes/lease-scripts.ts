import { runId, type RunId } from '@skein/kernel';
import type { Claim, ClaimedRun } from '@skein/ports';
import { fromKey, toKey } from '../../values/key-text.ts';
import type { Flavour } from '../flavour.ts';
import { takeTurns } from '../../values/take-turns.ts';
import { ask, limitTo, marks, type Row, type Script, type SqlValue } from '../script.ts';

export function* renewLease(flavour: Flavour, owner: string, until: number): Script<void> {
  yield* ask(
    `insert into skein_servers (owner, alive_until) values (?, ?) ${flavour.onRepeat(['owner'], ['alive_until'])}`,
    toKey(owner),
    until,
  );
}

export function* resignLease(owner: string): Script<void> {
  yield* ask('delete from skein_servers where owner = ?', toKey(owner));
}

export function* claimRun(
  flavour: Flavour,
  run: RunId,
  claimer: { readonly owner: string; readonly now: number },
): Script<Claim | undefined> {
  const [row] = yield* ask(
    `select place, owner, epoch from skein_runs where id = ?${flavour.lock}`,
    toKey(run),
  );
  if (row === undefined) return undefined;
  const owner = row['owner'] as string | null;
  const place = Number(row['place']);
  if (owner !== null && owner !== toKey(claimer.owner)) {
    const [server] = yield* ask('select alive_until from skein_servers where owner = ?', owner);
    const until = Number(server?.['alive_until'] ?? resigned);
    if (until > claimer.now) return { owner: fromKey(owner), until };
    if (until !== resigned) yield* countDeaths(flavour, [place]);
  }
  yield* takeRuns([place], claimer.owner);
  return { epoch: Number(row['epoch']) + 1 };
}

/**
 * The same in one statement, where it can return what it changed: one round trip, and a commit of its own. Undefined when it
 * changed nothing: then the slow path finds out why, and counts the death if it was one.
 */
export function* claimAtOnce(
  run: RunId,
  owner: string,
): Script<{ readonly epoch: number } | undefined> {
  const isDead = 'not exists (select 1 from skein_servers s where s.owner = skein_runs.owner)';
  const [row] = yield* ask(
    `update skein_runs set owner = ?, epoch = epoch + 1 where id = ? and (owner is null or owner = ? or ${isDead}) returning epoch`,
    toKey(owner),
    toKey(run),
    toKey(owner),
  );
  return row === undefined ? undefined : { epoch: Number(row['epoch']) };
}

export function* claimDue(
  flavour: Flavour,
  owner: string,
  { now, limit }: { readonly now: number; readonly limit: number },
): Script<readonly ClaimedRun[]> {
  const released = yield* findDue(
    flavour,
    { sql: 'owner is null and wake_at <= ?', parameters: [now], order: 'wake_at' },
    limit,
  );
  const due = released.map((row) => ({ row, at: Number(row['wake_at']) }));
  const ends = yield* leaseEnds();
  const dead = [...ends].filter(([name, until]) => name !== toKey(owner) && until <= now);
  if (dead.length > 0) {
    const names = dead.slice(0, 100).map(([name]) => name);
    const orphans = yield* findDue(
      flavour,
      { sql: `owner in ${marks(names.length)}`, parameters: names, order: null },
      limit,
    );
    for (const row of orphans) due.push({ row, at: ends.get(row['owner'] as string) ?? 0 });
  }
  due.sort(
    (left, right) => left.at - right.at || Number(left.row['place']) - Number(right.row['place']),
  );
  const turns = takeTurns(due, ({ row }) => row['user_id'] as string, limit);
  const taken = turns.map(({ row }) => row);
  const places = (rows: readonly Row[]) => rows.map((row) => Number(row['place']));
  yield* countDeaths(flavour, places(taken.filter((row) => hasDied(ends, row))));
  yield* takeRuns(places(taken), owner);
  return taken.map((row) => ({
    run: runId(fromKey(row['id'] as string)),
    epoch: Number(row['epoch']) + 1,
  }));
}

interface Due {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  /** Null where all have been due equally long: with a million of them, sorting takes longer than all else. */
  readonly order: 'wake_at' | null;
}

/** Among how many due runs other users are looked for. */
const usersWithin = 10_000;

/** The first ones, and where there are more than that, also the first ones of other users. */
function* findDue(
  flavour: Flavour,
  { sql, parameters, order }: Due,
  limit: number,
): Script<readonly Row[]> {
  const select = `select place, id, user_id, epoch, owner, wake_at from skein_runs where is_open = 1 and ${sql}`;
  const sorted = order === null ? '' : ` order by ${order}`;
  const end = (count: number) => `${sorted}${limitTo(count)}${flavour.lockFree}`;
  const first = yield* ask(`${select}${end(limit)}`, ...parameters);
  if (first.length < limit) return first;
  const users = yield* ask(
    `select distinct user_id from (select user_id from skein_runs where is_open = 1 and ${sql}${limitTo(usersWithin)}) as due${limitTo(limit)}`,
    ...parameters,
  );
  const known = new Set(first.map((row) => row['user_id']));
  const found = [...first];
  const share = Math.ceil(limit / Math.max(1, users.length));
  for (const { user_id: user } of users) {
    if (known.has(user)) continue;
    const more = yield* ask(
      `${select} and user_id = ?${end(share)}`,
      ...parameters,
      user as string,
    );
    found.push(...more);
  }
  return found;
}

export function* nextDue(now: number): Script<number | null> {
  const [row] = yield* ask(
    'select min(wake_at) as wake_at from skein_runs where is_open = 1 and owner is null and wake_at is not null',
  );
  const ends = yield* leaseEnds();
  const wakeAt = row?.['wake_at'] ?? null;
  const times = [...ends.values(), ...(wakeAt === null ? [] : [Number(wakeAt)])];
  return times.length === 0 ? null : Math.max(now, Math.min(...times));
}

/** The lease of an owner that has closed: it has none. */
const resigned = -1;

function hasDied(ends: ReadonlyMap<string, number>, { owner }: Row): boolean {
  return typeof owner === 'string' && (ends.get(owner) ?? resigned) !== resigned;
}

/** The number of the last row is the run's progress (Leases L3). */
function* countDeaths({ journal }: Flavour, places: readonly number[]): Script<void> {
  if (places.length === 0) return;
  const seq = journal.last('seq', 'skein_runs.place');
  // MySQL assigns from the left: the number of the death before is read first.
  const deaths = `deaths = case when death_seq = ${seq} then deaths + 1 else 1 end`;
  yield* ask(
    `update skein_runs set ${deaths}, death_seq = ${seq} where place in ${marks(places.length)}`,
    ...places,
  );
}

/** The owners of unfinished runs, each with the end of its lease. */
function* leaseEnds(): Script<ReadonlyMap<string, number>> {
  const owners = yield* ownersOfOpen();
  if (owners.length === 0) return new Map();
  const servers = yield* ask('select owner, alive_until from skein_servers');
  const until = new Map(servers.map((row) => [row['owner'], Number(row['alive_until'])]));
  return new Map(owners.map((owner) => [owner, until.get(owner) ?? resigned]));
}

/** One after the other along the index: `distinct` would read every open run. */
function* ownersOfOpen(): Script<readonly string[]> {
  const owners: string[] = [];
  for (let last = ''; ;) {
    const [row] = yield* ask(
      'select owner from skein_runs where is_open = 1 and owner > ? order by owner limit 1',
      last,
    );
    if (row === undefined) return owners;
    // A text, or the row would not be there.
    last = row['owner'] as string;
    owners.push(last);
  }
}

function* takeRuns(places: readonly number[], owner: string): Script<void> {
  if (places.length === 0) return;
  yield* ask(
    `update skein_runs set owner = ?, epoch = epoch + 1 where place in ${marks(places.length)}`,
    toKey(owner),
    ...places,
  );
}

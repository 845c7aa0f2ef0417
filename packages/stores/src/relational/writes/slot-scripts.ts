// Slots across runs, in tables. Each key has a row that is locked while it is settled, so that two processes never both find room.
import { runId, type RunId } from '@skein/kernel';
import {
  abandonedMs,
  passedMax,
  type GrantedSlot,
  type SlotAsk,
  type SlotName,
  type SlotNews,
  type SlotRecord,
  type SupersededSlot,
} from '@skein/ports';
import { fromKey, toKey } from '../../values/key-text.ts';
import type { RelationalDatabase } from '../database.ts';
import type { Flavour } from '../flavour.ts';
import { ask, limitTo, type Row, type Script } from '../script.ts';

/** Where one process has the database, it has all runs: nobody can be dead. */
type Shared = Pick<RelationalDatabase, 'flavour' | 'isShared'>;

/** How many of those who wait are looked at for one whose run can go on. */
const headsMax = 20;

export function* askSlot(shared: Shared, slot: SlotAsk, now: number): Script<SlotNews> {
  const key = toKey(slot.key);
  yield* lockKey(shared.flavour, key);
  const known = yield* ask(
    'select granted_at, superseded_by from skein_slots where slot_key = ? and id = ?',
    key,
    toKey(slot.id),
  );
  if (known.length === 0) {
    yield* ask(
      'insert into skein_slots (slot_key, id, run_id, slots_max, priority, per_ms, quiet_ms, max_ms, asked_at, passed) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)',
      key,
      toKey(slot.id),
      toKey(slot.run),
      slot.limit,
      slot.priority,
      slot.perMs ?? null,
      slot.quietMs ?? null,
      slot.maxMs ?? null,
      now,
    );
  }
  const news = yield* settleKey(shared, key, now);
  const { id, run } = slot;
  const by = known[0]?.['superseded_by'];
  if (typeof by === 'string') {
    return { ...news, superseded: [{ key: slot.key, id, run, by: runId(fromKey(by)) }] };
  }
  if ((known[0]?.['granted_at'] ?? null) === null) return news;
  return { ...news, granted: [{ key: slot.key, id, run }, ...news.granted] };
}

export function* freeSlot(
  shared: Shared,
  { key: name, id }: SlotName,
  now: number,
): Script<SlotNews> {
  const key = toKey(name);
  yield* lockKey(shared.flavour, key);
  // A start in a period counts until the period is over.
  yield* ask(
    'delete from skein_slots where slot_key = ? and id = ? and (per_ms is null or granted_at is null)',
    key,
    toKey(id),
  );
  return yield* settleKey(shared, key, now);
}

export function* lookAtKey(shared: Shared, name: string, now: number): Script<SlotNews> {
  const key = toKey(name);
  yield* lockKey(shared.flavour, key);
  return yield* settleKey(shared, key, now);
}

function* lockKey(flavour: Flavour, key: string): Script<void> {
  yield* ask(
    `insert into skein_slot_keys (slot_key, touched) values (?, 1) ${flavour.onRepeat(['slot_key'], ['touched'])}`,
    key,
  );
}

function* settleKey(shared: Shared, key: string, now: number): Script<SlotNews> {
  yield* ask('delete from skein_slots where slot_key = ? and free_at <= ?', key, now);
  yield* dropAbandoned(shared, key, now);
  const granted: GrantedSlot[] = [];
  let held = yield* countHeld(key);
  for (;;) {
    const next = yield* nextInLine(shared, key, now);
    if (next === undefined) break;
    if ((next['quiet_ms'] ?? null) !== null) return yield* settleQuiet(shared, key, now);
    if (held >= Number(next['slots_max'])) break;
    yield* grant(key, next, now);
    held += 1;
    granted.push(slotOf(next));
  }
  const [left] = yield* ask(
    'select count(*) as all_slots, min(free_at) as free_at from skein_slots where slot_key = ?',
    key,
  );
  const queued = Number(left?.['all_slots'] ?? 0) - held;
  if (held + queued === 0) yield* ask('delete from skein_slot_keys where slot_key = ?', key);
  const freeAt = left?.['free_at'] ?? null;
  const nextAt = freeAt !== null && queued > 0 ? Number(freeAt) : null;
  return { granted, superseded: [], nextAt };
}

/** The newest when nobody newer has come for so long, and the others give way to it (Q5). */
function* settleQuiet({ isShared }: Shared, key: string, now: number): Script<SlotNews> {
  const waiting = 's.slot_key = ? and s.granted_at is null and s.superseded_by is null';
  const select = `select s.place, s.id, s.slot_key, s.run_id, s.quiet_ms, s.max_ms, s.asked_at, ${runColumns}
    from skein_slots s ${withRun} where ${waiting}`;
  const last = yield* ask(`${select} order by s.place desc${limitTo(headsMax)}`, key);
  const newest = last.find((row) => !isOver(row) && !isSetAside(row));
  if (newest === undefined) return nothing;
  const [first] = yield* ask(
    `select min(s.asked_at) as first_at from skein_slots s where ${waiting}`,
    key,
  );
  const quietUntil = Number(newest['asked_at']) + Number(newest['quiet_ms']);
  const max = newest['max_ms'] ?? null;
  const until =
    max === null ? quietUntil : Math.min(quietUntil, Number(first?.['first_at']) + Number(max));
  if (now < until) return { ...nothing, nextAt: until };
  // Whoever takes its run over asks again. Until then nobody goes in its place.
  if (isShared && isDead(newest, now)) return { ...nothing, nextAt: now + abandonedMs };
  const place = Number(newest['place']);
  const others = yield* ask(
    `select s.place, s.id, s.slot_key, s.run_id from skein_slots s where ${waiting} and s.place < ? order by s.place`,
    key,
    place,
  );
  yield* ask('update skein_slots set granted_at = ? where place = ?', now, place);
  yield* ask(
    `update skein_slots set superseded_by = ? where slot_key = ? and granted_at is null and superseded_by is null and place < ?`,
    String(newest['run_id']),
    key,
    place,
  );
  const winner = slotOf(newest);
  const superseded = others.map((row) => ({ ...slotOf(row), by: winner.run }));
  return { granted: [winner], superseded, nextAt: null };
}

const nothing: SlotNews = { granted: [], superseded: [], nextAt: null };

/** What says whether the run of a slot can go on. */
const runColumns = 'r.is_open, r.owner, v.alive_until, t.quarantined_at';
const withRun = `left join skein_runs r on r.id = s.run_id left join skein_servers v on v.owner = r.owner
  left join skein_runs t on t.id = coalesce(r.root_run, r.id)`;

/** Slots of runs that have ended, or that nobody has driven for long (Q3). */
function* dropAbandoned({ isShared }: Shared, key: string, now: number): Script<void> {
  const held = yield* ask(
    `select s.place, s.dead_since, ${runColumns} from skein_slots s ${withRun}
       where s.slot_key = ? and s.granted_at is not null and s.per_ms is null`,
    key,
  );
  for (const row of held) {
    const place = Number(row['place']);
    const since = row['dead_since'] ?? null;
    const isAbandoned = isShared && isDead(row, now);
    // Of a process that has resigned nobody knows when that was.
    const deadSince = row['alive_until'] ?? since;
    const isLong = deadSince !== null && Number(deadSince) + abandonedMs <= now;
    if (isOver(row) || isSetAside(row) || (isAbandoned && isLong)) {
      yield* ask('delete from skein_slots where place = ?', place);
    } else if (isAbandoned !== (since !== null)) {
      const at = since === null ? now : null;
      yield* ask('update skein_slots set dead_since = ? where place = ?', at, place);
    }
  }
}

function isOver(row: Row): boolean {
  return Number(row['is_open'] ?? 0) === 0;
}

/** Its tree is quarantined: nobody drives it until somebody releases it. */
function isSetAside(row: Row): boolean {
  return (row['quarantined_at'] ?? null) !== null;
}

/** A run that nobody owns waits for something; one whose owner is dead will be taken over. */
function isDead(row: Row, now: number): boolean {
  return (row['owner'] ?? null) !== null && Number(row['alive_until'] ?? 0) <= now;
}

function* countHeld(key: string): Script<number> {
  const [row] = yield* ask(
    'select count(*) as held from skein_slots where slot_key = ? and granted_at is not null',
    key,
  );
  return Number(row?.['held'] ?? 0);
}

function* nextInLine({ isShared }: Shared, key: string, now: number): Script<Row | undefined> {
  const select = `select s.place, s.id, s.slot_key, s.run_id, s.slots_max, s.per_ms, s.quiet_ms, ${runColumns}
    from skein_slots s ${withRun} where s.slot_key = ? and s.granted_at is null and s.superseded_by is null`;
  const late = yield* ask(
    `${select} and s.passed >= ? order by s.place${limitTo(headsMax)}`,
    key,
    passedMax,
  );
  const first = yield* ask(`${select} order by s.priority, s.place${limitTo(headsMax)}`, key);
  for (const row of [...late, ...first]) {
    if (isOver(row)) yield* ask('delete from skein_slots where place = ?', Number(row['place']));
    else if (!isSetAside(row) && (!isShared || !isDead(row, now))) return row;
  }
  return undefined;
}

function* grant(key: string, row: Row, now: number): Script<void> {
  const place = Number(row['place']);
  const perMs = row['per_ms'] ?? null;
  yield* ask(
    'update skein_slots set granted_at = ?, free_at = ? where place = ?',
    now,
    perMs === null ? null : now + Number(perMs),
    place,
  );
  yield* ask(
    'update skein_slots set passed = passed + 1 where slot_key = ? and granted_at is null and place < ?',
    key,
    place,
  );
}

function slotOf(row: Row): GrantedSlot {
  return {
    key: fromKey(String(row['slot_key'])),
    id: fromKey(String(row['id'])),
    run: runId(fromKey(String(row['run_id']))),
  };
}

export function* grantedSlots(slots: readonly SlotName[]): Script<readonly SlotName[]> {
  const granted: SlotName[] = [];
  for (const slot of slots) {
    const rows = yield* ask(
      'select place from skein_slots where slot_key = ? and id = ? and granted_at is not null',
      toKey(slot.key),
      toKey(slot.id),
    );
    if (rows.length > 0) granted.push(slot);
  }
  return granted;
}

export function* supersededSlots(slots: readonly SlotName[]): Script<readonly SupersededSlot[]> {
  const superseded: SupersededSlot[] = [];
  for (const slot of slots) {
    const [row] = yield* ask(
      'select slot_key, id, run_id, superseded_by from skein_slots where slot_key = ? and id = ? and superseded_by is not null',
      toKey(slot.key),
      toKey(slot.id),
    );
    if (row === undefined) continue;
    superseded.push({ ...slotOf(row), by: runId(fromKey(String(row['superseded_by']))) });
  }
  return superseded;
}

export function* slotsOfRun(run: RunId): Script<readonly SlotName[]> {
  const rows = yield* ask(
    'select slot_key, id, run_id from skein_slots where run_id = ?',
    toKey(run),
  );
  return rows.map(slotOf).map(({ key, id }) => ({ key, id }));
}

export function* listSlots(name: string, limit: number): Script<readonly SlotRecord[]> {
  const rows = yield* ask(
    `select slot_key, id, run_id, granted_at, asked_at, priority, passed, place from skein_slots where slot_key = ?
       order by case when granted_at is null then 1 else 0 end, case when passed >= ? then 0 else 1 end,
       case when passed >= ? then 0 else priority end, place${limitTo(limit)}`,
    toKey(name),
    passedMax,
    passedMax,
  );
  return rows.map((row) => {
    const grantedAt = row['granted_at'] ?? null;
    return {
      ...slotOf(row),
      isGranted: grantedAt !== null,
      at: Number(grantedAt ?? row['asked_at']),
      priority: Number(row['priority']),
    };
  });
}

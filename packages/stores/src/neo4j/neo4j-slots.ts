// Slots across runs, as nodes. Each key has a node that is locked while it is settled (N1).
import { runId, type RunId } from '@skein/kernel';
import {
  abandonedMs,
  passedMax,
  type GrantedSlot,
  type SlotAsk,
  type SlotName,
  type SlotNews,
  type SlotStore,
} from '@skein/ports';
import { checkId, workflowIdLengthMax } from '../values/check-append.ts';
import { fromKey, toKey } from '../values/key-text.ts';
import type { Ask, GraphRow, Neo4jConnection } from './neo4j-connection.ts';
import { nextPlaces } from './next-places.ts';

export function graphSlots(connection: Neo4jConnection): SlotStore {
  const settled = (key: string, now: number, change: (ask: Ask) => Promise<void>) =>
    connection.write(async (ask) => {
      await ask('merge (k:SkeinSlotKey {key: $key}) set k._lock = randomUUID()', { key });
      await change(ask);
      return settleKey(ask, key, now);
    });
  return {
    async ask(slot, now) {
      checkId('key of a limit', slot.key);
      checkId('id of a slot', slot.id, workflowIdLengthMax);
      let known: KnownSlot = { isHeld: false, by: null };
      const news = await settled(toKey(slot.key), now, async (ask) => {
        known = await addSlot(ask, slot, now);
      });
      const { isHeld, by } = known;
      const { key, id, run } = slot;
      if (by !== null) return { ...news, superseded: [{ key, id, run, by }] };
      return isHeld ? { ...news, granted: [{ key, id, run }, ...news.granted] } : news;
    },
    async free(slots, now) {
      const all: SlotNews[] = [];
      for (const { key, id } of slots) {
        const news = await settled(toKey(key), now, async (ask) => {
          // A start in a period counts until the period is over.
          await ask(
            `match (s:SkeinSlot {key: $key, id: $id}) where s.perMs is null or s.grantedAt is null delete s`,
            { key: toKey(key), id: toKey(id) },
          );
        });
        all.push(news);
      }
      const granted = all.flatMap((news) => news.granted);
      return { granted, superseded: all.flatMap((news) => news.superseded), nextAt: null };
    },
    look: (key, now) => settled(toKey(key), now, async () => {}),
    ...slotReads(connection),
  };
}

type SlotReads = Pick<SlotStore, 'granted' | 'superseded' | 'ofRun' | 'list'>;

function slotReads(connection: Neo4jConnection): SlotReads {
  return {
    async granted(slots) {
      const names = slots.map(({ key, id }) => ({ key: toKey(key), id: toKey(id) }));
      const rows = await connection.read(
        `unwind $names as name match (s:SkeinSlot {key: name.key, id: name.id}) where s.grantedAt is not null
         return s.key as key, s.id as id`,
        { names },
      );
      return rows.map(nameOf);
    },
    async superseded(slots) {
      const names = slots.map(({ key, id }) => ({ key: toKey(key), id: toKey(id) }));
      const rows = await connection.read(
        `unwind $names as name match (s:SkeinSlot {key: name.key, id: name.id}) where s.supersededBy is not null
         return s.key as key, s.id as id, s.run as run, s.supersededBy as by`,
        { names },
      );
      return rows.map((row) => ({ ...slotOf(row), by: runOf(row['by']) }));
    },
    async ofRun(run) {
      const rows = await connection.read(
        'match (s:SkeinSlot {run: $run}) return s.key as key, s.id as id',
        { run: toKey(run) },
      );
      return rows.map(nameOf);
    },
    async list(key, limit) {
      const rows = await connection.read(
        `match (s:SkeinSlot {key: $key}) ${returned}
         order by s.grantedAt is null, s.passed < $passedMax,
           case when s.passed >= $passedMax then 0 else s.priority end, s.place limit toInteger($limit)`,
        { key: toKey(key), limit, passedMax },
      );
      return rows.map((row) => {
        const grantedAt = row['grantedAt'] ?? null;
        return {
          ...slotOf(row),
          isGranted: grantedAt !== null,
          at: Number(grantedAt ?? row['askedAt']),
          priority: Number(row['priority']),
        };
      });
    },
  };
}

const returned = `return s.place as place, s.key as key, s.id as id, s.run as run, s.most as most, s.perMs as perMs,
  s.quietMs as quietMs, s.grantedAt as grantedAt, s.askedAt as askedAt, s.priority as priority`;

/** Whether it has the slot already, or by whom it was superseded. */
interface KnownSlot {
  readonly isHeld: boolean;
  readonly by: RunId | null;
}

async function addSlot(ask: Ask, slot: SlotAsk, now: number): Promise<KnownSlot> {
  const name = { key: toKey(slot.key), id: toKey(slot.id) };
  const [known] = await ask(
    'match (s:SkeinSlot {key: $key, id: $id}) return s.grantedAt as grantedAt, s.supersededBy as by',
    name,
  );
  if (known !== undefined) {
    const by = known['by'] ?? null;
    return { isHeld: (known['grantedAt'] ?? null) !== null, by: by === null ? null : runOf(by) };
  }
  const [place] = await nextPlaces(ask, 1);
  const { limit: most, priority, perMs = null, quietMs = null, maxMs = null } = slot;
  const node = { ...name, run: toKey(slot.run), place, most, priority, askedAt: now, passed: 0 };
  await ask(
    'create (s:SkeinSlot) set s = $node, s.perMs = $perMs, s.quietMs = $quietMs, s.maxMs = $maxMs',
    { node, perMs, quietMs, maxMs },
  );
  return { isHeld: false, by: null };
}

async function settleKey(ask: Ask, key: string, now: number): Promise<SlotNews> {
  await ask('match (s:SkeinSlot {key: $key}) where s.freeAt <= $now delete s', { key, now });
  await dropAbandoned(ask, key, now);
  const [count] = await ask(
    'match (s:SkeinSlot {key: $key}) where s.grantedAt is not null return count(s) as held',
    { key },
  );
  let held = Number(count?.['held'] ?? 0);
  const granted: GrantedSlot[] = [];
  for (;;) {
    const next = await nextInLine(ask, key, now);
    if ((next?.['quietMs'] ?? null) !== null) return settleQuiet(ask, key, now);
    if (next === undefined || held >= Number(next['most'])) break;
    await ask(
      `match (s:SkeinSlot {key: $key, id: $id})
       set s.grantedAt = $now, s.freeAt = case when s.perMs is null then null else $now + s.perMs end
       with s match (o:SkeinSlot {key: $key}) where o.grantedAt is null and o.place < s.place
       set o.passed = o.passed + 1`,
      { key, id: next['id'], now },
    );
    held += 1;
    granted.push(slotOf(next));
  }
  const [left] = await ask(
    'match (s:SkeinSlot {key: $key}) return count(s) as slots, min(s.freeAt) as freeAt',
    { key },
  );
  const queued = Number(left?.['slots'] ?? 0) - held;
  if (held + queued === 0) await ask('match (k:SkeinSlotKey {key: $key}) delete k', { key });
  const freeAt = left?.['freeAt'] ?? null;
  const nextAt = freeAt !== null && queued > 0 ? Number(freeAt) : null;
  return { granted, superseded: [], nextAt };
}

const nothing: SlotNews = { granted: [], superseded: [], nextAt: null };

/** The newest when nobody newer has come for so long, and the others give way to it (Q5). */
async function settleQuiet(ask: Ask, key: string, now: number): Promise<SlotNews> {
  const waiting = 's.grantedAt is null and s.supersededBy is null';
  const [newest] = await ask(
    `match (s:SkeinSlot {key: $key}) where ${waiting} ${withRun}
     with s, isDead, isSetAside where not isSetAside
     return s.place as place, s.key as key, s.id as id, s.run as run, s.askedAt as askedAt, s.quietMs as quietMs,
       s.maxMs as maxMs, isDead order by s.place desc limit 1`,
    { key, now },
  );
  if (newest === undefined) return nothing;
  const [first] = await ask(
    `match (s:SkeinSlot {key: $key}) where ${waiting} return min(s.askedAt) as firstAt`,
    { key },
  );
  const quietUntil = Number(newest['askedAt']) + Number(newest['quietMs']);
  const max = newest['maxMs'] ?? null;
  const until =
    max === null ? quietUntil : Math.min(quietUntil, Number(first?.['firstAt']) + Number(max));
  if (now < until) return { ...nothing, nextAt: until };
  // Whoever takes its run over asks again. Until then nobody goes in its place.
  if (newest['isDead'] === true) return { ...nothing, nextAt: now + abandonedMs };
  await ask('match (s:SkeinSlot {key: $key, id: $id}) set s.grantedAt = $now', {
    key,
    id: newest['id'],
    now,
  });
  const others = await ask(
    `match (s:SkeinSlot {key: $key}) where ${waiting} and s.place < $place set s.supersededBy = $by
     return s.key as key, s.id as id, s.run as run order by s.place`,
    { key, place: newest['place'], by: newest['run'] },
  );
  const winner = slotOf(newest);
  const superseded = others.map((row) => ({ ...slotOf(row), by: winner.run }));
  return { granted: [winner], superseded, nextAt: null };
}

/** With what says whether its run can go on. */
const withRun = `optional match (r:SkeinRun {id: s.run}) optional match (v:SkeinServer {owner: r.owner})
  optional match (t:SkeinRun {id: coalesce(r.root, r.id)})
  with s, v.until as until, coalesce(r.isOpen, false) as isOpen, t.quarantinedAt is not null as isSetAside,
    r.owner is not null and coalesce(v.until, 0) <= $now as isDead`;

/** Slots of runs that have ended, or that nobody has driven for long (Q3). */
async function dropAbandoned(ask: Ask, key: string, now: number): Promise<void> {
  await ask(
    `match (s:SkeinSlot {key: $key}) where s.grantedAt is not null and s.perMs is null ${withRun}
     set s.deadSince = case when isDead then coalesce(s.deadSince, $now) else null end
     with s, isOpen, isSetAside, isDead, coalesce(until, s.deadSince) as deadSince
     where not isOpen or isSetAside or (isDead and deadSince + $abandonedMs <= $now) delete s`,
    { key, now, abandonedMs },
  );
}

async function nextInLine(ask: Ask, key: string, now: number): Promise<GraphRow | undefined> {
  const given = { key, now, passedMax };
  await ask(
    `match (s:SkeinSlot {key: $key}) where s.grantedAt is null ${withRun}
     with s, isOpen where not isOpen delete s`,
    given,
  );
  const [next] = await ask(
    `match (s:SkeinSlot {key: $key}) where s.grantedAt is null and s.supersededBy is null ${withRun}
     with s, isDead, isSetAside where not isDead and not isSetAside ${returned}
     order by s.passed < $passedMax, case when s.passed >= $passedMax then 0 else s.priority end, s.place
     limit 1`,
    given,
  );
  return next;
}

function slotOf(row: GraphRow): GrantedSlot {
  return { ...nameOf(row), run: runOf(row['run']) };
}

function runOf(value: unknown): RunId {
  return runId(fromKey(String(value)));
}

function nameOf(row: GraphRow): SlotName {
  return { key: fromKey(String(row['key'])), id: fromKey(String(row['id'])) };
}

// Slots of one process: for the memory store, and for stores of one's own that keep none.
import type { RunId } from '@skein/kernel';
import {
  passedMax,
  type GrantedSlot,
  type SlotAsk,
  type SlotName,
  type SlotNews,
  type SlotRecord,
  type SlotStore,
  type SupersededSlot,
} from './slot-store.ts';

interface Entry extends SlotAsk {
  readonly place: number;
  readonly askedAt: number;
  grantedAt: number | null;
  supersededBy: RunId | null;
  passed: number;
}

/** Whether a run can go on: `over` when it has ended or is gone, `aside` while it is quarantined. */
type RunProgress = 'open' | 'over' | 'aside';

export function processSlots(progressOf: (run: RunId) => RunProgress = () => 'open'): SlotStore {
  const keys = new Map<string, Map<string, Entry>>();
  let places = 0;
  const settle = (key: string, now: number): SlotNews => {
    const entries = keys.get(key);
    if (entries === undefined) return nothing;
    for (const entry of entries.values()) {
      const end = endOf(entry);
      const progress = end === null ? progressOf(entry.run) : 'open';
      const isLeft = progress === 'aside' && entry.grantedAt !== null;
      if (progress === 'over' || isLeft || (end !== null && end <= now)) entries.delete(entry.id);
    }
    const granted: GrantedSlot[] = [];
    const canTake = ({ run }: Entry) => progressOf(run) === 'open';
    if (waiting(entries).some(({ quietMs }) => quietMs !== undefined)) {
      return settleQuiet(waiting(entries).filter(canTake), now);
    }
    for (let next = nextIn(entries, canTake); next !== null; next = nextIn(entries, canTake)) {
      next.grantedAt = now;
      for (const entry of waiting(entries)) if (entry.place < next.place) entry.passed += 1;
      granted.push({ key, id: next.id, run: next.run });
    }
    if (entries.size === 0) keys.delete(key);
    const nextAt = waiting(entries).length === 0 ? null : firstEnd(entries);
    return { granted, superseded: [], nextAt };
  };
  return {
    ask(slot, now) {
      const entries = keys.get(slot.key) ?? new Map<string, Entry>();
      keys.set(slot.key, entries);
      const known = entries.get(slot.id);
      if (known === undefined) {
        const fresh = { place: ++places, askedAt: now, grantedAt: null, supersededBy: null };
        entries.set(slot.id, { ...slot, ...fresh, passed: 0 });
      }
      const by = known?.supersededBy ?? null;
      const news = settle(slot.key, now);
      if (by !== null) return { ...news, superseded: [supersededOf(slot, by)] };
      if ((known?.grantedAt ?? null) === null || news.granted.some(({ id }) => id === slot.id))
        return news;
      const { key, id, run } = slot;
      return { ...news, granted: [{ key, id, run }, ...news.granted] };
    },
    free(slots, now) {
      for (const { key, id } of slots) {
        const entry = keys.get(key)?.get(id);
        // A start in a period counts until the period is over.
        if (entry === undefined || endOf(entry) === null) keys.get(key)?.delete(id);
      }
      const news = [...new Set(slots.map(({ key }) => key))].map((key) => settle(key, now));
      return {
        granted: news.flatMap(({ granted }) => granted),
        superseded: news.flatMap(({ superseded }) => superseded),
        nextAt: null,
      };
    },
    look: settle,
    granted: (slots) =>
      slots.filter(({ key, id }) => (keys.get(key)?.get(id)?.grantedAt ?? null) !== null),
    superseded: (slots) =>
      slots.flatMap(({ key, id }) => {
        const entry = keys.get(key)?.get(id);
        const by = entry?.supersededBy ?? null;
        return entry === undefined || by === null ? [] : [supersededOf(entry, by)];
      }),
    ofRun: (run) => namesOf(keys, run),
    list: (key, limit) => inOrder(keys.get(key) ?? new Map()).slice(0, limit),
  };
}

type Entries = ReadonlyMap<string, Entry>;

const nothing: SlotNews = { granted: [], superseded: [], nextAt: null };

function waiting(entries: Entries): readonly Entry[] {
  return [...entries.values()].filter(
    ({ grantedAt, supersededBy }) => grantedAt === null && supersededBy === null,
  );
}

/** The newest when nobody newer has come for so long (Q5). */
function settleQuiet(queue: readonly Entry[], now: number): SlotNews {
  const newest = queue.at(-1);
  const first = queue[0];
  if (newest === undefined || first === undefined) return nothing;
  const { askedAt, quietMs = 0, maxMs = Infinity } = newest;
  const until = Math.min(askedAt + quietMs, first.askedAt + maxMs);
  if (now < until) return { ...nothing, nextAt: until };
  newest.grantedAt = now;
  const others = queue.slice(0, -1);
  for (const entry of others) entry.supersededBy = newest.run;
  const { key, id, run } = newest;
  const superseded = others.map((entry) => supersededOf(entry, run));
  return { granted: [{ key, id, run }], superseded, nextAt: null };
}

function supersededOf({ key, id, run }: GrantedSlot, by: RunId): SupersededSlot {
  return { key, id, run, by };
}

/** Whose turn it is (Q1), if there is room by its own limit (Q2). */
function nextIn(entries: Entries, canTake: (entry: Entry) => boolean): Entry | null {
  const queue = waiting(entries);
  const [next] = queue.filter(canTake).toSorted(byTurn);
  return next !== undefined && entries.size - queue.length < next.limit ? next : null;
}

function byTurn(left: Entry, right: Entry): number {
  const isLate = ({ passed }: Entry) => (passed >= passedMax ? 0 : 1);
  const late = isLate(left) - isLate(right);
  if (late !== 0) return late;
  const before = isLate(left) === 0 ? 0 : left.priority - right.priority;
  return before === 0 ? left.place - right.place : before;
}

function endOf({ grantedAt, perMs }: Entry): number | null {
  return grantedAt === null || perMs === undefined ? null : grantedAt + perMs;
}

function firstEnd(entries: Entries): number | null {
  const ends = [...entries.values()].map(endOf).filter((end) => end !== null);
  return ends.length === 0 ? null : Math.min(...ends);
}

function namesOf(keys: ReadonlyMap<string, Entries>, run: RunId): readonly SlotName[] {
  return [...keys.values()].flatMap((entries) =>
    [...entries.values()].filter((entry) => entry.run === run).map(({ key, id }) => ({ key, id })),
  );
}

function inOrder(entries: Entries): readonly SlotRecord[] {
  const held = [...entries.values()].filter(({ grantedAt }) => grantedAt !== null);
  return [...held, ...waiting(entries).toSorted(byTurn)].map((entry) => ({
    key: entry.key,
    id: entry.id,
    run: entry.run,
    isGranted: entry.grantedAt !== null,
    at: entry.grantedAt ?? entry.askedAt,
    priority: entry.priority,
  }));
}

import type { RunId, WaitId } from '@skein/kernel';
import type { WaitClosing, WaitRecord, WaitStore } from '@skein/ports';
import { pageOf } from './page.ts';

export interface MemoryWaits {
  readonly port: WaitStore;
  open(wait: WaitRecord): void;
  /** One that was closed. */
  reopen(wait: WaitId): void;
  close(closing: WaitClosing): void;
  /** Includes closed ones. */
  forgetRun(run: RunId): void;
}

export function memoryWaits(): MemoryWaits {
  const all = new Map<string, WaitRecord>();
  const open = new Map<string, WaitRecord>();
  const places = new Map<string, number>();
  let opened = 0;
  const allByRun: Index = new Map();
  const openByRun: Index = new Map();
  const openByEvent: Index = new Map();

  function* ofIds(ids: Iterable<string>): Generator<WaitRecord> {
    for (const id of ids) {
      const wait = open.get(id);
      if (wait !== undefined) yield wait;
    }
  }

  return {
    port: {
      get: (wait) => all.get(wait),
      list(filter) {
        const { run, node, event, user, who } = filter;
        const candidates =
          run !== undefined
            ? ofIds(idsIn(openByRun, run))
            : event !== undefined
              ? ofIds(idsIn(openByEvent, event))
              : open.values();
        return pageOf(candidates, filter, {
          fits: (wait) =>
            (node === undefined || wait.node === node) &&
            (event === undefined || wait.event === event) &&
            (user === undefined || (wait.user ?? '') === user) &&
            (who === undefined || (wait.question.who ?? []).includes(who)),
          placeOf: (wait) => places.get(wait.id) ?? 0,
        });
      },
    },
    open(wait) {
      places.set(wait.id, opened++);
      addTo(allByRun, wait.run, wait.id);
      all.set(wait.id, wait);
      open.set(wait.id, wait);
      addTo(openByRun, wait.run, wait.id);
      if (wait.event !== undefined) addTo(openByEvent, wait.event, wait.id);
    },
    reopen(id) {
      const wait = all.get(id);
      if (wait === undefined || open.has(id)) return;
      const again: WaitRecord = { ...wait, status: 'open' };
      places.set(id, opened++);
      all.set(id, again);
      open.set(id, again);
      addTo(openByRun, wait.run, id);
      if (wait.event !== undefined) addTo(openByEvent, wait.event, id);
    },
    close({ wait: id, status, answer }) {
      const wait = open.get(id);
      if (wait === undefined) return;
      all.set(id, { ...wait, status, ...(answer === undefined ? {} : { answer }) });
      open.delete(id);
      places.delete(id);
      removeFrom(openByRun, wait.run, id);
      if (wait.event !== undefined) removeFrom(openByEvent, wait.event, id);
    },
    forgetRun(run) {
      for (const id of idsIn(allByRun, run)) all.delete(id);
      allByRun.delete(run);
    },
  };
}

/** The ids under a key. Most keys have one, and a set takes more memory than the wait. */
type Index = Map<string, string | Set<string>>;

function idsIn(index: Index, key: string): Iterable<string> {
  const ids = index.get(key);
  if (ids === undefined) return [];
  return typeof ids === 'string' ? [ids] : ids;
}

function addTo(index: Index, key: string, id: string): void {
  const ids = index.get(key);
  if (ids === undefined) index.set(key, id);
  else if (typeof ids === 'string') index.set(key, new Set([ids, id]));
  else ids.add(id);
}

function removeFrom(index: Index, key: string, id: string): void {
  const ids = index.get(key);
  if (ids === undefined) return;
  if (typeof ids === 'string') {
    if (ids === id) index.delete(key);
    return;
  }
  ids.delete(id);
  if (ids.size === 0) index.delete(key);
}

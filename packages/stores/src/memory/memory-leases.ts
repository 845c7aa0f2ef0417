// One process has the whole store, so a claim is a plain assignment. The rules of every store apply nevertheless:
// tests run several engines over one memory store.
import type { RunId } from '@skein/kernel';
import type { LeaseStore } from '@skein/ports';
import { checkId } from '../values/check-append.ts';
import { takeTurns } from '../values/take-turns.ts';
import { isUnfinished, type MemoryRun } from './memory-run.ts';

export function memoryLeases(runs: ReadonlyMap<RunId, MemoryRun>): LeaseStore {
  const aliveUntil = new Map<string, number>();

  /** Since when, or from when, it is due; null when it never becomes due by itself. */
  function dueAt({ owner, wakeAt }: MemoryRun): number | null {
    return owner === null ? wakeAt : (aliveUntil.get(owner) ?? 0);
  }

  function take(run: MemoryRun, owner: string): number {
    const hasDied = run.owner !== null && run.owner !== owner && aliveUntil.has(run.owner);
    if (hasDied) {
      run.deaths = run.deathSeq === run.rows.length ? run.deaths + 1 : 1;
      run.deathSeq = run.rows.length;
    }
    run.owner = owner;
    run.epoch += 1;
    return run.epoch;
  }

  return {
    renew(owner, until) {
      checkId('id of the owner', owner);
      aliveUntil.set(owner, until);
    },
    claim(id, owner, now) {
      checkId('id of the owner', owner);
      const run = runs.get(id);
      if (run === undefined) return undefined;
      const until = run.owner === null ? 0 : (aliveUntil.get(run.owner) ?? 0);
      if (run.owner !== null && run.owner !== owner && until > now) {
        return { owner: run.owner, until };
      }
      return { epoch: take(run, owner) };
    },
    claimDue(owner, now, limit) {
      const due: { readonly run: MemoryRun; readonly at: number }[] = [];
      for (const run of runs.values()) {
        const at = isUnfinished(run) && run.owner !== owner ? dueAt(run) : null;
        if (at !== null && at <= now) due.push({ run, at });
      }
      due.sort((left, right) => left.at - right.at || left.run.place - right.run.place);
      const taken = takeTurns(due, ({ run }) => run.origin.user ?? '', limit);
      return taken.map(({ run }) => ({ run: run.id, epoch: take(run, owner) }));
    },
    nextDue(now) {
      let next: number | null = null;
      for (const run of runs.values()) {
        const at = isUnfinished(run) ? dueAt(run) : null;
        if (at !== null && (next === null || at < next)) next = at;
      }
      return next === null ? null : Math.max(now, next);
    },
    resign(owner) {
      aliveUntil.delete(owner);
    },
  };
}

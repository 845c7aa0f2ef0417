import type { Json, RunId } from '@skein/kernel';
import { EngineError, type InboxCommand, type InboxStore } from '@skein/ports';
import { checkId } from '../values/check-append.ts';
import type { MemoryRun } from './memory-run.ts';

interface Entry {
  readonly command: InboxCommand;
  /** The epoch of the run whose owner has taken the command. */
  takenIn: number | null;
  outcome: { readonly outcome: Json } | undefined;
}

export interface MemoryInbox {
  readonly port: InboxStore;
  hasUnsettled(run: RunId): boolean;
  forgetRun(run: RunId): void;
}

export function memoryInbox(runOf: (id: RunId) => MemoryRun | undefined): MemoryInbox {
  const entries = new Map<string, Entry>();
  const unsettled = new Set<Entry>();
  return {
    port: {
      put(command) {
        checkId('id of the command', command.id);
        const run = runOf(command.run);
        if (run === undefined) throw new EngineError('RUN_NOT_FOUND', { run: command.run });
        if (entries.has(command.id)) return;
        const entry: Entry = { command, takenIn: null, outcome: undefined };
        entries.set(command.id, entry);
        unsettled.add(entry);
        if (run.owner === null) run.wakeAt = 0;
      },
      take(owner, limit = 100) {
        const taken: InboxCommand[] = [];
        for (const entry of unsettled) {
          const run = runOf(entry.command.run);
          if (taken.length === limit) break;
          if (run === undefined || run.owner !== owner || entry.takenIn === run.epoch) continue;
          entry.takenIn = run.epoch;
          taken.push(entry.command);
        }
        return taken;
      },
      settle(id, outcome) {
        const entry = entries.get(id);
        if (entry === undefined || entry.outcome !== undefined) return;
        entry.outcome = { outcome };
        unsettled.delete(entry);
      },
      outcome: (id) => entries.get(id)?.outcome,
    },
    hasUnsettled: (run) =>
      unsettled.size > 0 && [...unsettled].some(({ command }) => command.run === run),
    forgetRun(run) {
      for (const [id, entry] of entries) {
        if (entry.command.run !== run) continue;
        entries.delete(id);
        unsettled.delete(entry);
      }
    },
  };
}

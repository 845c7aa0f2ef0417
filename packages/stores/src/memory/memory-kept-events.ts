import type { RunId } from '@skein/kernel';
import type { KeptEvent, KeptEventStore } from '@skein/ports';
import { checkId } from '../values/check-append.ts';

export interface MemoryKeptEvents {
  readonly port: KeptEventStore;
  take(run: RunId, events: readonly string[]): void;
  forgetRun(run: RunId): void;
}

export function memoryKeptEvents(): MemoryKeptEvents {
  const eventsByRun = new Map<string, KeptEvent[]>();
  return {
    port: {
      keep(run, event) {
        checkId('id of the event', event.id);
        const events = eventsByRun.get(run);
        if (events === undefined) eventsByRun.set(run, [event]);
        else if (!events.some(({ id }) => id === event.id)) events.push(event);
      },
      list: (run) => [...(eventsByRun.get(run) ?? [])],
    },
    take(run, taken) {
      const left = eventsByRun.get(run)?.filter(({ id }) => !taken.includes(id)) ?? [];
      if (left.length === 0) eventsByRun.delete(run);
      else eventsByRun.set(run, left);
    },
    forgetRun(run) {
      eventsByRun.delete(run);
    },
  };
}

// Delivering the outbox
// Nothing is asked of the store while nothing is due: whoever writes a message wakes the delivery, and the time of the next one is
// known. It looks now and then all the same, because a signal may get lost.
import { deliverDue, type DeliveryServices } from './deliver-due.ts';
import type { OutboxOptions } from './destinations.ts';

export interface OutboxDelivery {
  /** Tries what is due; gives back how many messages it tried. */
  deliverDue(): Promise<number>;
  start(): void;
  /** Something may be due. */
  wake(): void;
  /** Begins no further try. */
  leave(): void;
  /**
   * Begins no further try, and lets those in flight end and be recorded for at most `limitMs`; then they are aborted, and the next
   * server makes them again. Stopping it again with less time shortens that.
   */
  stop(limitMs?: number): Promise<void>;
}

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 24 * 3_600_000];
const keepMs = { delivered: 7 * day, dropped: 7 * day, dead: 30 * day };
const pruneEveryMs = hour;

export function outboxDelivery(
  services: DeliveryServices,
  options: OutboxOptions,
  owner: string,
): OutboxDelivery {
  const { records, clock } = services;
  const { backstopMs = minute } = options;
  const tries = triesOf(services, options, owner);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Promise<void> | null = null;
  let isStarted = false;
  let isWoken = false;
  let unlisten = () => {};

  async function round(): Promise<void> {
    let waitMs = backstopMs;
    try {
      const tried = await tries.make();
      const next = tried > 0 ? clock.now() : await records.outbox.nextDue();
      // One that is due and was not tried is with another server, or with one that has just died.
      const least = tried > 0 ? 0 : second;
      if (next !== null) waitMs = Math.min(backstopMs, Math.max(least, next - clock.now()));
    } catch (error) {
      if (!tries.isStopped()) services.onProblem(error);
      waitMs = Math.min(backstopMs, 5 * second);
    }
    current = null;
    plan(isWoken ? 0 : waitMs);
  }

  function plan(ms: number): void {
    if (tries.isLeaving()) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isWoken = false;
      current = round();
    }, ms);
    timer.unref();
  }

  function wake(): void {
    isWoken = true;
    if (isStarted && current === null) plan(0);
  }

  function leave(): void {
    tries.leave();
    unlisten();
    clearTimeout(timer);
  }

  return {
    deliverDue: () => tries.makeAsked(),
    wake,
    leave,
    start() {
      isStarted = true;
      unlisten = options.listen?.(wake) ?? unlisten;
      plan(0);
    },
    async stop(limitMs = 0) {
      leave();
      await tries.end(current, limitMs);
    },
  };
}

/** The tries of one server, until it leaves; those in flight are aborted when it stops. */
function triesOf(services: DeliveryServices, options: OutboxOptions, owner: string) {
  const leaving = new AbortController();
  const stopping = new AbortController();
  const aborted = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve());
  });
  /** Those that somebody outside has asked for. */
  const asked = new Set<Promise<number>>();
  const prune = pruning(services);
  const isLeaving = () => leaving.signal.aborted;
  const make = async (): Promise<number> => {
    await prune();
    return deliverDue(services, options, { owner, signal: stopping.signal, isLeaving });
  };
  return {
    make,
    isLeaving,
    isStopped: () => stopping.signal.aborted,
    leave: () => leaving.abort(),
    makeAsked(): Promise<number> {
      const made = make().finally(() => asked.delete(made));
      asked.add(made);
      return made;
    },
    async end(current: Promise<void> | null, limitMs: number): Promise<void> {
      const limit = setTimeout(() => stopping.abort(), limitMs);
      await Promise.race([Promise.allSettled([current, ...asked]), aborted]);
      clearTimeout(limit);
      stopping.abort();
    },
  };
}

/** Forgets old messages, now and then. */
function pruning({ records, clock }: DeliveryServices): () => Promise<void> {
  let prunedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (now - prunedAt < pruneEveryMs) return;
    prunedAt = now;
    for (const status of ['delivered', 'dropped', 'dead'] as const) {
      await records.outbox.prune(status, now - keepMs[status]);
    }
  };
}

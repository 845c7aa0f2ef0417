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
  /** Resolves when nothing is being sent any more. */
  stop(): Promise<void>;
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
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Promise<void> | null = null;
  let isStarted = false;
  let isWoken = false;
  let unlisten = () => {};
  let prunedAt = Number.NEGATIVE_INFINITY;

  async function deliver(): Promise<number> {
    await prune();
    return deliverDue(services, options, { owner, signal: stopping.signal });
  }

  async function prune(): Promise<void> {
    const now = clock.now();
    if (now - prunedAt < pruneEveryMs) return;
    prunedAt = now;
    for (const status of ['delivered', 'dropped', 'dead'] as const) {
      await records.outbox.prune(status, now - keepMs[status]);
    }
  }

  async function round(): Promise<void> {
    let waitMs = backstopMs;
    try {
      const tried = await deliver();
      const next = tried > 0 ? clock.now() : await records.outbox.nextDue();
      // One that is due and was not tried is with another server, or with one that has just died.
      const least = tried > 0 ? 0 : second;
      if (next !== null) waitMs = Math.min(backstopMs, Math.max(least, next - clock.now()));
    } catch (error) {
      if (!stopping.signal.aborted) services.onProblem(error);
      waitMs = Math.min(backstopMs, 5 * second);
    }
    current = null;
    plan(isWoken ? 0 : waitMs);
  }

  function plan(ms: number): void {
    if (stopping.signal.aborted) return;
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

  return {
    deliverDue: deliver,
    wake,
    start() {
      isStarted = true;
      unlisten = options.listen?.(wake) ?? unlisten;
      plan(0);
    },
    async stop() {
      stopping.abort();
      unlisten();
      clearTimeout(timer);
      await current;
    },
  };
}

// Run watchers
// Who wants to hear of one run: streams of its events, and callers that wait until it has finished, settled or answered.
import type { Derived, RunEvent } from '@skein/kernel';
import { Feed } from './feed.ts';
import type { RunUpdate } from './run-update.ts';

interface Waiter {
  readonly until: 'finished' | 'settled' | 'responded';
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class RunWatchers {
  #feeds: Set<Feed> | null = null;
  /** Null when nobody waits. */
  #waiters: Waiter[] | null = null;
  /** How it all ended: callers may come a tick too late. */
  #over: { readonly error: unknown } | 'finished' | null = null;

  get isWatched(): boolean {
    return this.#feeds !== null;
  }

  get isAwaited(): boolean {
    return this.#waiters !== null;
  }

  watch(): Feed {
    const feeds = (this.#feeds ??= new Set());
    const feed = new Feed(() => {
      feeds.delete(feed);
      if (feeds.size === 0) this.#feeds = null;
    });
    feeds.add(feed);
    if (this.#over !== null) feed.end(this.#over === 'finished' ? undefined : this.#over.error);
    return feed;
  }

  /** When the run has finished, or is as wanted. */
  until(until: Waiter['until']): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#over === null) {
        const waiter = { until, resolve, reject };
        if (this.#waiters === null) this.#waiters = [waiter];
        else this.#waiters.push(waiter);
      } else if (this.#over === 'finished') resolve();
      else reject(this.#over.error);
    });
  }

  tell(update: RunUpdate): void {
    if (this.#feeds !== null) for (const feed of this.#feeds) feed.push(update);
  }

  tellRows(events: readonly RunEvent[], derived: readonly (readonly Derived[])[]): void {
    events.forEach((event, i) =>
      this.tell({ type: 'event', seq: event.seq, event, derived: derived[i] ?? [] }),
    );
  }

  settle(): void {
    this.#release((waiter) => waiter.until === 'settled');
  }

  respond(): void {
    this.#release((waiter) => waiter.until === 'responded');
  }

  finish(): void {
    this.#over = 'finished';
    this.#release(() => true);
    for (const feed of this.#feeds ?? []) feed.end();
  }

  fail(error: unknown): void {
    this.#over = { error };
    const waiters = this.#waiters;
    this.#waiters = null;
    for (const waiter of waiters ?? []) waiter.reject(error);
    for (const feed of this.#feeds ?? []) feed.end(error);
  }

  #release(which: (waiter: Waiter) => boolean): void {
    const waiters = this.#waiters;
    if (waiters === null) return;
    const left = waiters.filter((waiter) => !which(waiter));
    this.#waiters = left.length === 0 ? null : left;
    for (const waiter of waiters) if (which(waiter)) waiter.resolve();
  }
}

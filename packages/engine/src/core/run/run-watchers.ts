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
  #waiters: Waiter[] = [];
  /** How it all ended: callers may come a tick too late. */
  #over: { readonly error: unknown } | 'finished' | null = null;

  get isWatched(): boolean {
    return this.#feeds !== null;
  }

  get isAwaited(): boolean {
    return this.#waiters.length > 0;
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
      if (this.#over === null) this.#waiters.push({ until, resolve, reject });
      else if (this.#over === 'finished') resolve();
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
    this.#waiters = [];
    for (const waiter of waiters) waiter.reject(error);
    for (const feed of this.#feeds ?? []) feed.end(error);
  }

  #release(which: (waiter: Waiter) => boolean): void {
    if (this.#waiters.length === 0) return;
    const released = this.#waiters.filter(which);
    this.#waiters = this.#waiters.filter((waiter) => !which(waiter));
    for (const waiter of released) waiter.resolve();
  }
}

// A feed
// Between a run and one reader of its stream. Bounded: a reader that falls too far behind loses what was kept for it and is
// told so; it can read the rows it missed from the journal.
import type { RunUpdate } from './run-update.ts';

const updatesMax = 10_000;

export type FeedItem = RunUpdate | { readonly type: 'lagged' } | { readonly type: 'end' };

export class Feed {
  #updates: RunUpdate[] = [];
  #next = 0;
  #hasLagged = false;
  #ended: { readonly error: unknown } | null = null;
  #wake: (() => void) | null = null;
  readonly #onClose: () => void;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  push(update: RunUpdate): void {
    if (this.#updates.length - this.#next >= updatesMax) {
      this.#updates = [];
      this.#next = 0;
      this.#hasLagged = true;
    }
    this.#updates.push(update);
    this.#wake?.();
  }

  end(error?: unknown): void {
    this.#ended = { error };
    this.#wake?.();
  }

  close(): void {
    this.#onClose();
  }

  /** What can be taken at once. */
  ready(): FeedItem | undefined {
    if (this.#hasLagged) {
      this.#hasLagged = false;
      return { type: 'lagged' };
    }
    const update = this.#updates[this.#next];
    if (update !== undefined) return this.#advance(update);
    if (this.#ended === null) return undefined;
    if (this.#ended.error !== undefined) throw this.#ended.error;
    return { type: 'end' };
  }

  async take(): Promise<FeedItem> {
    for (;;) {
      const item = this.ready();
      if (item !== undefined) return item;
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
      this.#wake = null;
    }
  }

  #advance(update: RunUpdate): RunUpdate {
    this.#next += 1;
    if (this.#next === this.#updates.length) {
      this.#updates = [];
      this.#next = 0;
    }
    return update;
  }
}

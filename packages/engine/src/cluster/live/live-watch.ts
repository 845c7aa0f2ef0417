import type { ActivationName, JsonObject } from '@skein/kernel';

/** What a function reports to watchers; it is not in the journal. */
export interface Progress extends ActivationName {
  /** The number of the newest row that its call knew. */
  readonly after: number;
  readonly data: JsonObject;
}

/** What one reader of a run receives about it from other processes. */
export class LiveWatch {
  readonly #onClose: () => void;
  #progress: Progress[] = [];
  #hasRows = false;
  #wake: (() => void) | null = null;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  /** Null: the run has new rows. */
  receive(progress: readonly Progress[] | null): void {
    if (progress === null) this.#hasRows = true;
    // A reader that is too slow loses the oldest signals.
    else this.#progress = [...this.#progress, ...progress].slice(-progressMax);
    this.#wake?.();
  }

  /** Resolves when a signal arrived, or after that time; false when it was only progress of functions. */
  async next(ms: number): Promise<boolean> {
    if (!this.#hasRows && this.#progress.length === 0) await this.#signal(ms);
    const isProgressOnly = !this.#hasRows && this.#progress.length > 0;
    this.#hasRows = false;
    return !isProgressOnly;
  }

  /** What functions reported since the last call. */
  take(): readonly Progress[] {
    const progress = this.#progress;
    this.#progress = [];
    return progress;
  }

  close(): void {
    this.#onClose();
  }

  #signal(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const progressMax = 1000;

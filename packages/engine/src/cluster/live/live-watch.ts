import type { ActivationName, JsonObject } from '@skein/kernel';

/** What a function reports to watchers; it is not in the journal. */
export interface Told extends ActivationName {
  readonly data: JsonObject;
}

/** What one reader of a run receives about it from other processes. */
export class LiveWatch {
  readonly #onClose: () => void;
  #told: Told[] = [];
  #hasRows = false;
  #wake: (() => void) | null = null;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  /** Null: the run has new rows. */
  hear(told: readonly Told[] | null): void {
    if (told === null) this.#hasRows = true;
    // A reader that is too slow loses the oldest signals.
    else this.#told = [...this.#told, ...told].slice(-toldMax);
    this.#wake?.();
  }

  /** Resolves when a signal arrived, or after that time; false when it was only progress of functions. */
  async next(ms: number): Promise<boolean> {
    if (!this.#hasRows && this.#told.length === 0) await this.#heard(ms);
    const isToldOnly = !this.#hasRows && this.#told.length > 0;
    this.#hasRows = false;
    return !isToldOnly;
  }

  /** What functions reported since the last call. */
  take(): readonly Told[] {
    const told = this.#told;
    this.#told = [];
    return told;
  }

  close(): void {
    this.#onClose();
  }

  #heard(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const toldMax = 1000;

import type { ActivationName, JsonObject } from '@skein/kernel';

/** What a function tells whoever watches; it is in no journal. */
export interface Told extends ActivationName {
  readonly data: JsonObject;
}

/** What one reader of a run hears of it from elsewhere. */
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
    // A reader that is too slow loses the oldest.
    else this.#told = [...this.#told, ...told].slice(-toldMax);
    this.#wake?.();
  }

  /** When something was heard, or after that time; false when it was only what functions told. */
  async next(ms: number): Promise<boolean> {
    if (!this.#hasRows && this.#told.length === 0) await this.#heard(ms);
    const isToldOnly = !this.#hasRows && this.#told.length > 0;
    this.#hasRows = false;
    return !isToldOnly;
  }

  /** What functions told since it was last asked. */
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

import type { Runtime } from '../runtime.ts';
import { recoverRuns } from './recover-runs.ts';

const recoverAfterMs = 10_000;

/** Looks again for runs without a driver, some time after one had to be given up: a store that was away comes back. */
export class Recovery {
  readonly #runtimeOf: () => Runtime;
  #cancel: (() => void) | null = null;

  constructor(runtimeOf: () => Runtime) {
    this.#runtimeOf = runtimeOf;
  }

  plan(): void {
    if (this.#cancel !== null) return;
    const { clock } = this.#runtimeOf();
    this.#cancel = clock.setTimer(clock.now() + recoverAfterMs, () => this.#recover());
  }

  stop(): void {
    this.#cancel?.();
  }

  #recover(): void {
    const runtime = this.#runtimeOf();
    this.#cancel = null;
    recoverRuns(runtime).catch((error: unknown) => {
      runtime.onProblem(error);
      if (!runtime.isClosed) this.plan();
    });
  }
}

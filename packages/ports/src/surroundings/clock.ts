// The clock port
// The only source of time and of timers outside the kernel, so that tests and the simulation can own both.

/** Longer timeouts overflow a 32-bit integer, and Node then fires them at once: 24 days. */
export const timerMsMax = 2 ** 31 - 1;

export interface Clock {
  /** Milliseconds since 1970. May jump, also backwards: the engine never lets a journal's time go back. */
  now(): number;
  /**
   * Calls `fire` once, not before `at`; the function given back takes that back. A process stays alive for its timers,
   * but not for those of which that is said here.
   */
  setTimer(at: number, fire: () => void, options?: { readonly isIdle?: boolean }): () => void;
}

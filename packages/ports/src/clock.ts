// The clock port
// The only source of time and of timers outside the kernel, so that tests and the simulation can own both.

export interface Clock {
  /** Milliseconds since 1970. May jump, also backwards: the engine never lets a journal's time go back. */
  now(): number;
  /** Calls `fire` once, not before `at`; the function given back takes that back. */
  setTimer(at: number, fire: () => void): () => void;
}

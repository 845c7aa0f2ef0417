/** Failures here mean that something is unavailable: handlers are retried until it is back. */
export const handlerOptions = {
  retryPolicy: {
    initialInterval: 50,
    exponentiationFactor: 2,
    maxInterval: 5000,
    maxAttempts: 1_000_000,
    onMaxAttempts: 'pause',
  },
  // The journal of a run is in the store; that of an invocation is useless once it has ended.
  journalRetention: 0,
} as const;

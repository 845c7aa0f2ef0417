/** Whatever fails here fails because something is away: it is tried until that is back. */
export const handlerOptions = {
  retryPolicy: {
    initialInterval: 50,
    exponentiationFactor: 2,
    maxInterval: 5000,
    maxAttempts: 1_000_000,
    onMaxAttempts: 'pause',
  },
  // The journal of a run is in the store; that of an invocation is of no use once it has ended.
  journalRetention: 0,
} as const;

// What a watcher and who reads it share: numbers in one piece of memory, so that neither waits for the other.
export interface WatchSetup {
  readonly url: string;
  readonly pid: number;
  readonly record: Float64Array<SharedArrayBuffer>;
}

/** The first places; for each answer two follow: how long it took, and how long the first thread of the server has worked meanwhile. */
export const placeOf = { count: 0, peakBytes: 1 } as const;
export const answersFrom = 2;
export const answerLength = 2;

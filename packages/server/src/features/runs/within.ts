/** What a promise gives within this time; null when it takes longer, or nobody waits any more. */
export async function within<T>(
  promise: Promise<T>,
  waitMs: number,
  signals: readonly AbortSignal[],
): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const leave = () => resolve(null);
  const timer = setTimeout(leave, waitMs);
  for (const signal of signals) signal.addEventListener('abort', leave);
  // None fires again if it was aborted before.
  if (signals.some(({ aborted }) => aborted)) leave();
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', leave);
  }
}

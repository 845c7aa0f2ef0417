import process from 'node:process';

export interface StopSignals {
  /** The process is asked to stop. */
  readonly first: Promise<void>;
  /** It is asked again: to stop at once. The next signal after that kills it. */
  readonly second: Promise<void>;
}

export function stopSignals(): StopSignals {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const stop = () => {
    count += 1;
    if (count === 1) return first.resolve();
    process.off('SIGTERM', stop);
    process.off('SIGINT', stop);
    return second.resolve();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return { first: first.promise, second: second.promise };
}

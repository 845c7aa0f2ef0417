import timers from 'node:timers';
import type { Clock } from '@skein/ports';

/** Waits for some milliseconds, or rejects as soon as the signal aborts. A given clock decides when the time is up. */
export async function sleep(
  milliseconds: number,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock?: Clock | undefined },
): Promise<void> {
  if (clock === undefined) await timers.promises.setTimeout(milliseconds, undefined, { signal });
  else await sleepBy(clock, milliseconds, signal);
}

function sleepBy(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => {
      takeBack();
      reject(signal.reason);
    };
    const takeBack = clock.setTimer(clock.now() + milliseconds, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    signal.addEventListener('abort', abort, { once: true });
  });
}

import type { Clock } from '@skein/ports';

/** Longer timeouts overflow a 32-bit integer and Node then fires them at once. */
const timeoutMaxMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(at, fire, { isIdle = false } = {}) {
    let timeout: NodeJS.Timeout;
    const arm = () => {
      const leftMs = at - Date.now();
      timeout =
        leftMs > timeoutMaxMs
          ? setTimeout(arm, timeoutMaxMs)
          : setTimeout(check, Math.max(0, leftMs));
      if (isIdle) timeout.unref();
    };
    const check = () => {
      // Node's timers may fire a millisecond early, and the wall clock may have been set back meanwhile.
      if (Date.now() < at) arm();
      else fire();
    };
    arm();
    return () => clearTimeout(timeout);
  },
};

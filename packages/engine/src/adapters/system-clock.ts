// The system clock
// Timers of the wall clock. Node's run on the monotonic clock, which stands still while a machine sleeps and does not notice that the wall
// clock was set.
//
// K1. While a timer is further away than a look, one look for all of them every few seconds compares the two clocks; when they have parted,
//     every timer is armed again, and what is due fires. Without such a timer there is no look.
// K2. A timer never fires early: the wall clock may have been set back.
import { timerMsMax, type Clock } from '@skein/ports';

const lookMs = 2000;
/** Both clocks are slewed and rounded; less than this is no jump. */
const partedMs = 500;

export const systemClock: Clock = wallClock();

/** One more, which shares no look with others. */
export function wallClock(): Clock {
  const far = new Set<() => void>();
  let looking: NodeJS.Timeout | null = null;
  /** The wall clock's lead over the monotonic clock at the last look. */
  let lead = 0;

  function look(): void {
    const now = leadNow();
    const hasJumped = Math.abs(now - lead) > partedMs;
    lead = now;
    if (hasJumped) for (const armAgain of far) armAgain();
    if (far.size > 0 || looking === null) return;
    clearInterval(looking);
    looking = null;
  }

  function watch(armAgain: () => void): void {
    far.add(armAgain);
    if (looking !== null) return;
    lead = leadNow();
    // The timers themselves keep the process alive.
    looking = setInterval(look, lookMs).unref();
  }

  return {
    now: () => Date.now(),
    setTimer(at, fire, { isIdle = false } = {}) {
      let timeout: NodeJS.Timeout;
      const arm = () => {
        clearTimeout(timeout);
        const leftMs = at - Date.now();
        if (leftMs > lookMs) watch(arm);
        else far.delete(arm);
        timeout =
          leftMs > timerMsMax
            ? setTimeout(arm, timerMsMax)
            : setTimeout(check, Math.max(0, leftMs));
        if (isIdle) timeout.unref();
      };
      const check = () => {
        // Node's timers may fire a millisecond early (K2).
        if (Date.now() < at) {
          arm();
          return;
        }
        far.delete(arm);
        fire();
      };
      arm();
      return () => {
        clearTimeout(timeout);
        far.delete(arm);
      };
    },
  };
}

function leadNow(): number {
  return Date.now() - performance.now();
}

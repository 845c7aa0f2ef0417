// Recording for a call
// A worker that was frozen while it recorded gets its answer late: by then its call may have been restarted elsewhere, and what it was
// about to do may have been done there, or a person may have been asked whether it was. So a late answer is not trusted. The same
// record is sent again, which is idempotent, and is fenced if another attempt has claimed the call.

/** Restate gives up no connection sooner. */
const slowMs = 1000;
/** For machines on which every answer is slow. */
const triesMax = 5;

/** `send`: tells the run, and returns whether it is wanted. Resolves to whether the function may continue. */
export async function recordStep(
  send: () => Promise<boolean>,
  now: () => number = () => performance.now(),
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const startedAt = now();
    if (!(await send())) return false;
    if (now() - startedAt < slowMs || tries === triesMax) return true;
  }
}

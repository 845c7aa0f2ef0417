// Recording for a call
// A worker that was stopped while it recorded gets its answer late: by then its call may have been begun again elsewhere, and what it was about
// to do may have been done there, or a person may have been asked whether it was. So an answer that took long is not trusted. The same is
// recorded again, which changes nothing, and is refused if another try has claimed the call.

/** Restate gives nobody up sooner. */
const slowMs = 1000;
/** On a machine where every answer takes long. */
const triesMax = 5;

/** `send`: tells the run, and says whether that wants it. Resolves to whether the function may continue. */
export async function recordStep(
  send: () => Promise<boolean>,
  now: () => number = () => performance.now(),
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const begunAt = now();
    if (!(await send())) return false;
    if (now() - begunAt < slowMs || tries === triesMax) return true;
  }
}

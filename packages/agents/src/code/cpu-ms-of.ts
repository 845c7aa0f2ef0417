import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/**
 * The CPU time of a thread. As long as it says nothing it is 0, which a thread that gets none of the machine does, too; where Node does not tell
 * it (22), it has no end.
 */
export async function cpuMsOf(worker: Worker, patienceMs: number): Promise<number> {
  if (!('cpuUsage' in worker)) return Infinity;
  const silence = new AbortController();
  const unanswered = sleep(patienceMs, 0, { ref: false, signal: silence.signal });
  unanswered.catch(() => {});
  const answered = worker.cpuUsage().then(({ user, system }) => (user + system) / 1000);
  try {
    // Whoever has ended uses no more.
    return await Promise.race([answered.catch(() => 0), unanswered]);
  } finally {
    silence.abort();
  }
}

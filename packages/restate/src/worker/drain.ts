import type { Admin } from '../clients/admin.ts';
import type { Worker } from './worker.ts';

export interface DrainOptions {
  readonly deployment: string;
  /** How long to wait for the invocations of the deployment. */
  readonly limitMs: number;
  /** Once it is aborted, nothing is waited for any more. */
  readonly hurry?: AbortSignal;
}

const pollMs = 250;
/** Restate moves only invocations that it knows to have stopped: moving is retried for this long. */
const moveMaxMs = 10_000;

/**
 * Drains a worker. One that has a successor waits until nothing belongs to its deployment any more, hands over what is left at the
 * deadline, and removes the deployment from Restate. False when it has no successor, or when something could not be handed over: then the
 * deployment stays registered, and Restate retries it.
 */
export async function drain(
  admin: Admin,
  worker: Worker,
  { deployment, limitMs, hurry }: DrainOptions,
): Promise<boolean> {
  const until = performance.now() + limitMs;
  const close = () => worker.close(Math.max(0, until - performance.now()));
  hurry?.addEventListener('abort', () => void worker.close(0), { once: true });
  worker.leave();
  for (const service of worker.services) {
    if ((await admin.newest(service)) !== deployment) continue;
    await close();
    return false;
  }
  await untilNone(admin, { deployment, limitMs, hurry });
  await close();
  const act = (invocation: string) => admin.move(invocation);
  if (!(await untilNone(admin, { deployment, limitMs: moveMaxMs, hurry, act }))) return false;
  await admin.remove(deployment);
  return true;
}

/** Whether in time nothing belongs to the deployment any more; `act` is applied to what does, at every check. */
async function untilNone(
  admin: Admin,
  waiting: Pick<DrainOptions, 'deployment' | 'limitMs'> & {
    readonly hurry: AbortSignal | undefined;
    readonly act?: (invocation: string) => Promise<void>;
  },
): Promise<boolean> {
  const { deployment, limitMs, hurry, act } = waiting;
  const until = Date.now() + limitMs;
  for (;;) {
    const pinned = await admin.pinned(deployment);
    if (pinned.length === 0) return true;
    if (Date.now() > until || hurry?.aborted === true) return false;
    for (const invocation of pinned) await act?.(invocation);
    await new Promise<void>((resolve) => {
      setTimeout(resolve, pollMs);
    });
  }
}

import type { Admin } from './admin.ts';

export interface DrainOptions {
  readonly deployment: string;
  readonly services: readonly string[];
  /** How long to wait for what belongs to the old deployment. */
  readonly limitMs: number;
}

const pollMs = 250;

/**
 * Waits until nothing belongs to the deployment any more, then takes it out of Restate. False when it is still the newest of its
 * services, or when the time was not enough: then it stays registered, and Restate tries it again.
 */
export async function drain(
  admin: Admin,
  { deployment, services, limitMs }: DrainOptions,
): Promise<boolean> {
  for (const service of services) {
    if ((await admin.newest(service)) === deployment) return false;
  }
  const until = Date.now() + limitMs;
  while ((await admin.pinned(deployment)) > 0) {
    if (Date.now() > until) return false;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, pollMs);
    });
  }
  await admin.remove(deployment);
  return true;
}

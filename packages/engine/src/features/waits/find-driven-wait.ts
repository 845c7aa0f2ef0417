import { runId, type PlainOr, type WaitId } from '@skein/kernel';
import type { WaitRecord } from '@skein/ports';
import { waitRecordOf } from '../../core/run/wait-record-of.ts';
import type { FindRuntime } from '../../cluster/find-run.ts';
import type { WaitName } from './find-wait.ts';

/**
 * The wait of a run that this process drives, without a look into the store: the only one that fits, of a run that has nothing on its
 * way into the journal. Undefined otherwise, and the store decides.
 */
export function findDrivenWait(
  { drivers }: Pick<FindRuntime, 'drivers'>,
  wait: PlainOr<WaitId> | WaitName,
): WaitRecord | undefined {
  if (typeof wait === 'string') return undefined;
  const driver = drivers.get(runId(wait.run));
  if (driver === undefined || driver.isBusy || driver.isGone) return undefined;
  const { id: run, origin, inFlight } = driver;
  let only: WaitRecord | undefined;
  for (const open of inFlight.waits.values()) {
    const { shownAs, node } = open.effect;
    if (wait.node !== undefined && wait.node !== (shownAs ?? node)) continue;
    if (only !== undefined || !open.live) return undefined;
    only = waitRecordOf({ run, user: origin.user }, open);
  }
  return only;
}

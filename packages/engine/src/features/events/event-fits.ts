import { eventFits as fits, type Json } from '@skein/kernel';
import { datesFor } from '../../core/run/dates.ts';
import type { OpenWait } from '../../core/run/open-things.ts';
import type { RunDriver } from '../../core/driver/run-driver.ts';
import { activationOf } from '../waits/asked-of.ts';

/** Whether the condition of a node that waits for an event holds for its data, now. */
export function eventFits(driver: RunDriver, { effect }: OpenWait, data: Json): boolean {
  const { graph, state, runtime } = driver;
  const waiting = activationOf(driver, effect);
  if (waiting === undefined) return false;
  const at = runtime.clock.now();
  return fits({ graph, state, event: { at, dates: datesFor(graph.zones, at) } }, waiting, data);
}

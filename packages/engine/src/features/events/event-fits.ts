import { eventFits as fits, type Failure, type Json } from '@skein/kernel';
import { activationOf, type Standing } from '../../core/run/activation-of.ts';
import { datesFor } from '../../core/run/dates.ts';
import type { OpenWait } from '../../core/run/open-things.ts';

/** Whether the condition of a node that waits for an event holds for the event's data, at this time; or why nobody can say. */
export function eventFits(
  run: Standing,
  { effect }: Pick<OpenWait, 'effect'>,
  { data, at }: { readonly data: Json; readonly at: number },
): boolean | Failure {
  const { graph, state } = run;
  const waiting = activationOf(run, effect);
  if (waiting === undefined) return false;
  return fits({ graph, state, event: { at, dates: datesFor(graph.zones, at) } }, waiting, data);
}

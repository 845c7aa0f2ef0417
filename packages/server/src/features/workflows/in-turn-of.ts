import type { PlainOr, WorkflowId } from '@skein/api';
import type { Caller } from './caller.ts';
import { oneAfterAnother } from './one-after-another.ts';

const inTurn = oneAfterAnother();

/** Makes changes of one workflow one after the other. */
export function inTurnOf<T>(
  { identity }: Pick<Caller, 'identity'>,
  id: PlainOr<WorkflowId>,
  work: () => Promise<T>,
): Promise<T> {
  return inTurn(`${identity.owner}\n${id}`, work);
}

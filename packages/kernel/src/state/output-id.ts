import { outputId, type OutputId } from '../ids.ts';
import type { OutputPlace } from './living.ts';

export function outputIdText(id: OutputPlace): OutputId {
  return outputId(addToUuid(id.event, id.counter));
}

const LAST_DIGITS = 12;
const LAST_DIGITS_SPAN = 2 ** 48;

/** A UUID of the kernel's own: the event's, with a counter added into its last 12 digits (SPEC K16). */
export function addToUuid(uuid: string, counter: number): string {
  const head = uuid.slice(0, -LAST_DIGITS);
  const sum = (Number.parseInt(uuid.slice(-LAST_DIGITS), 16) + counter) % LAST_DIGITS_SPAN;
  return head + sum.toString(16).padStart(LAST_DIGITS, '0');
}

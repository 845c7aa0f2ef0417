import { outputId, type OutputId } from '../ids.ts';
import type { OutputPlace } from './living.ts';

export function outputIdText(id: OutputPlace): OutputId {
  return outputId(addToUuid(id.event, id.counter));
}

const LAST_DIGITS = 12;
const LAST_DIGITS_SPAN = 2 ** 48;
const FEW_DIGITS = 4;
const FEW_DIGITS_SPAN = 2 ** 16;

/** A UUID of the kernel's own: the event's, with a counter added into its last 12 digits (SPEC K16). */
export function addToUuid(uuid: string, counter: number): string {
  // Nearly always the last four take it: texts of large numbers are slow to write.
  const few = Number.parseInt(uuid.slice(-FEW_DIGITS), 16) + counter;
  if (few < FEW_DIGITS_SPAN) {
    return uuid.slice(0, -FEW_DIGITS) + few.toString(16).padStart(FEW_DIGITS, '0');
  }
  const head = uuid.slice(0, -LAST_DIGITS);
  const sum = (Number.parseInt(uuid.slice(-LAST_DIGITS), 16) + counter) % LAST_DIGITS_SPAN;
  return head + sum.toString(16).padStart(LAST_DIGITS, '0');
}

import type { Json, RunEvent } from '@skein/kernel';
import { textSize } from './text-size.ts';

/** What a row has beside its values: keys, times, ids. */
const emptySize = 130;

/**
 * About how many characters a row takes as JSON. Of the row that most steps write only its values are walked: to go through its keys costs
 * a tenth of a step in memory.
 */
export function rowSize(event: RunEvent): number {
  // Rows are JSON; their interfaces merely lack an index signature that says so.
  if (event.type !== 'node.completed') return textSize(event as unknown as Json);
  const { node, value, ports, context, usage } = event;
  let size = emptySize + node.length;
  if (value !== undefined) size += textSize(value);
  if (ports !== undefined) size += textSize(ports as Json);
  if (context !== undefined) size += textSize(context as unknown as Json);
  if (usage !== undefined) size += textSize(usage as Json);
  return size;
}

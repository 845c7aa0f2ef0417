import type { RunEvent } from '@skein/kernel';
import { textSize } from './text-size.ts';

/** What a row has beside its values: keys, times, ids. */
const emptySize = 130;

// Rows and their parts are JSON; their interfaces merely lack an index signature that says so.
const sizeOf = textSize as (part: unknown) => number;

/**
 * About how many characters a row takes as JSON. Of the row that most steps write only its values are walked: to go through its keys costs
 * a tenth of a step in memory.
 */
export function rowSize(event: RunEvent): number {
  if (event.type !== 'node.completed') return sizeOf(event);
  const { node, value, ports, context, usage } = event;
  let size = emptySize + node.length;
  if (value !== undefined) size += sizeOf(value);
  if (ports !== undefined) size += sizeOf(ports);
  if (context !== undefined) size += sizeOf(context);
  if (usage !== undefined) size += sizeOf(usage);
  return size;
}

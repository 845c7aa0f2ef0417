// The label of an edge in a picture
// The port when it is not the usual one, and the condition; short, since the file itself has the rest.
import { shorten } from '../../diagnostics/inert-text.ts';
import type { DrawnEdge } from './drawing.ts';

const labelLengthMax = 32;

/** Empty when the edge says nothing but what follows what. */
export function edgeLabel({ out, in: into, when }: DrawnEdge): string {
  const parts = [
    ...(out === 'output' ? [] : [out]),
    ...(when === null ? [] : [when]),
    ...(into === 'input' ? [] : [`› ${into}`]),
  ];
  return shorten(parts.join(' '), labelLengthMax);
}

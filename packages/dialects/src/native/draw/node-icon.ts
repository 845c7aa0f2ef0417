// Icons
// One per family, as strokes on a square of 16 by 16.
import type { NodeFamily } from '../nodes/native-node.ts';

export const nodeIcon: { readonly [family in NodeFamily]: string } = {
  start: 'M5.5 3.5v9l7-4.5z',
  end: 'M4 4h8v8H4z',
  model: 'M8 2.5l1.4 4.1 4.1 1.4-4.1 1.4L8 13.5 6.6 9.4 2.5 8l4.1-1.4z',
  function: 'M6 3.5c-2 0-1 4.5-3 4.5 2 0 1 4.5 3 4.5M10 3.500c2 0 1 4.5 3 4.5-2 0-1 4.5-3 4.5',
  value: 'M2.5 5.500h9M9 3l2.5 2.500L9 8M13.5 10.500h-9M7 8l-2.5 2.500L7 13',
  choice: 'M8 2.500L13.5 8 8 13.5 2.5 8z',
  join: 'M3.5 3c0 3.5 4.5 3 4.5 6.500V13M12.5 3C12.5 6.5 8 6 8 9.500M6 11.300l2 2 2-2',
  children: 'M5.5 5.500h8v8h-8zM2.5 10.500v-8h8',
  person: 'M8 7.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M3 13.500c.5-2.6 2.5-4 5-4s4.5 1.4 5 4',
  time: 'M8 2.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M8 5.200V8l2 1.5',
  event: 'M9 2.500L3.5 9H8l-1 4.5L12.5 7H8z',
  other: 'M8 2.500l5 2.800v5.400l-5 2.8-5-2.800V5.300z',
};

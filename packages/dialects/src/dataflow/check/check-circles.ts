import { pointer, type Diagnostic } from '@skein/kernel';
import { inertText } from '../../diagnostics/inert-text.ts';
import { findConversations, type Circuits } from '../read/find-conversations.ts';
import type { Flow, FlowNode } from '../read/read-flow.ts';

/** Conversations and circles of a flow; edges whose ends are missing are on none. */
export function findCircuits({ nodes, edges }: Flow): Circuits {
  const placeOf = new Map<string, number>();
  for (const [place, { id }] of nodes.entries()) if (!placeOf.has(id)) placeOf.set(id, place);
  const joined = edges.flatMap(({ source, target }, place) => {
    const ends = [placeOf.get(source), placeOf.get(target)] as const;
    return ends[0] === undefined || ends[1] === undefined ? [] : [{ place, ends }];
  });
  const found = findConversations({
    size: nodes.length,
    sources: Int32Array.from(joined, ({ ends }) => ends[0] as number),
    targets: Int32Array.from(joined, ({ ends }) => ends[1] as number),
    isPerson: (place) => nodes[place]?.type === 'userInput',
  });
  const isLoop = new Int32Array(edges.length);
  for (const [arc, { place }] of joined.entries()) isLoop[place] = found.isLoop[arc] as number;
  return { ...found, isLoop };
}

const shownMax = 30;

export function checkCircles({ nodes }: Flow, { circles, isTooDeep }: Circuits): Diagnostic[] {
  const found = circles.map((places) => {
    const circle = places.map((place) => nodes[place] as FlowNode);
    const [first] = circle as [FlowNode];
    const ids = [...circle, first].map(({ id }) => inertText(id));
    const shown =
      ids.length <= shownMax ? ids : [...ids.slice(0, shownMax - 2), '…', ...ids.slice(-1)];
    return {
      code: 'CIRCULAR_DEPENDENCY',
      severity: 'error',
      pointer: pointer('nodes', first.index),
      message: `Circular dependency detected at node ${inertText(first.id)}: ${shown.join(' → ')}`,
      hint: 'Remove one of these edges, or lead the cycle through a "userInput", which makes it a conversation.',
    } as const;
  });
  return isTooDeep ? [...found, tooDeep] : found;
}

const tooDeep: Diagnostic = {
  code: 'LOOPS_TOO_DEEP',
  severity: 'error',
  pointer: '/edges',
  message: 'More than a thousand conversations are nested.',
  hint: 'Let one "userInput" ask in each round, or use a "subworkflow" for the inner ones.',
};

import {
  isExpression,
  isObject,
  parseText,
  pointer,
  type Diagnostic,
  type Json,
  type TextPart,
  type Workflow,
} from '@skein/kernel';
import { quotedShort } from '../shape/describe.ts';

/**
 * The other formats have placeholders of their own, cannot compute, and keep no state: each text with an expression, a part of the
 * state or all outputs of a node in it is a loss, and so is the state.
 */
export function nativeLosses(
  { nodes, edges, state }: Workflow,
  known: readonly Diagnostic[],
): readonly Diagnostic[] {
  const losses: Diagnostic[] = [];
  const places = new Set(known.map((loss) => loss.pointer));
  const lose = (place: string, message: string): void => {
    const hint = 'Compute it before, in a function or a step of its own.';
    losses.push({ code: 'EXPORT_LOSS', severity: 'warning', pointer: place, message, hint });
  };
  const look = (value: Json | undefined, path: readonly (string | number)[]): void => {
    if (typeof value === 'string') {
      const place = pointer(...path);
      if (places.has(place) || !value.includes('${')) return;
      const lost = parseText(value).parts.find(isNativeOnly);
      if (lost === undefined || typeof lost === 'string') return;
      lose(
        place,
        `The format has no counterpart of ${quotedShort(lost.text)}, so it stays as text.`,
      );
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) look(item, [...path, index]);
    } else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) look(item, [...path, key]);
    }
  };
  for (const [index, { type, config, mutex, each, whenEmpty, remember }] of nodes.entries()) {
    const place = pointer('nodes', index);
    // Where the whole node is lost, its dialect has said so.
    const isLost = places.has(place) || places.has(pointer('nodes', index, 'type'));
    if (type === 'set' && !isLost) {
      lose(place, 'The format has no state that this node could change.');
    }
    for (const [key, value] of Object.entries({ each, whenEmpty, remember })) {
      if (value === undefined || isLost) continue;
      const what = `The format has no counterpart of "${key}": nodes get whole lists, and items carry nothing.`;
      lose(pointer('nodes', index, key), what);
    }
    look(config, ['nodes', index, 'config']);
    look(mutex ?? undefined, ['nodes', index, 'mutex']);
  }
  for (const [index, { when }] of (edges ?? []).entries()) look(when, ['edges', index, 'when']);
  if (state !== undefined && !places.has(pointer('state'))) {
    lose(pointer('state'), 'The format has no state that a run keeps.');
  }
  return losses;
}

function isNativeOnly(part: TextPart): boolean {
  if (typeof part === 'string') return false;
  if (isExpression(part)) return true;
  return part.source.kind === 'state' || part.select === 'all';
}

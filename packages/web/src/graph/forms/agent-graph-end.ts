// The end of an agent graph
// It is no node of the definition: an edge without a target leads there. It is drawn as a card, so that it can be added and
// connected like everything else; without an edge, only its position says that it was added.
import { isObject, type JsonObject } from '@skein/kernel';
import { freeId } from '../free-id.ts';
import { listAt, textAt } from '../own-keys.ts';
import type { ReadNode, ShapedEntry } from './document-form.ts';
import { readStudioPosition } from './studio-positions.ts';

export const end = 'END';

export const endEntry: ShapedEntry = {
  type: end,
  name: 'End',
  description: 'Ends the run',
  keywords: ['stop', 'finish', 'terminate', 'exit', 'done'],
  family: 'logic',
  group: 'Flow',
  config: { kind: 'record', what: 'settings of the end', fields: new Map(), wanted: [], oneOf: [] },
  initialConfig: {},
};

/** The id of its card, which no node has. */
export function endId(definition: JsonObject): string {
  const ids = listAt(definition, 'nodes').filter(isObject);
  return freeId(end, new Set(ids.map((node) => textAt(node, 'id'))));
}

/** Its card, where there is one. */
export function drawnEnds(definition: JsonObject): readonly ReadNode[] {
  const id = endId(definition);
  const isReached = listAt(definition, 'edges').some(
    (edge) => isObject(edge) && textAt(edge, 'targetNodeId') === '',
  );
  if (!isReached && readStudioPosition(definition, id) === null) return [];
  const { name: title, description: subtitle, family } = endEntry;
  const card = { id, type: end, title, subtitle, family } as const;
  return [{ ...card, ports: [], hasInput: true, isHub: false, isMark: true }];
}

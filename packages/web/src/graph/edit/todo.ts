// What an import has left to do
// A list under `studio`, made by the importer and ticked off by people; not part of the version.
import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import { listAt, objectAt, textAt, withKey } from '../own-keys.ts';

export interface TodoEntry {
  /** Its place in the list. */
  readonly index: number;
  readonly kind: string;
  readonly message: string;
  readonly hint: string;
  /** The node to go to; empty where it is about the whole workflow. */
  readonly node: string;
  readonly isDone: boolean;
}

export function readTodo(definition: JsonObject): readonly TodoEntry[] {
  return listAt(objectAt(definition, 'studio'), 'todo').flatMap((entry, index) =>
    isObject(entry)
      ? [
          {
            index,
            kind: textAt(entry, 'kind'),
            message: textAt(entry, 'message'),
            hint: textAt(entry, 'hint'),
            node: textAt(entry, 'node'),
            isDone: ownValue(entry, 'done') === true,
          },
        ]
      : [],
  );
}

export function tickTodo(definition: JsonObject, index: number, isDone: boolean): JsonObject {
  const studio = objectAt(definition, 'studio');
  const todo = listAt(studio, 'todo').map((entry, place) =>
    place === index && isObject(entry) ? withKey(entry, 'done', isDone ? true : undefined) : entry,
  );
  return withKey(definition, 'studio', withKey(studio, 'todo', todo));
}

/** The tool that a node calls by name; undefined for other nodes. */
export function toolOf(definition: JsonObject, node: string): string | undefined {
  const found = listAt(definition, 'nodes').find(
    (each) => isObject(each) && textAt(each, 'id') === node,
  );
  const tool = isObject(found) ? textAt(objectAt(found, 'config'), 'tool') : '';
  return tool === '' ? undefined : tool;
}

export interface Converted {
  readonly whole: number;
  readonly all: number;
}

/** How many nodes of the source are in the workflow with all that they had; tools and secrets to provide are no part of a file. */
export function convertedOf(
  definition: JsonObject,
  losses: readonly { readonly node: string | null; readonly kind: string }[],
): Converted {
  const names = Object.values(objectAt(objectAt(definition, 'studio'), 'origin')).flat();
  const all = new Set(names.filter((name) => typeof name === 'string'));
  const lossy = new Set<string>();
  for (const { node, kind } of losses) {
    if (node === null) continue;
    all.add(node);
    if (kind !== 'binding' && kind !== 'credential') lossy.add(node);
  }
  return { whole: all.size - lossy.size, all: all.size };
}

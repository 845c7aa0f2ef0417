// Renaming a node
// Changes everything that refers to its id: edges, positions, the entry, references in texts at any depth.
import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { renameCollapsed } from '../frames/collapse-group.ts';
import { framePlaces, readFrames } from '../frames/frame.ts';
import { listAt, objectAt, withKey } from '../own-keys.ts';
import { nodeIds, nodeIndex } from './node-ids.ts';
import { renameNativeReferences } from './rename-native-references.ts';

/** The same definition if the new id is empty or taken, or the node does not exist. */
export function renameNode(
  form: DocumentForm,
  definition: JsonObject,
  { id, to }: { readonly id: string; readonly to: string },
): JsonObject {
  const index = nodeIndex(form, definition, id);
  const isPossible = index !== -1 && to.trim() !== '' && !nodeIds(form, definition).has(to);
  if (!isPossible) return definition;
  const edgesKey = form.edgesKey(definition);
  const rename = form.dialect === 'native' ? renameNativeReferences : form.renameReferences;
  const renameTexts = (value: Json) =>
    rename === undefined ? value : mapTexts(value, (text) => rename(text, id, to));
  const nodes = listAt(definition, form.nodesKey).map((node, at) => {
    const changed = renameTexts(node);
    return at === index && isObject(changed) ? withKey(changed, 'id', to) : changed;
  });
  const edges = listAt(definition, edgesKey).map((edge) => {
    const changed = renameTexts(edge);
    return isObject(changed) ? form.renameEnds(changed, id, to) : changed;
  });
  const listed = withKey(withKey(definition, form.nodesKey, nodes), edgesKey, edges);
  const placed = renameKept(listed, id, to);
  return form.renameTop === undefined ? placed : form.renameTop(placed, id, to);
}

/** The parts of `studio` that are keyed by node id, the entries of its to-do list, and what collapsed groups hold. */
function renameKept(definition: JsonObject, from: string, to: string): JsonObject {
  let studio = objectAt(definition, 'studio');
  const todo = listAt(studio, 'todo');
  const isTodo = todo.some((entry) => isObject(entry) && ownValue(entry, 'node') === from);
  const isKept = keyedByNode.some((key) => Object.hasOwn(objectAt(studio, key), from));
  const isCollapsed = readFrames(definition).some(({ collapsed }) =>
    collapsed?.nodes.includes(from),
  );
  if (!isKept && !isTodo && !isCollapsed) return definition;
  if (isCollapsed) {
    const node = (id: string) => (id === from ? to : id);
    const groups = listAt(studio, framePlaces.group.list);
    const moved = groups.map((group) =>
      isObject(group) ? renameCollapsed(group, { node }) : group,
    );
    studio = withKey(studio, framePlaces.group.list, moved);
  }
  if (isTodo) {
    const moved = todo.map((entry) =>
      isObject(entry) && ownValue(entry, 'node') === from ? withKey(entry, 'node', to) : entry,
    );
    studio = withKey(studio, 'todo', moved);
  }
  for (const key of keyedByNode) {
    const kept = objectAt(studio, key);
    if (!Object.hasOwn(kept, from)) continue;
    const moved: { [id: string]: Json } = {};
    for (const [id, value] of Object.entries(kept)) setOwn(moved, id === from ? to : id, value);
    studio = withKey(studio, key, moved);
  }
  return withKey(definition, 'studio', studio);
}

export const keyedByNode: readonly string[] = ['positions', 'pins', 'origin'];

/** Applies a function to every text in a value; the value itself if nothing changed. */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => mapTexts(item, change));
    return items.every((item, index) => item === (value as readonly Json[])[index]) ? value : items;
  }
  if (!isObject(value)) return value;
  const copy: { [key: string]: Json } = {};
  let isChanged = false;
  for (const [key, item] of Object.entries(value)) {
    const changed = mapTexts(item, change);
    isChanged ||= changed !== item;
    setOwn(copy, key, changed);
  }
  return isChanged ? copy : value;
}

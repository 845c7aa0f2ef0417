// A workflow that stands inside the definition of another
// In the settings of a node that runs it, at any depth. A path names the nodes from the outside in.
import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import { listAt, objectAt, textAt, withKey } from '../own-keys.ts';

/** The workflow that a node has inside; null if it runs a stored one, or none. */
export function workflowInside(definition: JsonObject, id: string): JsonObject | null {
  const node = listAt(definition, 'nodes').find(
    (each) => isObject(each) && textAt(each, 'id') === id,
  );
  const workflow = isObject(node) ? ownValue(objectAt(node, 'config'), 'workflow') : undefined;
  return isObject(workflow) ? workflow : null;
}

/** As much of a path as still leads somewhere. */
export function knownPath(definition: JsonObject, path: readonly string[]): readonly string[] {
  const [id, ...rest] = path;
  const inner = id === undefined ? null : workflowInside(definition, id);
  if (id === undefined || inner === null) return [];
  return [id, ...knownPath(inner, rest)];
}

/** Null where the path leads nowhere. */
export function definitionAt(definition: JsonObject, path: readonly string[]): JsonObject | null {
  const [id, ...rest] = path;
  if (id === undefined) return definition;
  const inner = workflowInside(definition, id);
  return inner === null ? null : definitionAt(inner, rest);
}

/** The whole with a change to the workflow there; the same if nothing has changed. */
export function changeAt(
  definition: JsonObject,
  path: readonly string[],
  change: (inner: JsonObject) => JsonObject,
): JsonObject {
  const [id, ...rest] = path;
  if (id === undefined) return change(definition);
  const inner = workflowInside(definition, id);
  const next = inner === null ? null : changeAt(inner, rest, change);
  if (next === null || next === inner) return definition;
  const nodes = listAt(definition, 'nodes').map((node) =>
    isObject(node) && textAt(node, 'id') === id
      ? withKey(node, 'config', withKey(objectAt(node, 'config'), 'workflow', next))
      : node,
  );
  return withKey(definition, 'nodes', nodes);
}

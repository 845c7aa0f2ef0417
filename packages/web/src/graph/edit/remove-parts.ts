import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { listAt, objectAt, textAt, withKey } from '../own-keys.ts';
import { keyedByNode } from './rename-node.ts';
import { readSketch } from '../read-sketch.ts';

export interface Parts {
  readonly nodes?: readonly string[];
  /** Keys of edges. */
  readonly edges?: readonly string[];
}

/** Removes nodes with all their edges, and other edges. */
export function removeParts(form: DocumentForm, definition: JsonObject, parts: Parts): JsonObject {
  const gone = new Set(parts.nodes ?? []);
  const goneEdges = new Set(parts.edges ?? []);
  const edgesKey = form.edgesKey(definition);
  const pointers = new Set(
    readSketch(form, definition)
      .edges.filter((edge) => goneEdges.has(edge.key))
      .map((edge) => edge.pointer),
  );
  const nodes = listAt(definition, form.nodesKey).filter(
    (node) => !isObject(node) || !gone.has(textAt(node, 'id')),
  );
  const edges = listAt(definition, edgesKey).filter((edge, index) => {
    if (pointers.has(`/${edgesKey}/${index}`)) return false;
    const read = isObject(edge) ? form.readEdge(edge, definition) : null;
    return read === null || (!gone.has(read.from) && !gone.has(read.to));
  });
  const changed = withKey(withKey(definition, form.nodesKey, nodes), edgesKey, edges);
  return gone.size === 0 ? changed : withoutKept(changed, gone);
}

/** Otherwise positions and pins of removed nodes would stay forever. */
function withoutKept(definition: JsonObject, gone: ReadonlySet<string>): JsonObject {
  let studio = objectAt(definition, 'studio');
  const keys = keyedByNode.filter((key) => isObject(ownValue(studio, key)));
  if (keys.length === 0) return definition;
  for (const key of keys) {
    const kept = objectAt(studio, key);
    studio = withKey(
      studio,
      key,
      [...gone].reduce((result, id) => withKey(result, id, undefined), kept),
    );
  }
  return withKey(definition, 'studio', studio);
}

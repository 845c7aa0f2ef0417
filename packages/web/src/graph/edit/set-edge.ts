import { equalJson, isObject, type JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { withNodeAt } from '../forms/native-form.ts';
import { listAt, objectAt } from '../own-keys.ts';
import { withShown } from './shown-values.ts';

/** Sets the settings of an edge; keys that its form does not show stay. */
export function setEdge(
  form: DocumentForm,
  definition: JsonObject,
  { index, values }: { readonly index: number; readonly values: JsonObject },
): JsonObject {
  const key = form.edgesKey(definition);
  const edge = listAt(definition, key)[index];
  if (!isObject(edge)) return definition;
  const shown = Object.keys(objectAt(form.edgeSchema ?? {}, 'properties'));
  const changed = withShown(edge, shown, values);
  return equalJson(changed, edge) ? definition : withNodeAt(definition, key, index, () => changed);
}

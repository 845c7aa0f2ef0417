import { equalJson, isObject, ownValue, type JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { withNodeAt } from '../forms/native-form.ts';
import { listAt, objectAt, withKey } from '../own-keys.ts';

/** The settings of the line at this index; keys that its form does not show stay. */
export function setEdge(
  form: DocumentForm,
  definition: JsonObject,
  { index, values }: { readonly index: number; readonly values: JsonObject },
): JsonObject {
  const key = form.edgesKey(definition);
  const edge = listAt(definition, key)[index];
  if (!isObject(edge)) return definition;
  const changed = Object.keys(objectAt(form.edgeSchema ?? {}, 'properties')).reduce(
    (result, field) => withKey(result, field, ownValue(values, field)),
    edge,
  );
  return equalJson(changed, edge) ? definition : withNodeAt(definition, key, index, () => changed);
}

import { equalJson, isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { withNodeAt } from '../forms/native-form.ts';
import type { NodeGroup } from '../forms/node-group.ts';
import { listAt, withKey } from '../own-keys.ts';
import { nodeIndex } from './node-ids.ts';

interface GroupChange {
  readonly id: string;
  readonly group: NodeGroup;
  readonly values: JsonObject;
}

/** Settings beside the config of one node. What is empty is left out, so that the defaults hold. */
export function setGroup(
  form: DocumentForm,
  definition: JsonObject,
  { id, group, values }: GroupChange,
): JsonObject {
  const index = nodeIndex(form, definition, id);
  const node = listAt(definition, form.nodesKey)[index];
  if (!isObject(node)) return definition;
  const changed = group.keys.reduce(
    (result, key) => withKey(result, key, withoutEmpty(ownValue(values, key))),
    node,
  );
  return equalJson(changed, node)
    ? definition
    : withNodeAt(definition, form.nodesKey, index, () => changed);
}

function withoutEmpty(value: Json | undefined): Json | undefined {
  return isObject(value) && Object.keys(value).length === 0 ? undefined : value;
}

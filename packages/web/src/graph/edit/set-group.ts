import { equalJson, isObject, type JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { withNodeAt } from '../forms/native-form.ts';
import type { NodeGroup } from '../forms/node-group.ts';
import { listAt } from '../own-keys.ts';
import { nodeIndex } from './node-ids.ts';
import { withoutEmpty, withShown } from './shown-values.ts';

interface GroupChange {
  readonly id: string;
  readonly group: NodeGroup;
  readonly values: JsonObject;
}

/** Sets node-level settings, outside the config. Empty values are dropped, so that the defaults apply. */
export function setGroup(
  form: DocumentForm,
  definition: JsonObject,
  { id, group, values }: GroupChange,
): JsonObject {
  const index = nodeIndex(form, definition, id);
  const node = listAt(definition, form.nodesKey)[index];
  if (!isObject(node)) return definition;
  const changed = withShown(node, group.keys, withoutEmpty(values));
  return equalJson(changed, node)
    ? definition
    : withNodeAt(definition, form.nodesKey, index, () => changed);
}

import { equalJson, isObject, type JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { listAt } from '../own-keys.ts';
import type { NodeConfig } from '../sketch.ts';
import { nodeIndex } from './node-ids.ts';

/** Sets the config of a node; the same definition if nothing changes or the node does not exist. */
export function setConfig(
  form: DocumentForm,
  definition: JsonObject,
  { id, config }: { readonly id: string; readonly config: NodeConfig },
): JsonObject {
  const index = nodeIndex(form, definition, id);
  const node = listAt(definition, form.nodesKey)[index];
  if (!isObject(node) || equalJson(form.readConfig(definition, node), config)) return definition;
  return form.writeConfig(definition, index, config);
}

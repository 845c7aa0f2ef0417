import { isObject, type JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { withNodeAt } from '../forms/native-form.ts';
import { listAt, withKey } from '../own-keys.ts';
import { nodeIndex } from './node-ids.ts';
import { renameNode } from './rename-node.ts';

/** Sets the title on the card. In dialects that show the id, this renames the node. */
export function setTitle(
  form: DocumentForm,
  definition: JsonObject,
  { id, title }: { readonly id: string; readonly title: string },
): JsonObject {
  const index = nodeIndex(form, definition, id);
  const node = listAt(definition, form.nodesKey)[index];
  if (!isObject(node)) return definition;
  const place = form.titleKey(form.readNode(node, definition)?.type ?? '');
  if (place === null) return renameNode(form, definition, { id, to: title });
  if (place.inConfig) {
    const config = withKey(form.readConfig(definition, node), place.key, title);
    return form.writeConfig(definition, index, config);
  }
  return withNodeAt(definition, form.nodesKey, index, (old) => withKey(old, place.key, title));
}

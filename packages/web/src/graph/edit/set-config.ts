import { equalJson, isObject, type JsonObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { freeId } from '../free-id.ts';
import { listAt, textAt, withKey } from '../own-keys.ts';
import type { NodeConfig } from '../sketch.ts';
import { followPorts } from './follow-ports.ts';
import type { ListChange } from './list-change.ts';
import { nodeIndex } from './node-ids.ts';

interface SettingsChange {
  readonly id: string;
  readonly config: NodeConfig;
  /** What a button of a list did; null if something was typed. */
  readonly change?: ListChange | null;
}

/** Sets the config of a node; the same definition if nothing changes or the node does not exist. */
export function setConfig(
  form: DocumentForm,
  definition: JsonObject,
  { id, config, change = null }: SettingsChange,
): JsonObject {
  const index = nodeIndex(form, definition, id);
  const node = listAt(definition, form.nodesKey)[index];
  if (!isObject(node)) return definition;
  const before = form.readConfig(definition, node);
  if (change === null && equalJson(before, config)) return definition;
  const type = form.readNode(node, definition)?.type ?? '';
  const after = change?.kind === 'added' ? withNewItem(form, config, { type, change }) : config;
  const written = form.writeConfig(definition, index, after);
  return followPorts(form, written, { id, type, before, after, change });
}

/** The last item of the list, filled so that it is valid. */
function withNewItem(
  form: DocumentForm,
  config: NodeConfig,
  { type, change: { path } }: { readonly type: string; readonly change: ListChange },
): NodeConfig {
  const [key, ...rest] = path;
  const given = form.newItem?.(type, path) ?? null;
  if (given === null || typeof key !== 'string' || rest.length > 0) return config;
  const others = listAt(config, key).slice(0, -1);
  const names = new Set(others.filter(isObject).map((item) => textAt(item, 'name')));
  const name = textAt(given, 'name');
  const item = name === '' ? given : withKey(given, 'name', freeId(name, names));
  return withKey(config, key, [...others, item]);
}

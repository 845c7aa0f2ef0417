// The last line of defence
// Importers write what they have understood. Where a document holds something that nobody has thought of, a definition could come
// out that is not valid (M3). Each part that an error points to is then replaced by one that does nothing, and named.
import { isObject, ownValue, type Diagnostic, type Json, type JsonObject } from '@skein/kernel';
import { compileNative } from '../native/compile-native.ts';
import { isJsonList } from './draft/is-json-list.ts';
import type { Imported, ImportLoss } from './importer.ts';

/** How often the definition is looked at again: one part may hide another. */
const roundsMax = 25;

export function makeValid(imported: Imported): Imported {
  let { definition } = imported;
  const losses: ImportLoss[] = [];
  for (let round = 0; round < roundsMax; round += 1) {
    const errors = errorsOf(definition);
    if (errors.length === 0) break;
    const isLast = round === roundsMax - 1;
    for (const error of isLast ? [] : errors) {
      const { changed, loss } = mend(definition, error);
      definition = changed;
      if (
        loss !== null &&
        !losses.some(({ native, kind }) => native === loss.native && kind === loss.kind)
      )
        losses.push(loss);
    }
    if (isLast) definition = nothing(definition);
  }
  return losses.length === 0
    ? { ...imported, definition }
    : { ...imported, definition, losses: [...imported.losses, ...losses] };
}

function errorsOf(definition: JsonObject): readonly Diagnostic[] {
  return compileNative(definition).diagnostics.filter(({ severity }) => severity === 'error');
}

interface Mended {
  readonly changed: JsonObject;
  readonly loss: ImportLoss | null;
}

function mend(definition: JsonObject, error: Diagnostic): Mended {
  const path = error.pointer.split('/').slice(1);
  if (error.code === 'NO_ENTRY' || path.length === 0)
    return { changed: withEntry(definition), loss: lost(error, null) };
  const at = path.lastIndexOf('nodes');
  const edges = path.lastIndexOf('edges');
  const place = Math.max(at, edges);
  if (place === -1)
    return { changed: withoutKey(definition, path[0] ?? ''), loss: lost(error, null) };
  const where = path.slice(0, place + 2);
  const found = valueAt(definition, where);
  const id = isObject(found) ? ownValue(found, 'id') : undefined;
  const name = typeof id === 'string' ? id : null;
  if (edges > at)
    return { changed: change(definition, where, () => undefined), loss: lost(error, name) };
  return { changed: change(definition, where, (node) => idle(node)), loss: lost(error, name) };
}

/** A node that passes its input on, with the place and the names that it has. */
function idle(node: Json): Json {
  if (!isObject(node)) return { id: 'lost', type: 'transform' };
  const id = ownValue(node, 'id');
  const name = ownValue(node, 'name');
  const made = {
    id: typeof id === 'string' && id !== '' ? id : 'lost',
    type: ownValue(node, 'type') === 'start' ? 'start' : 'transform',
  };
  return typeof name === 'string' ? { ...made, name } : made;
}

function lost({ code, message, pointer }: Diagnostic, native: string | null): ImportLoss {
  return {
    code: 'IMPORT_LOSS',
    severity: 'warning',
    node: null,
    kind: 'invalid',
    pointer: '',
    message: `${native === null ? 'A part of the workflow' : `"${native}"`} was left out, because it would not be valid: ${message} (${code}${pointer === '' ? '' : ` at ${pointer}`})`,
    hint: 'Look at this place in the original, and write it anew.',
    native,
  };
}

function withEntry(definition: JsonObject): JsonObject {
  const nodes = ownValue(definition, 'nodes');
  const start = { id: 'entry', type: 'start' };
  return { ...definition, nodes: [start, ...(isJsonList(nodes) ? nodes : [])] };
}

function nothing(definition: JsonObject): JsonObject {
  return { ...definition, nodes: [{ id: 'start', type: 'start' }], edges: [], state: {} };
}

function withoutKey(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

function valueAt(value: Json | undefined, [key, ...rest]: readonly string[]): Json | undefined {
  if (key === undefined || value === undefined) return value;
  if (isJsonList(value)) return valueAt(value[Number(key)], rest);
  return isObject(value) ? valueAt(ownValue(value, decoded(key)), rest) : undefined;
}

/** The definition with another value at a place; undefined takes an item out of its list. */
function change(
  definition: JsonObject,
  path: readonly string[],
  by: (value: Json) => Json | undefined,
): JsonObject {
  const made = changed(definition, path, by);
  return isObject(made) ? made : definition;
}

function changed(
  value: Json,
  [key, ...rest]: readonly string[],
  by: (value: Json) => Json | undefined,
): Json | undefined {
  if (key === undefined) return by(value);
  if (isJsonList(value)) {
    return value.flatMap((each, index) => {
      if (index !== Number(key)) return [each];
      const made = changed(each, rest, by);
      return made === undefined ? [] : [made];
    });
  }
  if (!isObject(value)) return value;
  const name = decoded(key);
  return Object.fromEntries(
    Object.entries(value).map(([own, each]) => [
      own,
      own === name ? (changed(each, rest, by) ?? null) : each,
    ]),
  );
}

function decoded(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

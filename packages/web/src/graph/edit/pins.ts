// Pinned outputs
// A value that replaces the output of a node while working on the nodes after it: stored under `studio`, not part of the
// version, and not used by workflow runs.
import { setOwn, type Json, type JsonObject } from '@skein/kernel';
import { objectAt, withKey } from '../own-keys.ts';
import type { LastValues } from '../variables/variables-at.ts';

export function readPins(definition: JsonObject): JsonObject {
  return objectAt(objectAt(definition, 'studio'), 'pins');
}

/** Undefined removes the pin. */
export function setPin(
  definition: JsonObject,
  { node, value }: { readonly node: string; readonly value: Json | undefined },
): JsonObject {
  const pins = withKey(readPins(definition), node, value);
  return withKey(definition, 'studio', withKey(objectAt(definition, 'studio'), 'pins', pins));
}

/** The values of the last run, overridden by pinned ones. */
export function withPins(last: LastValues, definition: JsonObject): LastValues {
  const outputs: { [node: string]: Json } = {};
  for (const [node, value] of [
    ...Object.entries(last.outputs),
    ...Object.entries(readPins(definition)),
  ])
    setOwn(outputs, node, value);
  return { ...last, outputs };
}

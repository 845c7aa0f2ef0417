import { isObject, nativeKinds, ownValue, type Json, type JsonObject } from '@skein/kernel';

/** The workflow that is written inside a node of this type, whose children run it; undefined where there is none. */
export function inlineWorkflow(
  type: Json | undefined,
  config: Json | undefined,
): JsonObject | undefined {
  const mode = typeof type === 'string' ? nativeKinds.get(type)?.mode : undefined;
  if ((mode !== 'map' && mode !== 'subworkflow') || !isObject(config)) return undefined;
  const workflow = ownValue(config, 'workflow');
  return isObject(workflow) ? workflow : undefined;
}

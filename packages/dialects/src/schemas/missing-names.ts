import { isObject, ownValue, type Json } from '@skein/kernel';

/** The properties that a schema requires and that are not among these names; one with a default is never missing. */
export function missingNames(schema: Json, given: readonly string[]): readonly string[] {
  if (!isObject(schema)) return [];
  const all: Json = ownValue(schema, 'allOf') ?? [];
  const parts: readonly Json[] = Array.isArray(all) ? all : [];
  const required: Json = ownValue(schema, 'required') ?? [];
  const names: readonly Json[] = Array.isArray(required) ? required : [];
  const properties: Json = ownValue(schema, 'properties') ?? {};
  const own = names.filter((name): name is string => {
    if (typeof name !== 'string' || given.includes(name)) return false;
    const property = isObject(properties) ? ownValue(properties, name) : undefined;
    return !(property !== undefined && isObject(property) && Object.hasOwn(property, 'default'));
  });
  return [...new Set([...own, ...parts.flatMap((part) => missingNames(part, given))])];
}

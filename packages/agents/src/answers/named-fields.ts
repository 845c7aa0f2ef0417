import { isObject, ownValue, type Json } from '@skein/kernel';

/** Keys with which a schema describes fields that its properties do not name. */
const openKeys =
  '$ref $dynamicRef allOf anyOf oneOf if patternProperties additionalProperties unevaluatedProperties dependentSchemas propertyNames'.split(
    ' ',
  );

/** The fields that a schema names; null when it may describe others too. What it does not name, nothing reads. */
export function namedFields(schema: Json): readonly string[] | null {
  if (!isObject(schema)) return null;
  const properties = ownValue(schema, 'properties');
  const isOpen = openKeys.some((key) => (ownValue(schema, key) ?? false) !== false);
  return isObject(properties) && !isOpen ? Object.keys(properties) : null;
}

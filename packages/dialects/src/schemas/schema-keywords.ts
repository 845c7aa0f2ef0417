// Keywords of JSON schema
// What the argument of each keyword must be. Read when a schema is prepared, so that a mistake in it is told before any value
// is checked. Keywords that are not here say nothing about values: titles, defaults, one's own.

export type Argument =
  | 'schema'
  | 'schemas'
  | 'schema or schemas'
  | 'schemas by name'
  | 'schemas by pattern'
  | 'schemas or names by name'
  | 'names by name'
  | 'names'
  | 'types'
  | 'list'
  | 'number'
  | 'positive'
  | 'count'
  | 'boolean'
  | 'pattern'
  | 'reference'
  | 'id'
  | 'anchor'
  | 'anything';

export const schemaKeywords: ReadonlyMap<string, Argument> = new Map<string, Argument>([
  ['$id', 'id'],
  ['$anchor', 'anchor'],
  ['$dynamicAnchor', 'anchor'],
  ['$recursiveAnchor', 'boolean'],
  ['$ref', 'reference'],
  ['$dynamicRef', 'reference'],
  ['$recursiveRef', 'reference'],
  ['$defs', 'schemas by name'],
  ['definitions', 'schemas by name'],
  ['type', 'types'],
  ['enum', 'list'],
  ['const', 'anything'],
  ['allOf', 'schemas'],
  ['anyOf', 'schemas'],
  ['oneOf', 'schemas'],
  ['not', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['exclusiveMinimum', 'number'],
  ['exclusiveMaximum', 'number'],
  ['multipleOf', 'positive'],
  ['minLength', 'count'],
  ['maxLength', 'count'],
  ['pattern', 'pattern'],
  ['items', 'schema or schemas'],
  ['prefixItems', 'schemas'],
  ['additionalItems', 'schema'],
  ['unevaluatedItems', 'schema'],
  ['contains', 'schema'],
  ['minContains', 'count'],
  ['maxContains', 'count'],
  ['minItems', 'count'],
  ['maxItems', 'count'],
  ['uniqueItems', 'boolean'],
  ['properties', 'schemas by name'],
  ['patternProperties', 'schemas by pattern'],
  ['additionalProperties', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['propertyNames', 'schema'],
  ['required', 'names'],
  ['minProperties', 'count'],
  ['maxProperties', 'count'],
  ['dependentRequired', 'names by name'],
  ['dependentSchemas', 'schemas by name'],
  ['dependencies', 'schemas or names by name'],
]);

export const schemaTypes: ReadonlySet<string> = new Set([
  'null',
  'boolean',
  'number',
  'integer',
  'string',
  'array',
  'object',
]);

/** They say something about values to people, and nothing to a check. */
const notes: ReadonlySet<string> = new Set([
  '$schema',
  '$comment',
  '$vocabulary',
  'title',
  'description',
  'default',
  'examples',
  'format',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
]);

/** Tells a JSON schema from an object that is none. */
export function isSchemaKeyword(name: string): boolean {
  return schemaKeywords.has(name) || notes.has(name);
}

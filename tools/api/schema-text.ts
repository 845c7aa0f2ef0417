// JSON schemas as short text: what a reader of a diff needs to see of a shape. Descriptions and examples are left out.
type Schema = boolean | Readonly<Record<string, unknown>>;

const widthMax = 100;
const bounds: readonly (readonly [low: string, high: string])[] = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
];

/** The values that match a schema, in TypeScript notation as far as possible. */
export function schemaText(schema: unknown, indent = ''): string {
  if (schema === true || schema === undefined) return 'any';
  if (schema === false) return 'never';
  if (typeof schema !== 'object' || schema === null) return JSON.stringify(schema);
  // Every schema that is not a boolean is an object.
  const given = schema as Record<string, unknown>;
  const parts = [...valueParts(given, indent), ...conditionParts(given, indent)];
  const text = parts.length === 0 ? 'any' : parts.join(' & ');
  return 'default' in given ? `${text} = ${JSON.stringify(given['default'])}` : text;
}

/** Names and schemas of `$defs` or of OpenAPI's components, one paragraph each. */
export function definitionsText(definitions: unknown): readonly string[] {
  return Object.entries((definitions ?? {}) as Record<string, Schema>)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => `${name} = ${schemaText(schema)}`);
}

function valueParts(schema: Record<string, unknown>, indent: string): readonly string[] {
  const { $ref, const: only, enum: choices, anyOf, oneOf, allOf, not } = schema;
  const each = (list: unknown) =>
    (list as readonly unknown[]).map((one) => schemaText(one, indent));
  return [
    ...(typeof $ref === 'string' ? [$ref.split('/').at(-1) ?? ''] : []),
    ...('const' in schema ? [JSON.stringify(only)] : []),
    ...(Array.isArray(choices) ? [choices.map((one) => JSON.stringify(one)).join(' | ')] : []),
    ...(Array.isArray(anyOf) ? [`(${each(anyOf).join(' | ')})`] : []),
    ...(Array.isArray(oneOf) ? [`one of (${each(oneOf).join(' | ')})`] : []),
    ...typeParts(schema, indent),
    ...(Array.isArray(allOf) ? each(allOf) : []),
    ...(not === undefined ? [] : [`not (${schemaText(not, indent)})`]),
  ];
}

function conditionParts(schema: Record<string, unknown>, indent: string): readonly string[] {
  if (schema['if'] === undefined) return [];
  const { if: when, then, else: otherwise } = schema;
  const text = `\n${indent}  when ${schemaText(when, `${indent}  `)}: ${schemaText(then, `${indent}  `)}`;
  return [otherwise === undefined ? text : `${text} else ${schemaText(otherwise, `${indent}  `)}`];
}

function typeParts(schema: Record<string, unknown>, indent: string): readonly string[] {
  const { type, properties, items, prefixItems, additionalProperties, required } = schema;
  const limits = limitsOf(schema);
  const isList = type === 'array' || items !== undefined || prefixItems !== undefined;
  if (isList) {
    const first = (prefixItems ?? []) as readonly unknown[];
    const fixed = first.map((one) => schemaText(one, indent));
    const rest = items === undefined || items === false ? [] : [`…${schemaText(items, indent)}`];
    return [`[${[...fixed, ...rest].join(', ')}]${limits}`];
  }
  const isObject = [properties, additionalProperties, required].some((part) => part !== undefined);
  if (type === 'object' || isObject) return [`${objectText(schema, indent)}${limits}`];
  if (type !== undefined) return [`${(Array.isArray(type) ? type : [type]).join(' | ')}${limits}`];
  return limits === '' ? [] : [limits];
}

function objectText(schema: Record<string, unknown>, indent: string): string {
  const { properties, additionalProperties, required } = schema;
  const needed = new Set((required ?? []) as readonly string[]);
  const listed = Object.entries((properties ?? {}) as Record<string, unknown>);
  const inner = `${indent}  `;
  const lines = [
    ...listed.map(([key, one]) => `${key}${needed.has(key) ? '' : '?'}: ${schemaText(one, inner)}`),
    ...[...needed].filter((key) => !listed.some(([name]) => name === key)),
    ...(additionalProperties === false
      ? []
      : [`[key]: ${schemaText(additionalProperties, inner)}`]),
  ];
  const short = `{ ${lines.join('; ')} }`;
  if (lines.length === 0) return '{}';
  if (!short.includes('\n') && indent.length + short.length <= widthMax) return short;
  return `{\n${lines.map((line) => `${inner}${line}\n`).join('')}${indent}}`;
}

function limitsOf(schema: Record<string, unknown>): string {
  const ranges = bounds.flatMap(([low, high]) => {
    const [from, to] = [schema[low], schema[high]];
    if (from === undefined && to === undefined) return [];
    return [`${shown(from)}..${shown(to)}`];
  });
  const more = Object.entries(schema).filter(([key]) => !known.has(key));
  const notes = [...ranges, ...more.map(([key, value]) => `${key} ${JSON.stringify(value)}`)];
  return notes.length === 0 ? '' : `(${notes.join(', ')})`;
}

/** Keywords that are shown elsewhere, or say nothing about the matching values. Everything else is written out, so that nothing is forgotten. */
const known = new Set(
  [
    ['$schema', '$id', '$defs', 'title', 'description', 'examples', 'example', 'default'],
    ['$ref', 'const', 'enum', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'type'],
    ['properties', 'required', 'items', 'prefixItems', 'additionalProperties'],
    ...bounds,
  ].flat(),
);

function shown(bound: unknown): string {
  if (bound === undefined || bound === Number.MAX_SAFE_INTEGER) return '';
  return bound === Number.MIN_SAFE_INTEGER ? '' : JSON.stringify(bound);
}

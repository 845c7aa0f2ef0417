// JSON schema of a shape
// For editors that complete and check while one types, and for forms. Draft 2020-12.
import { setOwn, type Json, type JsonObject } from '@skein/kernel';
import type { RecordShape, Shape } from './shape.ts';

/** `open`: the schema stands alone, so what lies outside of it is any object. */
type References = 'kept' | 'open';

export function toJsonSchema(shape: Shape, references: References = 'kept'): JsonObject {
  const plain = plainSchema(shape, references);
  const alternatives: JsonObject[] = [plain];
  if (shape.template && shape.kind !== 'text') alternatives.push(templateSchema);
  if (shape.nullable) alternatives.push({ type: 'null' });
  return alternatives.length === 1 ? plain : { anyOf: alternatives };
}

const templateSchema: JsonObject = { type: 'string', pattern: '\\$\\{' };

function plainSchema(shape: Shape, references: References): JsonObject {
  switch (shape.kind) {
    case 'any':
      return {};
    case 'text':
      return given({
        type: 'string',
        minLength: shape.nonEmpty ? 1 : undefined,
        not: shape.insteadOfReference === undefined ? undefined : { pattern: '\\$\\{' },
      });
    case 'number':
      return given({
        type: shape.integer ? 'integer' : 'number',
        minimum: shape.min ?? undefined,
        maximum: shape.integer ? Number.MAX_SAFE_INTEGER : undefined,
      });
    case 'boolean':
      return { type: 'boolean' };
    case 'choice':
      return { enum: shape.values };
    case 'object':
      return shape.schemaReference === undefined || references === 'open'
        ? { type: 'object' }
        : { $ref: shape.schemaReference };
    case 'record':
      return recordSchema(shape, references);
    case 'dictionary':
      return { type: 'object', additionalProperties: toJsonSchema(shape.of, references) };
    case 'list':
      return given({
        type: 'array',
        items: toJsonSchema(shape.of, references),
        minItems: shape.nonEmpty ? 1 : undefined,
      });
    case 'either':
      return { anyOf: shape.of.map((each) => toJsonSchema(each, references)) };
  }
}

// Unknown keys are only warnings for us, but an editor should underline a misspelled one: editors show both alike.
function recordSchema(shape: RecordShape, references: References): JsonObject {
  const properties: { [key: string]: Json } = {};
  const required: string[] = [];
  for (const [key, field] of shape.fields) {
    // Not `default`, with which forms would fill what is left out.
    const about = given({
      title: field.title,
      description: `${field.about}.`,
      'x-unset': field.unset,
    });
    setOwn(properties, key, { ...about, ...toJsonSchema(field.shape, references) });
    if (field.presence === 'required') required.push(key);
  }
  return given({
    type: 'object',
    properties,
    additionalProperties:
      shape.others === undefined ? false : toJsonSchema(shape.others, references),
    required: required.length > 0 ? required : undefined,
    anyOf: shape.oneOf.length > 0 ? shape.oneOf.map((key) => ({ required: [key] })) : undefined,
  });
}

/** Without the keys that have no value. */
function given(schema: { readonly [key: string]: Json | undefined }): JsonObject {
  const result: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(schema)) if (value !== undefined) result[key] = value;
  return result;
}

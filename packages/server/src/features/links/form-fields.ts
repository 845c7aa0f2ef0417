// The fields of an answer form
// What a plain HTML form can ask for is a field of its own; everything else is asked for as JSON, and checked like any answer.
import { isObject, ownValue, textAt, type Json, type JsonObject } from '@skein/api';

export type FieldKind = 'text' | 'long' | 'number' | 'yes-no' | 'choice' | 'choices' | 'json';

export interface FormField {
  /** The key in the answer; null when the field is the whole answer. */
  readonly key: string | null;
  /** Its name in the form. */
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** Of a text, as its schema names it; "" for none. */
  readonly format: string;
  /** Of a choice, as JSON values. */
  readonly options: readonly Json[];
  readonly initial: Json | undefined;
}

const longFrom = 120;

export function formFields(schema: Json | undefined): readonly FormField[] {
  if (schema === undefined || schema === null || schema === true) {
    return [fieldOf(null, {}, true)];
  }
  if (!isObject(schema)) return [fieldOf(null, {}, true)];
  const properties = ownValue(schema, 'properties');
  if (!isObject(properties) || ownValue(schema, 'type') !== 'object') {
    return [fieldOf(null, schema, true)];
  }
  const required = ownValue(schema, 'required');
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([key, inner]) =>
    fieldOf(key, isObject(inner) ? inner : {}, names.includes(key)),
  );
}

function fieldOf(key: string | null, schema: JsonObject, isRequired: boolean): FormField {
  const { kind, options } = kindOf(schema, key);
  return {
    key,
    name: key === null ? 'answer' : `field.${key}`,
    label: textAt(schema, 'title') ?? key ?? 'Answer',
    help: textAt(schema, 'description') ?? '',
    kind,
    isRequired,
    format: textAt(schema, 'format') ?? '',
    options,
    initial: ownValue(schema, 'default'),
  };
}

function kindOf(
  schema: JsonObject,
  key: string | null,
): { readonly kind: FieldKind; readonly options: readonly Json[] } {
  const options = choicesIn(schema);
  if (options.length > 0) return { kind: 'choice', options };
  switch (textAt(schema, 'type') ?? '') {
    case 'string':
      return { kind: isLong(schema) ? 'long' : 'text', options };
    case 'number':
    case 'integer':
      return { kind: 'number', options };
    case 'boolean':
      return { kind: 'yes-no', options };
    case 'array': {
      const items = ownValue(schema, 'items');
      const several = isObject(items) ? choicesIn(items) : [];
      return several.length > 0
        ? { kind: 'choices', options: several }
        : { kind: 'json', options: [] };
    }
    default:
      // Without a schema anything is an answer, and most people write a text.
      return { kind: key === null && Object.keys(schema).length === 0 ? 'long' : 'json', options };
  }
}

/** `enum`, or `oneOf` with a constant each. */
function choicesIn(schema: JsonObject): readonly Json[] {
  const listed = ownValue(schema, 'enum');
  if (Array.isArray(listed)) return listed;
  const titled = ownValue(schema, 'oneOf');
  if (!Array.isArray(titled)) return [];
  const constants = titled.map((each) => (isObject(each) ? ownValue(each, 'const') : undefined));
  return constants.every((each) => each !== undefined) ? constants : [];
}

function isLong(schema: JsonObject): boolean {
  const max = ownValue(schema, 'maxLength');
  return typeof max === 'number' && max > longFrom;
}

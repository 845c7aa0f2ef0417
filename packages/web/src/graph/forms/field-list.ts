// A JSON schema as a list of fields
// What people fill in: a name, a label, a type, whether it must be there, choices, a help. Whatever else a schema says stays as it is.
import { equalJson, isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import { listAt, objectAt, withKeys } from '../own-keys.ts';

/** In the order in which they are offered; `other` is what only JSON can say. */
export const fieldKinds = {
  text: { label: 'Text', schema: { type: 'string' } },
  number: { label: 'Number', schema: { type: 'number' } },
  integer: { label: 'Whole number', schema: { type: 'integer' } },
  boolean: { label: 'Yes or no', schema: { type: 'boolean' } },
  choice: { label: 'One of several', schema: { type: 'string', enum: [] } },
  choices: {
    label: 'Any of several',
    schema: { type: 'array', items: { type: 'string', enum: [] } },
  },
  list: { label: 'List of texts', schema: { type: 'array', items: { type: 'string' } } },
  group: { label: 'Group of fields', schema: { type: 'object' } },
  groups: { label: 'List of groups', schema: { type: 'array', items: { type: 'object' } } },
  date: { label: 'Date', schema: { type: 'string', format: 'date' } },
  time: { label: 'Date and time', schema: { type: 'string', format: 'date-time' } },
  email: { label: 'Mail address', schema: { type: 'string', format: 'email' } },
  any: { label: 'Anything', schema: {} },
  other: { label: 'Other (as JSON)', schema: {} },
} as const satisfies Readonly<Record<string, { label: string; schema: JsonObject }>>;

export type FieldKind = keyof typeof fieldKinds;

export interface BuiltField {
  readonly name: string;
  /** What forms call it; empty: as its name says. */
  readonly label: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
  readonly help: string;
  /** Of a group. */
  readonly fields: readonly BuiltField[];
  /** What the schema of the group says besides. */
  readonly inner: JsonObject;
  /** What its schema says besides. */
  readonly rest: JsonObject;
}

export const newField: BuiltField = {
  name: '',
  label: '',
  kind: 'text',
  isRequired: false,
  choices: [],
  help: '',
  fields: [],
  inner: {},
  rest: {},
};

/** Null for a schema that is no list of fields. */
export function readFields(schema: Json | undefined): readonly BuiltField[] | null {
  if (schema === undefined || schema === true) return [];
  if (!isObject(schema)) return null;
  const isRecord = (ownValue(schema, 'type') ?? 'object') === 'object';
  const isPlain = Object.keys(schema).every((key) => topKeys.has(key));
  if (!isRecord || !isPlain) return null;
  const properties = Object.entries(objectAt(schema, 'properties'));
  if (!properties.every(([, child]) => isObject(child))) return null;
  const required = new Set(listAt(schema, 'required'));
  return properties.map(([name, child]) =>
    readField(name, isObject(child) ? child : {}, required.has(name)),
  );
}

const topKeys: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'title',
  'description',
  'additionalProperties',
  '$schema',
]);

function readField(name: string, schema: JsonObject, isRequired: boolean): BuiltField {
  const { title, description, ...rest } = schema;
  const label = typeof title === 'string' ? title : '';
  const help = typeof description === 'string' ? description : '';
  const own = title === undefined || typeof title === 'string' ? rest : { ...rest, title };
  const group = groupOf(own);
  const kind = group?.kind ?? kindOf(own);
  const inItems = kind === 'choices';
  const choices = listAt(inItems ? objectAt(own, 'items') : own, 'enum').filter(
    (each) => typeof each === 'string',
  );
  const { fields, inner } = group ?? newField;
  const used = kind === 'other' ? [] : kind === 'group' ? groupKeys : shapeKeys;
  const others = Object.fromEntries(Object.entries(own).filter(([key]) => !used.includes(key)));
  return { name, label, kind, isRequired, choices, help, fields, inner, rest: others };
}

const shapeKeys: readonly string[] = ['type', 'format', 'items', 'enum'];
const groupKeys: readonly string[] = ['type', 'properties', 'required', 'additionalProperties'];

const innerKeys: readonly string[] = ['required', 'additionalProperties'];

type Group = Pick<BuiltField, 'fields' | 'inner'> & { readonly kind: 'group' | 'groups' };

/** A record whose fields can be shown, or a list of such records. Read once: groups are in groups, and twice would be twice as often at each depth. */
function groupOf(schema: JsonObject): Group | null {
  const isList = ownValue(schema, 'type') === 'array' && ownValue(schema, 'enum') === undefined;
  const record = isList ? objectAt(schema, 'items') : schema;
  const fields = ownValue(record, 'type') === 'object' ? readFields(record) : null;
  if (fields === null) return null;
  // Their order in `required` stays as it was.
  const isKept = (key: string) =>
    isList ? key !== 'type' && key !== 'properties' : innerKeys.includes(key);
  const inner = Object.fromEntries(Object.entries(record).filter(([key]) => isKept(key)));
  return { kind: isList ? 'groups' : 'group', fields, inner };
}

function kindOf(schema: JsonObject): FieldKind {
  // One whose fields can be shown is a group.
  if (ownValue(schema, 'type') === 'object') return 'other';
  const shape: { [key: string]: Json } = {};
  for (const key of ['type', 'format', 'items', 'enum'] as const) {
    const value = ownValue(schema, key);
    if (value !== undefined) setOwn(shape, key, withoutChoices(key, value));
  }
  // True because a literal without a spread has exactly the keys of its type.
  const kinds = Object.keys(fieldKinds) as readonly FieldKind[];
  const found = kinds.find((kind) => equalJson(fieldKinds[kind].schema, shape)) ?? 'other';
  if (found !== 'any') return found;
  // Words that a plain value would not have: a schema inside a schema.
  const isPlain = Object.keys(schema).every((key) => key === 'default');
  return isPlain ? 'any' : 'other';
}

function withoutChoices(key: string, value: Json): Json {
  const isTexts = (list: Json): boolean =>
    Array.isArray(list) && list.every((each) => typeof each === 'string');
  if (key === 'enum') return isTexts(value) ? [] : value;
  if (key !== 'items' || !isObject(value)) return value;
  const inner = ownValue(value, 'enum');
  return inner !== undefined && isTexts(inner) ? { ...value, enum: [] } : value;
}

/** The schema of these fields; undefined if there are none. Those without a name, or with one that is taken, are left out. */
export function writeFields(
  fields: readonly BuiltField[],
  before: Json | undefined,
): JsonObject | undefined {
  const named = namedOnes(fields);
  if (named.length === 0) return undefined;
  const properties: { [name: string]: Json } = {};
  for (const field of named) setOwn(properties, field.name, writeField(field));
  const old = isObject(before) ? before : {};
  const required = named.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return withKeys(old, {
    type: 'object',
    properties,
    required: requiredOf(required, listAt(old, 'required')),
  });
}

function namedOnes(fields: readonly BuiltField[]): readonly BuiltField[] {
  return fields.filter(
    ({ name }, index) => name !== '' && fields.findIndex((each) => each.name === name) === index,
  );
}

/** In the order in which they were, if they are the same. */
function requiredOf(now: readonly string[], before: readonly Json[]): Json | undefined {
  const isSame = before.length === now.length && now.every((name) => before.includes(name));
  if (isSame && before.length > 0) return [...before];
  return now.length === 0 ? undefined : [...now];
}

function writeField(field: BuiltField): JsonObject {
  const { kind, choices, label, help, fields, inner, rest } = field;
  const described = withKeys({}, { title: label || undefined, description: help || undefined });
  if (kind === 'other') return { ...rest, ...described };
  if (kind === 'group' || kind === 'groups') {
    const empty = { type: 'object', required: undefined };
    const group = writeFields(fields, inner) ?? withKeys(inner, empty);
    return {
      ...(kind === 'group' ? group : { type: 'array', items: group }),
      ...rest,
      ...described,
    };
  }
  const { schema } = fieldKinds[kind];
  const filled: JsonObject =
    kind === 'choice'
      ? { ...schema, enum: [...choices] }
      : kind === 'choices'
        ? { ...schema, items: { type: 'string', enum: [...choices] } }
        : schema;
  return { ...filled, ...rest, ...described };
}

/** The names in their order, at every depth: two schemas that are equal as JSON may differ in it, and forms show it. */
export function orderOfFields(fields: readonly BuiltField[]): Json {
  return namedOnes(fields).map(({ name, kind, fields: inner }) =>
    kind === 'group' || kind === 'groups' ? [name, orderOfFields(inner)] : name,
  );
}

/** The field with another type; choices and fields stay, for who changes their mind. */
export function withKind(field: BuiltField, kind: FieldKind): BuiltField {
  return { ...field, kind, rest: {} };
}

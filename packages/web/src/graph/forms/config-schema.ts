// Schemas of forms
// Made from the shapes of the settings, without the "or null" that only files need. A number may also be a reference, which
// is a text.
import { toJsonSchema, type RecordShape } from '@skein/dialects';
import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import { listAt, objectAt, withKey } from '../own-keys.ts';
import { writeDuration } from './duration-text.ts';

/** The form of a node type that nothing is known about. */
export const openForm: JsonObject = { type: 'object', properties: {} };

/** The form of what people set, from the shape that the dialect checks: a new field of it is a new field of the form. */
export function formSchemaOf(shape: RecordShape): JsonObject {
  const shown = [...shape.fields].filter(([, { isHidden }]) => isHidden !== true);
  const schema = toFormSchema(toJsonSchema({ ...shape, fields: new Map(shown) }, 'open'));
  return withKey(schema, 'properties', inWords(objectAt(schema, 'properties'), shape));
}

/** Choices are called what people call them, each with a sentence about it. */
function inWords(properties: JsonObject, { fields }: RecordShape): JsonObject {
  const entries = Object.entries(properties).map(([key, property]): [string, Json] => {
    const words = fields.get(key)?.choices;
    if (words === undefined || !isObject(property)) return [key, property];
    const { enum: _, ...rest } = property;
    const oneOf = Object.entries(words).map(([value, { title, about }]) => ({
      const: value,
      title,
      description: about,
    }));
    return [key, { ...rest, type: 'string', oneOf, 'x-explained': true }];
  });
  return Object.fromEntries(entries);
}

/** Without the settings that the role of a node ignores; those that are filled nevertheless say so. */
export function schemaOfRole(
  schema: JsonObject,
  ignored: ReadonlySet<string>,
  filled: ReadonlySet<string>,
): JsonObject {
  const properties = Object.entries(objectAt(schema, 'properties')).flatMap(([key, field]) => {
    if (!ignored.has(key) || !isObject(field)) return [[key, field] as const];
    return filled.has(key) ? [[key, { ...field, description: ignoredNote }] as const] : [];
  });
  return withKey(schema, 'properties', Object.fromEntries(properties));
}

const ignoredNote =
  'Ignored: the agent that calls this one writes the message. Move the text to the system prompt, or remove it.';

/** `anyOf [x, null]` becomes x, keys become titles, descriptions sentences; all other keys stay as they are. */
export function toFormSchema(schema: JsonObject): JsonObject {
  const plain = withoutNull(schema);
  const result: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(plain)) {
    if (key === 'properties' && isObject(value)) setOwn(result, key, formProperties(value));
    else if (key === 'items' && isObject(value)) setOwn(result, key, toFormSchema(value));
    else setOwn(result, key, value);
  }
  return result;
}

function formProperties(properties: JsonObject): JsonObject {
  const result: { [key: string]: Json } = {};
  for (const [key, schema] of Object.entries(properties)) {
    if (!isObject(schema)) continue;
    const { description, ...rest } = toFormSchema(schema);
    const words =
      typeof description === 'string' && isDuration(key) ? durationHelp(description) : description;
    const help = typeof words === 'string' ? { description: toSentence(words) } : {};
    setOwn(result, key, { title: titleOf(key), ...help, ...rest });
  }
  return result;
}

function withoutNull(schema: JsonObject): JsonObject {
  const choices = listAt(schema, 'anyOf').filter(isObject);
  const [only, ...others] = choices.filter(
    (choice) => ownValue(choice, 'type') !== 'null' && !isReference(choice),
  );
  if (only === undefined) return schema;
  const { anyOf: _, ...rest } = schema;
  // Several forms of one thing: the field takes any JSON, and the diagnostics say what is wrong with it.
  if (others.length > 0) return rest;
  const plain = withoutNull(only);
  return choices.some(isReference) ? { ...orReference(plain), ...rest } : { ...plain, ...rest };
}

/** What stands for a value that only a run knows. */
function isReference(schema: JsonObject): boolean {
  return ownValue(schema, 'type') === 'string' && ownValue(schema, 'pattern') !== undefined;
}

function orReference(schema: JsonObject): JsonObject {
  const type = ownValue(schema, 'type');
  return typeof type === 'string' ? { ...schema, type: [type, 'string'] } : schema;
}

/** Names say their unit last; people write it with the number. */
export function titleOf(key: string): string {
  return toTitle(isDuration(key) && key !== 'ms' ? key.slice(0, -2) : key);
}

export function isDuration(key: string): boolean {
  return key === 'ms' || key.endsWith('Ms');
}

/** What a setting in milliseconds says about itself, where people write it with its unit. */
function durationHelp(text: string): string {
  return text
    .replace(/^milliseconds (?=to|until|for|of)/i, 'how long ')
    .replace(/,? in milliseconds/i, '')
    .replace(/(default:? )([\d,]+)/i, (_, words: string, ms: string) => {
      return `${words}${writeDuration(Number(ms.replaceAll(',', '')))}`;
    });
}

export function toTitle(key: string): string {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// A wait as a form
// The forms of the protocol are flat: named strings, numbers, booleans, choices. Anything else is asked for as JSON text. Either
// way the engine decides whether an answer is valid.
//
// Choices with titles are `oneOf` or `anyOf` of constants in our schemas and in the protocol; of several, a list of them. Clients of
// revisions before that get the bare values, or JSON text.
import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import { isObject, type Json, type JsonObject } from '@skein/api';
import type { RunJson } from '@skein/engine';
import { ownValue } from '../own-value.ts';

export type Wait = RunJson['waits'][number];

export interface WaitForm {
  readonly params: ElicitRequestFormParams;
  /** The answer of a filled-in form. */
  readonly answer: (content: JsonObject) => Json;
}

type Fields = { readonly [name: string]: JsonObject };

export interface FormOptions {
  /** Why the last answer was not accepted. */
  readonly complaint?: string | undefined;
  /** Whether the client shows choices with titles, and choices of several. */
  readonly hasChoices: boolean;
}

/** Null when no person can answer it: events come from elsewhere. */
export function waitForm(wait: Wait, options: FormOptions): WaitForm | null {
  switch (wait.kind) {
    case 'event':
    // Who signs in is decided at the service; the result names the address.
    case 'auth':
      return null;
    case 'approval':
      return approvalForm(wait, options);
    case 'limit':
      return limitForm(wait, options);
    default:
      return answerForm(wait, options);
  }
}

function approvalForm(wait: Wait, options: FormOptions): WaitForm {
  const { complaint } = options;
  const decision = { type: 'string', title: 'Decision', enum: ['approve', 'reject'] };
  const note = { type: 'string', title: 'Note' };
  const hasSchema = wait.schema !== null && wait.schema !== undefined;
  const form = hasSchema ? flatFields(wait.schema, options) : { fields: {}, required: [] };
  // A form that the protocol cannot show is filled in as JSON, decision included.
  if (form === null) return answerForm(wait, options);
  const fields = { decision, note, ...form.fields };
  const required = [...new Set(['decision', ...form.required])];
  return { params: paramsOf(wait, { fields, required, complaint }), answer: filled };
}

/** Any answer resumes the run; a number is the new limit. */
function limitForm(wait: Wait, options: FormOptions): WaitForm {
  const { complaint } = options;
  const limit = ownValue(wait.data, 'limit');
  const name = typeof limit === 'string' ? limit : 'limit';
  const fields = {
    [name]: { type: 'number', title: 'New limit', description: 'Empty: the same amount again.' },
  };
  return { params: paramsOf(wait, { fields, required: [], complaint }), answer: filled };
}

function answerForm(wait: Wait, options: FormOptions): WaitForm {
  const { complaint } = options;
  const { schema } = wait;
  const flat = flatFields(schema, options);
  if (flat !== null) return { params: paramsOf(wait, { ...flat, complaint }), answer: filled };
  const single = flatField(schema, options);
  if (single !== null || schema === null || schema === undefined) {
    const field = single ?? { type: 'string', title: 'Answer' };
    const fields = { answer: { title: 'Answer', ...field } };
    const params = paramsOf(wait, { fields, required: ['answer'], complaint });
    return { params, answer: (content) => ownValue(content, 'answer') ?? null };
  }
  const description = `JSON for this schema: ${JSON.stringify(schema).slice(0, schemaMax)}`;
  const fields = { answer: { type: 'string', title: 'Answer', description } };
  const params = paramsOf(wait, { fields, required: ['answer'], complaint });
  return { params, answer: (content) => parsed(ownValue(content, 'answer') ?? null) };
}

/** People read it in a small window. */
const schemaMax = 2_000;

/** Text that is not JSON is a string; the engine says whether that is valid. */
function parsed(text: Json): Json {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Fields that were left empty are not part of the answer. */
function filled(content: JsonObject): Json {
  return Object.fromEntries(
    Object.entries(content).filter(([, value]) => value !== null && value !== ''),
  );
}

function paramsOf(
  { prompt, node, kind, data }: Wait,
  form: {
    readonly fields: Fields;
    readonly required: readonly string[];
    readonly complaint?: string | undefined;
  },
): ElicitRequestFormParams {
  const { fields, required, complaint } = form;
  const question = prompt ?? (node === '' ? 'The run is paused.' : `${node} is waiting (${kind}).`);
  const call = ownValue(data, 'arguments');
  const shown = call === undefined ? [] : [JSON.stringify(call, null, 2).slice(0, schemaMax)];
  const refused = complaint === undefined ? [] : [`Not accepted: ${complaint}`];
  // Built from the few kinds of fields that the protocol has.
  const requestedSchema = {
    type: 'object',
    properties: fields,
    required: [...required],
  } as unknown as ElicitRequestFormParams['requestedSchema'];
  return { mode: 'form', message: [...refused, question, ...shown].join('\n'), requestedSchema };
}

/** The properties of an object schema, if the protocol has a field for each of them. */
function flatFields(
  schema: Json | undefined,
  options: FormOptions,
): { readonly fields: Fields; readonly required: readonly string[] } | null {
  const properties = ownValue(schema, 'properties');
  if (!isObject(properties)) return null;
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    flatField(field, options),
  ]);
  if (fields.length === 0 || fields.some(([, field]) => field === null)) return null;
  const required = ownValue(schema, 'required');
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  // None of them is null, as just checked.
  return { fields: Object.fromEntries(fields) as Fields, required: names };
}

const keptKeys = ['title', 'description', 'default'];
const formats = new Set<unknown>(['email', 'uri', 'date', 'date-time']);

function flatField(schema: Json | undefined, { hasChoices }: FormOptions): JsonObject | null {
  if (!isObject(schema)) return null;
  const type = ownValue(schema, 'type');
  const titled = titledChoices(schema);
  if (titled !== null) {
    const kept = pick(schema, keptKeys);
    if (hasChoices) return { type: 'string', oneOf: titled, ...kept };
    return { type: 'string', enum: titled.map((each) => ownValue(each, 'const') ?? ''), ...kept };
  }
  if (type === 'array') return hasChoices ? severalChoices(schema) : null;
  const choices = ownValue(schema, 'enum');
  if (Array.isArray(choices)) {
    if (!choices.every((choice) => typeof choice === 'string')) return null;
    // The older way to give choices titles.
    return { type: 'string', enum: choices, ...pick(schema, [...keptKeys, 'enumNames']) };
  }
  if (type === 'string') {
    const format = ownValue(schema, 'format');
    const kept = pick(schema, [...keptKeys, 'minLength', 'maxLength']);
    return { type, ...kept, ...(formats.has(format) ? pick(schema, ['format']) : {}) };
  }
  if (type === 'number' || type === 'integer') {
    return { type, ...pick(schema, [...keptKeys, 'minimum', 'maximum']) };
  }
  return type === 'boolean' ? { type, ...pick(schema, keptKeys) } : null;
}

/** Constants with titles, under either of the keys that schemas have for it. */
function titledChoices(schema: JsonObject): readonly JsonObject[] | null {
  const choices = ownValue(schema, 'oneOf') ?? ownValue(schema, 'anyOf');
  if (!Array.isArray(choices) || choices.length === 0) return null;
  const listed: readonly Json[] = choices;
  const titled = listed.map((choice) => {
    const value = ownValue(choice, 'const');
    const title = ownValue(choice, 'title');
    if (typeof value !== 'string') return null;
    return { const: value, title: typeof title === 'string' ? title : value };
  });
  return titled.every((each) => each !== null) ? titled : null;
}

/** A list of choices, with titles or without. */
function severalChoices(schema: JsonObject): JsonObject | null {
  const items = ownValue(schema, 'items');
  if (!isObject(items)) return null;
  const kept = pick(schema, [...keptKeys, 'minItems', 'maxItems']);
  const titled = titledChoices(items);
  if (titled !== null) return { type: 'array', items: { anyOf: titled }, ...kept };
  const choices = ownValue(items, 'enum');
  if (!Array.isArray(choices) || !choices.every((choice) => typeof choice === 'string'))
    return null;
  return { type: 'array', items: { type: 'string', enum: choices }, ...kept };
}

function pick(schema: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = ownValue(schema, key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

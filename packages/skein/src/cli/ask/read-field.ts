// Fields of a form
// A line of text becomes the value that the field's JSON schema asks for. What the schema says beyond that is checked
// when the answer is given.
import { readBooleanWord } from '@skein/dialects';
import { isObject, ownValue, type Json } from '@skein/kernel';

export interface FormField {
  readonly name: string;
  readonly schema: Json;
  readonly isRequired: boolean;
}

export type ReadField =
  | { readonly ok: true; readonly value: Json | undefined }
  | { readonly ok: false; readonly complaint: string };

/** `Title (one of: low, high; default low)`. */
export function describeField({ name, schema, isRequired }: FormField): string {
  const title = textOf(schema, 'title') ?? name;
  const description = textOf(schema, 'description');
  const choices = choicesOf(schema);
  const type = textOf(schema, 'type') ?? '';
  const preset = presetOf(schema);
  const notes = [
    ...(description === undefined ? [] : [description]),
    ...(choices !== undefined ? [`one of: ${choices.map(show).join(', ')}`] : typeNote(type)),
    ...(preset === undefined ? [] : [`default ${show(preset)}`]),
    ...(isRequired || preset !== undefined ? [] : ['may be empty']),
  ];
  return notes.length === 0 ? title : `${title} (${notes.join('; ')})`;
}

export function readField({ schema, isRequired }: FormField, line: string): ReadField {
  const text = line.trim();
  const choices = choicesOf(schema);
  if (text === '') {
    const preset = presetOf(schema);
    if (preset !== undefined || !isRequired) return { ok: true, value: preset };
    if (choices !== undefined || textOf(schema, 'type') !== 'string') {
      return { ok: false, complaint: 'A value is required.' };
    }
  }
  if (choices !== undefined) {
    const chosen = choices.find((choice) => show(choice) === text);
    if (chosen !== undefined) return { ok: true, value: chosen };
    return { ok: false, complaint: `One of: ${choices.map(show).join(', ')}.` };
  }
  return readTyped(textOf(schema, 'type') ?? '', line);
}

function readTyped(type: string, line: string): ReadField {
  const text = line.trim();
  switch (type) {
    case 'string':
      return { ok: true, value: line };
    case 'number':
    case 'integer': {
      const number = Number(text);
      const fits = Number.isFinite(number) && (type === 'number' || Number.isInteger(number));
      return fits ? { ok: true, value: number } : { ok: false, complaint: 'A number is required.' };
    }
    case 'boolean': {
      const value = readBooleanWord(text);
      if (value !== undefined) return { ok: true, value };
      return { ok: false, complaint: 'Answer yes or no.' };
    }
    case 'object':
    case 'array':
      return readJson(text) ?? { ok: false, complaint: `JSON is required: an ${type}.` };
    default:
      return readJson(text) ?? { ok: true, value: line };
  }
}

function readJson(text: string): ReadField | undefined {
  try {
    // JSON.parse gives JSON; the engine refuses what is too deep or no number.
    return { ok: true, value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}

function choicesOf(schema: Json): readonly Json[] | undefined {
  const choices = isObject(schema) ? ownValue(schema, 'enum') : undefined;
  return Array.isArray(choices) ? choices : undefined;
}

function presetOf(schema: Json): Json | undefined {
  return isObject(schema) ? ownValue(schema, 'default') : undefined;
}

function textOf(schema: Json, key: string): string | undefined {
  const value = isObject(schema) ? ownValue(schema, key) : undefined;
  return typeof value === 'string' ? value : undefined;
}

function typeNote(type: string): readonly string[] {
  switch (type) {
    case 'number':
    case 'integer':
      return ['a number'];
    case 'boolean':
      return ['yes or no'];
    case 'object':
    case 'array':
      return ['JSON'];
    default:
      return [];
  }
}

function show(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

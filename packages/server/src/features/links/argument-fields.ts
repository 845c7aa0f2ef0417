// Changing a call before it is approved, in a plain HTML form
// A field for each argument that the tool names, or one for all of them as JSON. A field that comes back as it was shown changes nothing: the
// argument stays as the model wrote it, whatever the browser made of its line breaks or numbers.
import { equalJson, isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/api';
import { askedCall } from '../../values/asked-call.ts';
import { formFields, type FormField } from './form-fields.ts';
import { readField, type ReadField } from './read-field.ts';
import { shownTexts } from './shown-texts.ts';

const longFrom = 60;

/** A hidden field that says that the others were shown: a box that is not checked is not sent at all. */
export const editsName = 'edits';

/** The fields of the call that is asked about, with its arguments filled in; none where nobody may change them. */
export function argumentFields(data: Json | undefined): readonly FormField[] {
  const call = askedCall(data);
  if (call === undefined || data === undefined || !isObject(data)) return [];
  const parameters = ownValue(data, 'parameters');
  if (parameters === undefined) return [];
  const named = isObject(parameters) ? formFields(parameters).filter(hasKey) : [];
  const args = call.arguments;
  // What the tool does not name would be lost in fields for what it names.
  const isWhole = Object.keys(args).some((key) => named.every((field) => field.key !== key));
  if (named.length === 0 || isWhole) return [wholeField(args)];
  return named.map((field) => {
    const initial = ownValue(args, field.key);
    const isLong = field.kind === 'text' && typeof initial === 'string' && needsLines(initial);
    // No field insists on a value or a format: while they are folded, a browser could not say which one it is.
    return {
      ...field,
      name: `argument.${field.key}`,
      kind: isLong ? 'long' : field.kind,
      isRequired: false,
      format: '',
      initial,
    };
  });
}

type ReadArguments =
  | { readonly ok: true; readonly changed: JsonObject | undefined }
  | { readonly ok: false; readonly complaint: string };

/** The arguments that a submitted form wants; undefined where it changes none. */
export function readArguments(data: Json | undefined, form: URLSearchParams): ReadArguments {
  const asked = askedCall(data)?.arguments ?? {};
  if (!form.has(editsName)) return { ok: true, changed: undefined };
  const changed: { [key: string]: Json } = { ...asked };
  for (const field of argumentFields(data)) {
    if (isAsShown(field, form)) continue;
    const read = readChanged(field, form);
    if (!read.ok) return read;
    if (field.key === null) return wholeArguments(asked, read.value);
    if (read.value === undefined) delete changed[field.key];
    else setOwn(changed, field.key, read.value);
  }
  return { ok: true, changed: equalJson(changed, asked) ? undefined : changed };
}

function wholeArguments(asked: JsonObject, value: Json | undefined): ReadArguments {
  if (value === undefined || !isObject(value)) {
    return { ok: false, complaint: '"Arguments" must be a JSON object, for example {"a": 1}.' };
  }
  return { ok: true, changed: equalJson(value, asked) ? undefined : value };
}

function isAsShown(field: FormField, form: URLSearchParams): boolean {
  const given = form.getAll(field.name).map(withPlainLines);
  const shown = shownTexts(field).map(withPlainLines);
  return given.length === shown.length && given.every((text) => shown.includes(text));
}

function readChanged(field: FormField, form: URLSearchParams): ReadField {
  const read = readField(field, form);
  if (!read.ok || typeof read.value !== 'string') return read;
  return { ok: true, value: withPlainLines(read.value) };
}

/** Browsers send the line breaks of a text area as two characters. */
function withPlainLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function needsLines(text: string): boolean {
  return text.includes('\n') || text.length > longFrom;
}

function hasKey(field: FormField): field is FormField & { readonly key: string } {
  return field.key !== null;
}

function wholeField(initial: JsonObject): FormField {
  return {
    key: null,
    name: 'arguments',
    label: 'Arguments',
    help: '',
    kind: 'json',
    isRequired: false,
    format: '',
    options: [],
    initial,
  };
}

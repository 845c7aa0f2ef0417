import type { Json } from '@skein/api';
import type { FormField } from './form-fields.ts';

export type ReadField =
  | { readonly ok: true; readonly value: Json | undefined }
  | { readonly ok: false; readonly complaint: string };

/** What a submitted form has for a field; undefined for nothing. */
export function readField(field: FormField, form: URLSearchParams): ReadField {
  const { kind, name, isRequired } = field;
  const given = form.get(name);
  switch (kind) {
    case 'yes-no':
      return { ok: true, value: given !== null };
    case 'choices':
      return eachParsed(field, form.getAll(name));
    case 'text':
    case 'long':
      return {
        ok: true,
        value: given === null || (given === '' && !isRequired) ? undefined : given,
      };
    case 'number':
    case 'choice':
    case 'json':
      if (given === null || given.trim() === '') return { ok: true, value: undefined };
      return parsed(field, given);
  }
}

function eachParsed(field: FormField, given: readonly string[]): ReadField {
  const values: Json[] = [];
  for (const text of given) {
    const read = parsed(field, text);
    if (!read.ok) return read;
    if (read.value !== undefined) values.push(read.value);
  }
  return { ok: true, value: values };
}

function parsed({ label, kind }: FormField, text: string): ReadField {
  if (kind === 'number') {
    const number = Number(text);
    return Number.isFinite(number)
      ? { ok: true, value: number }
      : { ok: false, complaint: `"${label}" must be a number.` };
  }
  try {
    // JSON.parse gives JSON.
    return { ok: true, value: JSON.parse(text) as Json };
  } catch {
    return { ok: false, complaint: `"${label}" must be JSON, for example ["a", "b"] or {"a": 1}.` };
  }
}

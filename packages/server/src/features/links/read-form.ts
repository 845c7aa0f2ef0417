import { setOwn, type Json, type WaitQuestion } from '@skein/api';
import { formFields, type FormField } from './form-fields.ts';

export type ReadForm =
  | { readonly ok: true; readonly answer: Json }
  | { readonly ok: false; readonly complaint: string };

/**
 * The answer that a submitted form gives to a question. Whether it fits is for the engine to say. `own` are fields that the page has for
 * itself.
 */
export function readForm(
  question: WaitQuestion,
  form: URLSearchParams,
  own: readonly string[] = [],
): ReadForm {
  const isApproval = question.kind === 'approval';
  const hasForm = question.schema !== undefined && question.schema !== null;
  const fields = isApproval && !hasForm ? [] : formFields(question.schema);
  const unread = unreadIn(form, [...own, ...(isApproval ? ['decision', 'note'] : [])], fields);
  if (unread !== undefined) {
    return {
      ok: false,
      complaint: `Nothing reads "${unread.slice(0, 100)}": it is no field of this form.`,
    };
  }
  const answer: { [key: string]: Json } = {};
  if (isApproval) {
    setOwn(answer, 'decision', form.get('decision') ?? '');
    const note = form.get('note') ?? '';
    if (note !== '') setOwn(answer, 'note', note);
  }
  // Whoever says no leaves fields empty that an approval needs.
  const isRejected = isApproval && form.get('decision') === 'reject';
  for (const field of fields) {
    const read = readField(isRejected ? { ...field, isRequired: false } : field, form);
    if (!read.ok) return read;
    if (read.value === undefined) continue;
    if (field.key === null && !isApproval) return { ok: true, answer: read.value };
    setOwn(answer, field.key ?? 'answer', read.value);
  }
  return { ok: true, answer };
}

/** Whoever sends a field that the page does not have would believe that it counts. */
function unreadIn(
  form: URLSearchParams,
  own: readonly string[],
  fields: readonly FormField[],
): string | undefined {
  const known = new Set([...own, ...fields.map(({ name }) => name)]);
  return [...form.keys()].find((name) => !known.has(name));
}

type ReadField =
  | { readonly ok: true; readonly value: Json | undefined }
  | { readonly ok: false; readonly complaint: string };

function readField(field: FormField, form: URLSearchParams): ReadField {
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

import { setOwn, type Json, type WaitQuestion } from '@skein/api';
import { argumentFields, editsName, readArguments } from './argument-fields.ts';
import { formFields, type FormField } from './form-fields.ts';
import { readField } from './read-field.ts';

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
  const changeable = isApproval ? argumentFields(question.data) : [];
  const approval = isApproval ? ['decision', 'note'] : [];
  const edits = changeable.length > 0 ? [editsName] : [];
  const unread = unreadIn(form, [...own, ...approval, ...edits], [...fields, ...changeable]);
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
  // A call that is rejected is not made, whatever its arguments were changed to.
  if (!isApproval || isRejected) return { ok: true, answer };
  const call = readArguments(question.data, form);
  if (!call.ok) return call;
  if (call.changed !== undefined) setOwn(answer, 'arguments', call.changed);
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

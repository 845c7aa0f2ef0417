import { isRef, makeRef, refData, type RefData } from './ref-data.ts';
import type { SureRef } from './may-be-missing.ts';
import type { Ref, RefTo, Template } from './ref.ts';

/** Of a value of which nothing is known it is not known either whether it is there. */
type SurePart<Part> =
  Part extends RefTo<infer T> ? (unknown extends T ? Part : SureRef<Part>) : Part;

/**
 * A text with values of the run in it, for prompts, questions and arguments:
 *
 *     g.llm('answer', { prompt: text`Answer ${input.question} in one sentence.` });
 */
export function text<Values extends readonly (RefTo<unknown> | string | number | boolean)[]>(
  pieces: TemplateStringsArray,
  ...values: { readonly [Place in keyof Values]: SurePart<Values[Place]> }
): Ref<string>;
export function text(
  pieces: TemplateStringsArray,
  ...values: readonly (RefTo<unknown> | string | number | boolean)[]
): Ref<string> {
  const parts: (string | RefData)[] = [];
  for (const [place, piece] of pieces.entries()) {
    parts.push(piece);
    const value = values[place];
    if (value !== undefined) parts.push(isRef(value) ? refData(value) : String(value));
  }
  return makeRef({ kind: 'text', parts });
}

/** The value as JSON, inside of a text. */
export function json(ref: RefTo<unknown>): Ref<string> {
  return makeRef({ kind: 'call', name: 'json', of: refData(ref) });
}

/** The value, or another one where it is missing or null: `orElse(input.note, 'none')`. */
export function orElse<T, Other extends Template<NonNullable<T>> | null>(
  ref: RefTo<T>,
  other: Other,
): Ref<NonNullable<T> | Extract<Other, null>> {
  return makeRef({ kind: 'else', of: refData(ref), other });
}

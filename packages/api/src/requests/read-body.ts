import { parseJson } from '@skein/dialects';
import type { Diagnostic, Json } from '@skein/kernel';

export type ReadBody =
  | { readonly ok: true; readonly json: Json }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** A body as JSON: sound in every respect, at most 200 levels deep, or what is wrong with it. */
export function readBody(text: string): ReadBody {
  return parseJson(text);
}

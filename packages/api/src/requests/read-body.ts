import { parseJson } from '@skein/dialects';
import type { Diagnostic, Json } from '@skein/kernel';

export type ReadBody =
  | { readonly ok: true; readonly json: Json }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Parses a body as JSON, at most 200 levels deep, or returns what is wrong with it. */
export function readBody(text: string): ReadBody {
  return parseJson(text);
}

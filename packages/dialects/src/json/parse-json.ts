// JSON from text
// For everything that comes as a file, an option or a request body.
import { toDiagnostic } from '../diagnostics/finding.ts';
import { checkJson } from './check-json.ts';
import { findJsonError } from './find-json-error.ts';
import type { Diagnostic, Json } from '@skein/kernel';

export type ParsedJson =
  | { readonly ok: true; readonly json: Json }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Parses a text that must be valid JSON in every respect: syntax, finite numbers, at most 200 levels. */
export function parseJson(text: string): ParsedJson {
  const parsed = parseSyntax(text);
  if (!parsed.ok) return parsed;
  const diagnostics = checkJson(parsed.json);
  return diagnostics.length === 0 ? parsed : { ok: false, diagnostics };
}

/** Syntax alone; what the value holds is checked by whoever compiles it, together with everything else. */
export function parseSyntax(text: string): ParsedJson {
  // Editors on Windows begin files with a byte order mark, which JSON.parse refuses.
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    // JSON.parse returns JSON, by its contract.
    return { ok: true, json: JSON.parse(source) as Json };
  } catch {
    return { ok: false, diagnostics: [describeError(source)] };
  }
}

// The engine's own message is not used: it differs between engines and versions and often has no position.
function describeError(source: string): Diagnostic {
  const error = findJsonError(source);
  if (error === null || error.kind === 'too deep') {
    // Sound as text, and still refused: an engine whose parser recurses has run out of stack.
    const place = error === null ? '' : ` at ${placeOf(source, error.offset)}`;
    return toDiagnostic({
      path: [],
      code: 'TOO_DEEP',
      severity: 'error',
      message: `This JSON is nested too deeply to be read${place}.`,
      hint: 'Flatten it to at most 200 levels of lists and objects.',
    });
  }
  return toDiagnostic({
    path: [],
    code: 'BAD_JSON',
    severity: 'error',
    message: `This is not JSON: at ${placeOf(source, error.offset)}, ${error.message}.`,
    hint: error.hint,
  });
}

function placeOf(source: string, offset: number): string {
  const before = source.slice(0, offset).split(/\r\n|\n|\r/);
  // Counted in characters, as editors do, not in halves of surrogate pairs.
  const column = Array.from(before.at(-1) ?? '').length + 1;
  return `line ${before.length}, column ${column}`;
}

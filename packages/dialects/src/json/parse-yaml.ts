// JSON from YAML
// Only what JSON can say is read: no tags, no types of one's own. The library is loaded when the first YAML is read.
//
// Y1. Aliases are bounded: a short text cannot become a huge value.
// Y2. What comes out has passed the checks of JSON: finite numbers, at most 200 levels.
import { toDiagnostic } from '../diagnostics/finding.ts';
import { checkJson } from './check-json.ts';
import { indentQuoted } from './indent-quoted.ts';
import type { ParsedJson } from './parse-json.ts';
import type { Diagnostic, Json } from '@skein/kernel';

/** How often aliases may repeat what they name. */
const aliasesMax = 1_000;

export async function parseYaml(text: string): Promise<ParsedJson> {
  const { parseDocument } = await import('yaml');
  try {
    const read = (source: string) =>
      parseDocument(source, { schema: 'core', logLevel: 'silent', prettyErrors: true });
    const first = read(text);
    const isOpen = first.errors.some(({ code }) => code === 'MISSING_CHAR');
    const repaired = isOpen ? read(indentQuoted(text)) : first;
    // Errors are told about the text as it was written.
    const document = repaired.errors.length === 0 ? repaired : first;
    const [error] = [...document.errors, ...document.warnings];
    if (error !== undefined) return refused(badYaml(placeOf(error.linePos), reasonOf(error)));
    // What the core schema gives is JSON but for numbers and depth, which are checked below.
    const json = document.toJS({ maxAliasCount: aliasesMax }) as Json;
    const diagnostics = checkJson(json);
    return diagnostics.length === 0 ? { ok: true, json } : { ok: false, diagnostics };
  } catch (error) {
    return refused(fromThrown(error));
  }
}

interface Complaint {
  readonly code: string;
  readonly message: string;
}

function reasonOf({ code, message }: Complaint): string {
  if (code === 'TAG_RESOLVE_FAILED') return 'a tag is used, which definitions may not have';
  // The rest of the message draws the lines.
  const [first = ''] = message.split('\n');
  return first.replace(/ at line \d+, column \d+:?$/, '').replace(/\.$/, '');
}

function placeOf(
  found: readonly { readonly line: number; readonly col: number }[] | undefined,
): string {
  const [start] = found ?? [];
  return start === undefined ? '' : `at line ${start.line}, column ${start.col}, `;
}

function fromThrown(error: unknown): Diagnostic {
  if (error instanceof RangeError) {
    return toDiagnostic({
      path: [],
      code: 'TOO_DEEP',
      severity: 'error',
      message: 'This YAML is nested too deeply to be read.',
      hint: 'Flatten it to at most 200 levels of lists and objects.',
    });
  }
  if (error instanceof ReferenceError) {
    return badYaml('', `aliases repeat what they name more than ${aliasesMax} times`);
  }
  return badYaml('', error instanceof Error ? error.message : String(error));
}

function badYaml(place: string, reason: string): Diagnostic {
  return toDiagnostic({
    path: [],
    code: 'BAD_YAML',
    severity: 'error',
    message: `This is not YAML that can be read: ${place}${reason}.`,
    hint: 'Check indentation, quotes and colons there; write values out instead of tags and aliases.',
  });
}

function refused(diagnostic: Diagnostic): ParsedJson {
  return { ok: false, diagnostics: [diagnostic] };
}

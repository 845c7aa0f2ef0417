import { toDiagnostic } from '../diagnostics/finding.ts';
import { parseJson, parseSyntax, type ParsedJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';

/** Characters that a document of JSON or YAML may have; larger ones would take minutes and gigabytes to convert. */
const documentMax = 20_000_000;

export interface DocumentOptions {
  /** The name of its file: its ending says what it is, where it has one. */
  readonly name?: string;
  /** JSON by its syntax alone; who compiles it reports bad numbers and depths together with everything else. */
  readonly isUnchecked?: boolean;
}

/** A definition or a document of another product, written in JSON or YAML. */
export async function parseDocument(
  text: string,
  { name = '', isUnchecked = false }: DocumentOptions = {},
): Promise<ParsedJson> {
  if (text.length > documentMax) return tooLarge(text.length);
  if (!isYaml(text, name)) return isUnchecked ? parseSyntax(text) : parseJson(text);
  return parseYaml(text);
}

function isYaml(text: string, name: string): boolean {
  if (/\.ya?ml$/i.test(name)) return true;
  if (/\.json$/i.test(name)) return false;
  return !/^\uFEFF?\s*(?:[[{"]|$)/.test(text);
}

function tooLarge(length: number): ParsedJson {
  const diagnostic = toDiagnostic({
    path: [],
    code: 'DOCUMENT_TOO_LARGE',
    severity: 'error',
    message: `This document has ${length} characters; at most ${documentMax} are read.`,
    hint: 'Take data that does not belong to the workflow out of it, or split it.',
  });
  return { ok: false, diagnostics: [diagnostic] };
}

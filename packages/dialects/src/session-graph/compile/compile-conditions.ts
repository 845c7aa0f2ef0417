// Conditions of a path in native form
// A condition is a reference (truthy), { "true": reference, "false": reference, "operator" }, or a native condition, in whose
// texts references of both kinds may stand. Several are combined by the path's operator.
import {
  formatText,
  isObject,
  ownValue,
  parseCondition,
  setOwn,
  type Json,
  type JsonObject,
  type Reference,
} from '@skein/kernel';
import type { Path } from '../../diagnostics/finding.ts';
import { parseJson } from '../../json/parse-json.ts';
import { quotedShort } from '../../shape/describe.ts';
import { readText } from './compile-text.ts';
import { complain, warn, type Compilation } from '../read/findings.ts';
import type { SessionPath } from '../read/session-document.ts';

/** Null when the path is always followed. */
export function compileConditions(compilation: Compilation, path: SessionPath): Json | null {
  const at: Path = ['paths', path.index, path.conditionsKey];
  const operator = readOperator(compilation, path.operator, ['paths', path.index, 'operator']);
  const items = readList(compilation, path.conditions ?? null, { path: at, isText: false });
  return combine(items, operator);
}

interface Place {
  readonly path: Path;
  /** Inside JSON text, where a pointer cannot lead. */
  readonly isText: boolean;
}

type Operator = 'all' | 'any';

function combine(conditions: readonly Json[], operator: Operator): Json | null {
  const [first = null] = conditions;
  return conditions.length < 2 ? first : { [operator]: conditions };
}

function readOperator(compilation: Compilation, written: string | undefined, path: Path): Operator {
  const operator = (written ?? '').trim().toUpperCase();
  if (operator === 'OR') return 'any';
  if (operator !== 'AND' && operator !== '') {
    warn(compilation, path, 'BAD_VALUE', {
      message: `The operator ${quotedShort(written ?? '')} is not known, so it is read as AND.`,
      hint: 'Write "AND" or "OR".',
    });
  }
  return 'all';
}

function readList(compilation: Compilation, value: Json, place: Place): readonly Json[] {
  if (value === null || value === '') return [];
  if (!Array.isArray(value)) return readItem(compilation, value, place);
  return value.flatMap((item: Json, index) => readItem(compilation, item, below(place, index)));
}

/** Neo4j has no lists of objects, so conditions are often kept there as a list of JSON texts. */
function readItem(compilation: Compilation, value: Json, place: Place): readonly Json[] {
  if (typeof value !== 'string' || !looksLikeJson(value)) return readOne(compilation, value, place);
  const parsed = parseJson(value);
  if (parsed.ok) return readList(compilation, parsed.json, { ...place, isText: true });
  const [first] = parsed.diagnostics;
  complain(compilation, place.path, 'BAD_CONDITION', {
    message:
      `The conditions are a text that is neither a reference nor JSON. ${first?.message ?? ''}`.trim(),
    hint: 'Write the conditions as a list, without quotes around it.',
  });
  return [];
}

function looksLikeJson(text: string): boolean {
  return /^\s*(?:[[{"]|true\b|false\b|null\b)/.test(text);
}

function below(place: Place, ...steps: Path): Place {
  return place.isText ? place : { ...place, path: [...place.path, ...steps] };
}

/** A list, so that what does not parse is simply absent. */
function readOne(compilation: Compilation, value: Json, place: Place): readonly Json[] {
  if (typeof value === 'string') {
    const text = readReferenceText(compilation, value, place);
    return text === null ? [] : [text];
  }
  if (isObject(value) && (Object.hasOwn(value, 'true') || Object.hasOwn(value, 'false'))) {
    return readTruths(compilation, value, place);
  }
  return readNative(compilation, value, place);
}

function readTruths(compilation: Compilation, value: JsonObject, place: Place): readonly Json[] {
  for (const key of Object.keys(value)) {
    if (key === 'true' || key === 'false' || key === 'operator') continue;
    warn(compilation, below(place, key).path, 'UNKNOWN_KEY', {
      message: `A condition has no key ${quotedShort(key)}, so it is ignored.`,
      hint: 'Known: true, false, operator.',
    });
  }
  const written = ownValue(value, 'operator');
  const operator = readOperator(
    compilation,
    typeof written === 'string' ? written : undefined,
    below(place, 'operator').path,
  );
  const parts = (['true', 'false'] as const).flatMap((key) => {
    const text = ownValue(value, key);
    if (text === undefined) return [];
    const left = readReferenceText(compilation, text, below(place, key));
    return left === null ? [] : [{ left, op: key === 'true' ? 'truthy' : 'falsy' }];
  });
  const condition = combine(parts, operator);
  return condition === null ? [] : [condition];
}

const falseWords: ReadonlySet<string> = new Set(['false', '0', 'null', 'no', 'none', 'undefined']);

/** The native text of exactly one reference; null when it is none. */
function readReferenceText(compilation: Compilation, text: Json, place: Place): string | null {
  const parts =
    typeof text === 'string' ? readText(compilation, text.trim(), place.path).parts : [];
  const [only] = parts;
  if (parts.length !== 1 || typeof only !== 'object') {
    complain(compilation, place.path, 'BAD_CONDITION', {
      message: 'A text is a condition only when it is exactly one reference.',
      hint: 'Write "@{SESSION_ID}.step.field", or a native condition: { "left", "op", "right" }.',
    });
    return null;
  }
  warnTruthy(compilation, only, place);
  return formatText([only]);
}

function warnTruthy(
  compilation: Compilation,
  { default: fallback }: Reference,
  place: Place,
): void {
  const text = typeof fallback === 'object' ? fallback.default : fallback;
  if (typeof text !== 'string' || !falseWords.has(text.toLowerCase())) return;
  warn(compilation, place.path, 'ALWAYS_TRUTHY', {
    message: `The default ${quotedShort(text)} is a text that is not empty, so it counts as true.`,
    hint: 'End the reference with "|" for an empty default, or leave the default out.',
  });
}

function readNative(compilation: Compilation, value: Json, place: Place): readonly Json[] {
  const translated = translateTexts(compilation, value, place);
  const { condition, problems, warnings } = parseCondition(translated);
  for (const { path, message, hint } of warnings) {
    warn(compilation, below(place, ...path).path, 'UNKNOWN_KEY', { message, hint });
  }
  for (const { path, message, hint } of problems) {
    complain(compilation, below(place, ...path).path, 'BAD_CONDITION', {
      message,
      hint: `${hint} Or write { "true": … } or { "false": … } with a reference.`,
    });
  }
  return condition === null ? [] : [translated];
}

/** Own references become native ones; everything else stays native text as it is written. */
function translateTexts(compilation: Compilation, value: Json, place: Place): Json {
  if (typeof value === 'string') {
    const { parts } = readText(compilation, value, place.path);
    return parts.map((part) => (typeof part === 'string' ? part : formatText([part]))).join('');
  }
  if (Array.isArray(value)) {
    return value.map((item: Json, index) => translateTexts(compilation, item, below(place, index)));
  }
  if (!isObject(value)) return value;
  const copy: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(value)) {
    setOwn(copy, key, translateTexts(compilation, item, below(place, key)));
  }
  return copy;
}

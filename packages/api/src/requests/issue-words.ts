// What is wrong with a part of a request, in the words of the API
// The library that checks requests speaks of its schemas. Callers know JSON and the names of fields, so every issue is said about
// the value at its place: `is required`, `must be text`.
import { closestName, isObject, ownValue, pointer, type Json } from '@skein/kernel';
import type { z } from '../schemas/zod.ts';

export interface PlacedWords {
  readonly pointer: string;
  readonly message: string;
}

type Issue = z.core.$ZodIssue;
type Path = readonly (string | number)[];

interface Checked {
  /** What was checked. */
  readonly value: Json | undefined;
  /** The fields that it may have; empty if they are not listed. */
  readonly fields: readonly string[];
}

/** One for each thing that is wrong: an unknown key is a thing of its own, at its own place. */
export function issueWords(issue: Issue, checked: Checked): readonly PlacedWords[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  if (issue.code === 'unrecognized_keys') {
    const fields = path.length === 0 ? checked.fields : [];
    return issue.keys.slice(0, keysMax).map((key) => ({
      pointer: pointer(...path, key),
      message: unknownKey(key, fields),
    }));
  }
  const isMissing = valueAt(checked.value, path) === undefined;
  return [{ pointer: pointer(...path), message: isMissing ? 'is required' : said(issue) }];
}

/** Nobody reads more. */
const keysMax = 200;

function unknownKey(key: string, fields: readonly string[]): string {
  const unknown = 'is not part of this request';
  if (fields.length === 0) return unknown;
  const meant = closestName(key, fields);
  return meant === null
    ? `${unknown}; it has ${fields.join(', ')}`
    : `${unknown}; did you mean "${meant}"?`;
}

/** Every step of a path is a key of an object or the index of a list. */
function valueAt(value: Json | undefined, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((inner, step) => {
    if (inner === undefined || inner === null || typeof inner !== 'object') return undefined;
    return isObject(inner) ? ownValue(inner, String(step)) : inner[Number(step)];
  }, value);
}

function said(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeWords(issue.expected)}`;
    case 'invalid_value':
      return choiceWords(issue.values.map(String));
    case 'too_small':
      return limitWords(
        issue.origin,
        issue.minimum,
        issue.inclusive === false ? 'more than' : 'at least',
      );
    case 'too_big':
      return limitWords(
        issue.origin,
        issue.maximum,
        issue.inclusive === false ? 'less than' : 'at most',
      );
    case 'invalid_format':
      return formatWords(issue.format, issue.pattern);
    case 'invalid_union':
      return unionWords(issue);
    case 'unrecognized_keys':
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      // Those of our own are written like these.
      return issue.message.replace(/\.$/, '');
  }
}

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function typeWords(expected: string): string {
  return types[expected] ?? expected;
}

function choiceWords(values: readonly string[]): string {
  return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}`;
}

function limitWords(origin: string, limit: number | bigint, bound: string): string {
  if (origin === 'string') {
    return limit === 1 && bound === 'at least'
      ? 'must not be empty'
      : `must have ${bound} ${limit} characters`;
  }
  if (origin === 'array' || origin === 'set') return `must have ${bound} ${limit} entries`;
  return `must be ${bound} ${limit}`;
}

function formatWords(format: string, pattern: string | undefined): string {
  if (format === 'datetime') return 'must be a time, such as 2026-01-05T09:00:00Z';
  if (format === 'url') return 'must be an address, such as https://example.org';
  // Written as a literal of the language: between slashes.
  if (format === 'regex' && pattern !== undefined)
    return `must match ${pattern.replace(/^\/|\/\w*$/g, '')}`;
  return `must be a valid ${format}`;
}

/** What each of the alternatives wants of the value itself. */
function unionWords({ errors }: Extract<Issue, { readonly code: 'invalid_union' }>): string {
  const wanted = errors.flatMap((issues) =>
    issues
      .filter(({ path }) => path.length === 0)
      .slice(0, 1)
      .map((each) => said(each)),
  );
  const alternatives = [...new Set(wanted)].map((words) => words.replace(/^must be /, ''));
  return alternatives.length === 0
    ? 'has none of its possible forms'
    : `must be ${alternatives.join(' or ')}`;
}

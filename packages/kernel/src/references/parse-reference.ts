import {
  expected,
  found,
  take,
  takeInteger,
  takeQuoted,
  takeWord,
  type ReferenceCursor,
} from './reference-cursor.ts';
import { nodeFields } from './node-fields.ts';
import { readTyped } from './read-typed.ts';
import type { Reference, ReferenceSource, TextForm } from './template.ts';

/** `end` is where the text continues: after the reference, or after what looks like its end. */
export type ParsedReference =
  | { readonly ok: true; readonly reference: Reference; readonly end: number }
  | { readonly ok: false; readonly message: string; readonly hint: string; readonly end: number };

/** Reads the reference whose `${` is at `start`; `names` are values that the template gets when it is resolved. */
export function parseReference(
  text: string,
  start: number,
  names: readonly string[] = [],
): ParsedReference {
  const cursor: ReferenceCursor = { text, at: start + 2, expected: '', hint: '', names };
  const read = readReference(cursor, true);
  if (read === null) return failed(cursor, start);
  if (!take(cursor, '}')) {
    expected(cursor, read.hasPath ? '".", "[", ":", "|" or "}"' : '":", "|" or "}"');
    return failed(cursor, start);
  }
  const reference = { ...read.reference, text: text.slice(start, cursor.at) };
  return { ok: true, reference, end: cursor.at };
}

/** What is between the braces; also as the default of another reference, whose own default is then text. */
function readReference(
  cursor: ReferenceCursor,
  mayNest: boolean,
): { readonly reference: Omit<Reference, 'text'>; readonly hasPath: boolean } | null {
  const run = readRun(cursor);
  if (run === null) return null;
  const target = readTarget(cursor);
  if (target === null) return null;
  const path = target.hasPath ? readPath(cursor) : [];
  if (path === null) return null;
  const form = readForm(cursor, target, path);
  if (form === null) return null;
  const fallback = readDefault(cursor, mayNest);
  if (fallback === null) return null;
  const { source, select, hasPath } = target;
  return { reference: { source, select, path, ...run, ...fallback, ...form }, hasPath };
}

/** `run("id").` before the rest; a node may still be called `run`. */
function readRun(cursor: ReferenceCursor): { readonly run?: string } | null {
  if (!take(cursor, 'run(')) return {};
  const run = takeQuoted(cursor);
  if (run === undefined) return expected(cursor, 'the id of a run as a JSON string');
  return take(cursor, ').') ? { run } : expected(cursor, '")." after the id of the run');
}

interface Target {
  readonly source: ReferenceSource;
  readonly select: Reference['select'];
  readonly hasPath: boolean;
}

function readTarget(cursor: ReferenceCursor): Target | null {
  if (cursor.text[cursor.at] === '[') {
    const node = readBracketed(cursor);
    return node === null ? null : readNodeTarget(cursor, node);
  }
  const word = takeWord(cursor);
  const place = cursor.names.indexOf(word);
  if (place !== -1) return readLocal(cursor, word, place);
  switch (word) {
    case '':
      return expected(
        cursor,
        'a node id, ["any id"], trigger, now, inputs, previous, context or state',
      );
    case 'trigger':
    case 'inputs':
    case 'previous':
    case 'context':
      return { source: { kind: word }, select: 'newest', hasPath: true };
    case 'now':
      return readNow(cursor);
    case 'state':
      return readStateTarget(cursor);
    default:
      return readNodeTarget(cursor, word);
  }
}

/** `item`, or `item@name`: what it was at the node that remembers it under that name. */
function readLocal(cursor: ReferenceCursor, name: string, place: number): Target | null {
  const source = { kind: 'local', name, place } as const;
  if (!take(cursor, '@')) return { source, select: 'newest', hasPath: true };
  const remembered = cursor.text[cursor.at] === '[' ? readBracketed(cursor) : takeWord(cursor);
  if (remembered === null) return null;
  if (remembered === '') return expected(cursor, 'a name after "@", or ["any name"]');
  return { source: { ...source, remembered }, select: 'newest', hasPath: true };
}

function readBracketed(cursor: ReferenceCursor): string | null {
  take(cursor, '[');
  const id = takeQuoted(cursor);
  if (id === undefined || id === '') {
    return expected(cursor, 'a node id as a JSON string, as in ["any id"]');
  }
  return take(cursor, ']') ? id : expected(cursor, '"]"');
}

function readNodeTarget(cursor: ReferenceCursor, node: string): Target | null {
  const source: ReferenceSource = { kind: 'node', node };
  const afterId = cursor.at;
  const field = take(cursor, '.') ? takeWord(cursor) : '';
  if (field === 'output') return { source, select: 'newest', hasPath: true };
  if (field === 'status') return { source, select: 'status', hasPath: false };
  if (field !== 'outputs') {
    cursor.at = afterId;
    const hint =
      field === '' ? '' : `A field of the node's output is written \${${node}.output.${field}}.`;
    return expected(cursor, '".output", ".outputs" or ".status" after the node id', hint);
  }
  if (!take(cursor, '[')) return { source, select: 'all', hasPath: false };
  const index = takeInteger(cursor);
  if (index === undefined || !take(cursor, ']')) {
    const hint = 'Say which output: [0] is the oldest kept one, [-1] the newest.';
    return expected(cursor, 'an index in brackets after ".outputs"', hint);
  }
  return { source, select: index, hasPath: true };
}

function readStateTarget(cursor: ReferenceCursor): Target | null {
  const start = cursor.at;
  const field = take(cursor, '.') ? takeWord(cursor) : '';
  cursor.at = start;
  if (nodeFields.has(field)) return readNodeTarget(cursor, 'state');
  return { source: { kind: 'state' }, select: 'newest', hasPath: true };
}

function readNow(cursor: ReferenceCursor): Target | null {
  const target = (source: ReferenceSource): Target => ({
    source,
    select: 'newest',
    hasPath: false,
  });
  if (!take(cursor, '.')) return target({ kind: 'now', field: 'iso' });
  const start = cursor.at;
  const field = takeWord(cursor);
  if (field === 'ms') return target({ kind: 'now', field });
  if (field !== 'date') {
    cursor.at = start;
    return expected(cursor, '"date" or "ms" after "now."');
  }
  if (!take(cursor, '(')) return target({ kind: 'now', field });
  const zone = takeQuoted(cursor);
  if (zone === undefined || zone === '') {
    return expected(cursor, 'a time zone as a JSON string, as in now.date("Europe/Brussels")');
  }
  return take(cursor, ')') ? target({ kind: 'now', field, zone }) : expected(cursor, '")"');
}

function readPath(cursor: ReferenceCursor): (string | number)[] | null {
  const path: (string | number)[] = [];
  for (;;) {
    if (take(cursor, '.')) {
      const word = takeWord(cursor);
      if (word === '') {
        return expected(cursor, 'a key after "."', 'Other keys are written as ["some key"].');
      }
      path.push(word);
    } else if (take(cursor, '[')) {
      const segment = takeInteger(cursor) ?? takeQuoted(cursor);
      if (segment === undefined) {
        return expected(cursor, 'an index or a JSON string, as in [0] or ["some key"]');
      }
      if (!take(cursor, ']')) return expected(cursor, '"]"');
      path.push(segment);
    } else return path;
  }
}

function readForm(
  cursor: ReferenceCursor,
  target: Target,
  path: Reference['path'],
): { readonly form?: TextForm } | null {
  if (!take(cursor, ':')) return {};
  const start = cursor.at;
  const form = takeWord(cursor);
  if (form === 'json' || form === 'markdown' || form === 'summary') return { form };
  if (form === 'id' || form === 'brief') {
    if (isWholeOutput(target, path)) return { form };
    cursor.at = start;
    const hint = `":${form}" is for a whole output, as in \${node.output:${form}} or \${trigger:${form}}.`;
    return expected(cursor, 'another text form after a part of a value', hint);
  }
  cursor.at = start;
  return expected(cursor, 'the text form "json", "markdown", "summary", "brief" or "id" after ":"');
}

function isWholeOutput({ source, select }: Target, path: Reference['path']): boolean {
  const hasId = source.kind === 'node' || source.kind === 'trigger';
  return hasId && select !== 'status' && select !== 'all' && path.length === 0;
}

function readDefault(
  cursor: ReferenceCursor,
  mayNest: boolean,
): Pick<Reference, 'default' | 'typed'> | null {
  if (take(cursor, '??')) return readQuotedDefault(cursor, mayNest);
  if (!take(cursor, '|')) return {};
  const end = cursor.text.indexOf('}', cursor.at);
  if (end === -1) {
    cursor.at = cursor.text.length;
    return expected(cursor, '"}" after the default');
  }
  const text = cursor.text.slice(cursor.at, end);
  // Read as text it would end at the inner brace, which is never what its author meant.
  const inner = text.indexOf('${');
  if (inner !== -1) {
    cursor.at += inner;
    return expected(cursor, 'plain text as the default', 'A default holds no other reference.');
  }
  cursor.at = end;
  const typed = readTyped(text);
  return typed === undefined ? { default: text } : { default: text, typed };
}

/** After `??`: a JSON string, which may contain any character, or another reference, once. */
function readQuotedDefault(
  cursor: ReferenceCursor,
  mayNest: boolean,
): { readonly default: string | Reference } | null {
  const start = cursor.at;
  const text = takeQuoted(cursor);
  if (text !== undefined) return { default: text };
  if (!mayNest) {
    return expected(cursor, 'a JSON string', 'The default of a default is text.');
  }
  const read = readReference(cursor, false);
  if (read === null) return null;
  return { default: { ...read.reference, text: `\${${cursor.text.slice(start, cursor.at)}}` } };
}

const WRITTEN_MAX = 60;

function failed(cursor: ReferenceCursor, start: number): ParsedReference {
  const { text, at } = cursor;
  const closing = text.indexOf('}', at);
  const end = closing === -1 ? text.length : closing + 1;
  const written = text.slice(start, end);
  const shown = written.length > WRITTEN_MAX ? `${written.slice(0, WRITTEN_MAX)}…` : written;
  return {
    ok: false,
    message: `${shown} is not a reference: expected ${cursor.expected}, found ${found(cursor)}.`,
    hint: hintFor(cursor, closing === -1),
    end,
  };
}

function hintFor(cursor: ReferenceCursor, unclosed: boolean): string {
  const literal = 'Write $${ where the text itself is meant.';
  if (cursor.hint !== '') return `${cursor.hint} ${literal}`;
  if (unclosed) return `Close the reference with "}". ${literal}`;
  if (cursor.text[cursor.at] === ' ') {
    return `Leave out the space; an id or key that has one is written as ["any id"]. ${literal}`;
  }
  return `A reference is written like \${node.output.path}. ${literal}`;
}

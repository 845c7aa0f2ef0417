// Locating JSON syntax errors
// Reads a text by the grammar of RFC 8259 and stops at the first character that does not fit. Only asked after
// JSON.parse has refused the text, so it is written for clear messages, not for speed.
import { depthMax } from './check-json.ts';

export interface JsonError {
  readonly kind: 'syntax' | 'too deep';
  /** Where it happened, counted in UTF-16 units from the start. */
  readonly offset: number;
  /** The end of a sentence. */
  readonly message: string;
  readonly hint: string;
}

/** What may come next. `first …` also allows the end of the list or object that was just opened. */
type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'nothing';

interface Reader {
  readonly text: string;
  offset: number;
  expected: Expected;
  /** Closing brackets still to come. */
  readonly open: ('}' | ']')[];
}

/** The first mistake in `text`, or null when it is JSON (or nests deeper than definitions may). */
export function findJsonError(text: string): JsonError | null {
  const reader: Reader = { text, offset: 0, expected: 'value', open: [] };
  for (;;) {
    skipSpace(reader);
    if (reader.offset >= text.length) {
      return reader.expected === 'nothing' ? null : unfinished(reader);
    }
    const error = readToken(reader);
    if (error !== null) return error;
    if (reader.open.length > depthMax) {
      return { kind: 'too deep', offset: reader.offset - 1, message: '', hint: '' };
    }
  }
}

function readToken(reader: Reader): JsonError | null {
  switch (reader.expected) {
    case 'value':
      return readValue(reader);
    case 'first value':
      return isNext(reader, ']') ? close(reader) : readValue(reader);
    case 'key':
      return readKey(reader);
    case 'first key':
      return isNext(reader, '}') ? close(reader) : readKey(reader);
    case 'colon':
      if (!isNext(reader, ':')) return problem(reader, 'a colon after the key is expected');
      return advance(reader, 1, 'value');
    case 'comma':
      return readSeparator(reader);
    case 'nothing':
      return problem(
        reader,
        'the value is already complete',
        'Remove what follows, or put several values into one list.',
      );
  }
}

function readValue(reader: Reader): JsonError | null {
  const character = reader.text[reader.offset];
  if (character === '{') return openContainer(reader, '}');
  if (character === '[') return openContainer(reader, ']');
  if (character === '"') return readString(reader) ?? settle(reader);
  const literal = match(reader, /true|false|null/y);
  if (literal !== '') return advance(reader, literal.length, afterValue(reader));
  const number = match(reader, /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
  if (number !== '' && !/[\d.eE]/.test(reader.text[reader.offset + number.length] ?? '')) {
    return advance(reader, number.length, afterValue(reader));
  }
  return problem(reader, 'a value is expected', hintForValue(reader));
}

function readKey(reader: Reader): JsonError | null {
  if (!isNext(reader, '"')) {
    return problem(reader, 'a key in double quotes is expected', hintForKey(reader));
  }
  const error = readString(reader);
  if (error === null) reader.expected = 'colon';
  return error;
}

function readSeparator(reader: Reader): JsonError | null {
  const closing = reader.open.at(-1) as '}' | ']';
  if (isNext(reader, closing)) return close(reader);
  if (isNext(reader, ',')) return advance(reader, 1, closing === '}' ? 'key' : 'value');
  return problem(
    reader,
    `a comma or "${closing}" is expected`,
    commentHint(reader) ?? 'Put a comma between two entries, and close what was opened.',
  );
}

function readString(reader: Reader): JsonError | null {
  const { text } = reader;
  let offset = reader.offset + 1;
  for (; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === 0x22) {
      reader.offset = offset + 1;
      return null;
    }
    if (code < 0x20) {
      reader.offset = offset;
      return problem(
        reader,
        'a text contains a line break or another control character',
        'Write a line break inside a text as \\n, a tab as \\t.',
      );
    }
    if (code !== 0x5c) continue;
    const escape = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;
    escape.lastIndex = offset + 1;
    const found = escape.exec(text);
    if (found === null) {
      reader.offset = offset;
      return problem(
        reader,
        'a backslash starts an unknown escape',
        'Write a backslash inside a text as \\\\.',
      );
    }
    offset += found[0].length;
  }
  return problem(reader, 'a text begins that never ends', 'Close the text with a double quote.');
}

function openContainer(reader: Reader, closing: '}' | ']'): null {
  reader.open.push(closing);
  return advance(reader, 1, closing === '}' ? 'first key' : 'first value');
}

function close(reader: Reader): null {
  reader.open.pop();
  return advance(reader, 1, afterValue(reader));
}

/** A string has moved the reader itself. */
function settle(reader: Reader): null {
  return advance(reader, 0, afterValue(reader));
}

function afterValue(reader: Reader): Expected {
  return reader.open.length === 0 ? 'nothing' : 'comma';
}

function advance(reader: Reader, length: number, expected: Expected): null {
  reader.offset += length;
  reader.expected = expected;
  return null;
}

function skipSpace(reader: Reader): void {
  reader.offset += match(reader, /[ \t\r\n]+/y).length;
}

function match(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.offset;
  return pattern.exec(reader.text)?.[0] ?? '';
}

function isNext(reader: Reader, character: string): boolean {
  return reader.text[reader.offset] === character;
}

function unfinished(reader: Reader): JsonError {
  if (reader.text.trim() === '') {
    return syntax(
      0,
      'the text is empty',
      'Give a JSON document, for example {"skein": 1, "nodes": []}.',
    );
  }
  const missing = reader.open.at(-1);
  return syntax(
    reader.offset,
    'the text ends too early',
    missing === undefined
      ? 'Add the value that is missing.'
      : `Close what is open with "${missing}".`,
  );
}

function problem(reader: Reader, message: string, hint?: string): JsonError {
  const character = String.fromCodePoint(reader.text.codePointAt(reader.offset) ?? 0);
  const found = message.includes('expected') ? ` but found ${JSON.stringify(character)}` : '';
  return syntax(
    reader.offset,
    message + found,
    hint ?? commentHint(reader) ?? 'Compare the place with a valid JSON document.',
  );
}

function syntax(offset: number, message: string, hint: string): JsonError {
  return { kind: 'syntax', offset, message, hint };
}

function hintForValue(reader: Reader): string {
  if (match(reader, /-?(?:NaN|Infinity)|undefined/y) !== '') {
    return 'JSON has no NaN, Infinity or undefined: write a number or null.';
  }
  if (match(reader, /[\]}]/y) !== '')
    return 'Remove the comma before it, or add the value that is missing.';
  if (isNext(reader, "'")) return 'Put texts in double quotes.';
  if (match(reader, /[-+.\d]/y) !== '') {
    return 'Write numbers as 12, -0.5 or 1e3: no leading zero, plus sign or bare point.';
  }
  return (
    commentHint(reader) ??
    'Put texts in double quotes; other values are numbers, true, false and null.'
  );
}

function hintForKey(reader: Reader): string {
  if (isNext(reader, '}')) return 'Remove the comma before it.';
  return commentHint(reader) ?? 'Put every key in double quotes.';
}

function commentHint(reader: Reader): string | null {
  return match(reader, /\/[/*]|#/y) === ''
    ? null
    : 'JSON has no comments: use the key "description" instead.';
}

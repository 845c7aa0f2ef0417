// Tokens of Python
// Names, numbers, texts, operators, and the line breaks and indents that structure a program.
import { untranslatable } from './untranslatable.ts';

export type PythonToken =
  | { readonly kind: 'name' | 'number' | 'operator'; readonly text: string; readonly line: number }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly isFormat: boolean;
      readonly line: number;
    }
  | {
      readonly kind: 'newline' | 'indent' | 'dedent' | 'end';
      readonly text: '';
      readonly line: number;
    };

const operators =
  /\*\*=|\/\/=|>>=|<<=|\.\.\.|->|:=|==|!=|<=|>=|\*\*|\/\/|<<|>>|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|[-+*/%@&|^~<>()[\]{},:.;=]/y;
const name = /[\p{L}_][\p{L}\p{N}_]*/uy;
const number =
  /0[xX][0-9a-fA-F_]+|0[bB][01_]+|(?:\d[\d_]*)?\.\d[\d_]*(?:[eE][+-]?\d+)?|\d[\d_]*\.?(?:[eE][+-]?\d+)?/y;
const textStart = /([rRbBuUfF]{0,2})('''|"""|'|")/y;

export function pythonTokens(source: string): readonly PythonToken[] {
  const text = source.replaceAll('\r\n', '\n').replaceAll('\t', '    ');
  const tokens: PythonToken[] = [];
  const indents = [0];
  let at = 0;
  let line = 1;
  let depth = 0;
  let isLineStart = true;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  while (at < text.length) {
    if (isLineStart && depth === 0) {
      const blank = /[ \f]*(?:#[^\n]*)?(?:\n|$)/y;
      const empty = match(blank);
      if (empty !== null && empty[0] !== '') {
        at += empty[0].length;
        line += 1;
        continue;
      }
      at += setIndent(tokens, indents, /[ \f]*/y.exec(text.slice(at))?.[0].length ?? 0, line);
      isLineStart = false;
      continue;
    }
    const character = text[at] ?? '';
    if (character === '\n') {
      at += 1;
      if (depth === 0) {
        tokens.push({ kind: 'newline', text: '', line });
        isLineStart = true;
      }
      line += 1;
    } else if (character === ' ' || character === '\f') at += 1;
    else if (character === '#') at += match(/[^\n]*/y)?.[0].length ?? 1;
    else if (character === '\\' && text[at + 1] === '\n') {
      at += 2;
      line += 1;
    } else {
      const opened = match(textStart);
      if (opened !== null) {
        const read = readText(text, at, opened, line);
        tokens.push(read.token);
        line += text.slice(at, read.end).split('\n').length - 1;
        at = read.end;
        continue;
      }
      const word = match(name) ?? match(number) ?? match(operators);
      if (word === null)
        throw untranslatable(`line ${line} has the character ${JSON.stringify(character)}`);
      const [found] = word;
      const kind = /^[\p{L}_]/u.test(found)
        ? 'name'
        : /^(?:\d|\.\d)/.test(found)
          ? 'number'
          : 'operator';
      if ('([{'.includes(found)) depth += 1;
      if (')]}'.includes(found)) depth -= 1;
      tokens.push({ kind, text: found, line });
      at += found.length;
    }
  }
  if (tokens.at(-1)?.kind !== 'newline') tokens.push({ kind: 'newline', text: '', line });
  for (let left = indents.length; left > 1; left -= 1)
    tokens.push({ kind: 'dedent', text: '', line });
  tokens.push({ kind: 'end', text: '', line });
  return tokens;
}

function setIndent(tokens: PythonToken[], indents: number[], width: number, line: number): number {
  if (width > (indents.at(-1) ?? 0)) {
    indents.push(width);
    tokens.push({ kind: 'indent', text: '', line });
  }
  while (width < (indents.at(-1) ?? 0)) {
    indents.pop();
    tokens.push({ kind: 'dedent', text: '', line });
  }
  if (width !== indents.at(-1))
    throw untranslatable(`line ${line} is indented unlike those before it`);
  return width;
}

interface ReadText {
  readonly token: PythonToken;
  readonly end: number;
}

function readText(text: string, at: number, opened: RegExpExecArray, line: number): ReadText {
  const prefix = (opened[1] ?? '').toLowerCase();
  const quote = opened[2] ?? '';
  if (prefix.includes('b')) throw untranslatable('it uses bytes');
  const isRaw = prefix.includes('r');
  const isFormat = prefix.includes('f');
  let made = '';
  let place = at + opened[0].length;
  for (;;) {
    if (place >= text.length) throw untranslatable(`the text in line ${line} never ends`);
    if (text.startsWith(quote, place)) break;
    if (text[place] !== '\\') {
      made += text[place] ?? '';
      place += 1;
    } else if (isRaw) {
      made += text.slice(place, place + 2);
      place += 2;
    } else {
      const escape = readEscape(text, place);
      // Braces that an escape makes are no fields of a format.
      made += isFormat && /[{}]/.test(escape.made) ? escape.made.repeat(2) : escape.made;
      place += escape.length;
    }
  }
  return { token: { kind: 'text', text: made, isFormat, line }, end: place + quote.length };
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  '0': '\0',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};

function readEscape(text: string, at: number): { readonly made: string; readonly length: number } {
  const next = text[at + 1] ?? '';
  const code = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/y;
  code.lastIndex = at;
  const found = code.exec(text);
  if (found !== null) {
    const point = Number.parseInt(found[1] ?? found[2] ?? found[3] ?? '0', 16);
    return {
      made: point > 0x10ffff ? '\uFFFD' : String.fromCodePoint(point),
      length: found[0].length,
    };
  }
  if (Object.hasOwn(escapes, next)) return { made: escapes[next] ?? '', length: 2 };
  // Python keeps a backslash that begins no escape.
  return { made: `\\${next}`, length: 2 };
}

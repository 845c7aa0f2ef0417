// Characters of a JavaScript expression, and the words, numbers and texts among them.
import { NotConverted } from './not-converted.ts';

export interface JsScanner {
  readonly text: string;
  at: number;
  depth: number;
}

const DEPTH_MAX = 60;

/** Brackets inside brackets end somewhere, so that no file overflows the stack. */
export function deeper<T>(scanner: JsScanner, read: () => T): T {
  scanner.depth += 1;
  if (scanner.depth > DEPTH_MAX) throw new NotConverted('it is nested too deeply');
  const result = read();
  scanner.depth -= 1;
  return result;
}

export function skipSpace(scanner: JsScanner): void {
  const { text } = scanner;
  for (;;) {
    const found = match(scanner, /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y);
    if (found === '' || scanner.at > text.length) return;
  }
}

/** What the sticky pattern finds here, or ''; it is taken. */
export function match(scanner: JsScanner, pattern: RegExp): string {
  pattern.lastIndex = scanner.at;
  const found = pattern.exec(scanner.text)?.[0] ?? '';
  scanner.at += found.length;
  return found;
}

export function isNext(scanner: JsScanner, sign: string): boolean {
  skipSpace(scanner);
  if (!scanner.text.startsWith(sign, scanner.at)) return false;
  return !/\w$/.test(sign) || !/[\w$]/.test(scanner.text[scanner.at + sign.length] ?? '');
}

export function take(scanner: JsScanner, sign: string): boolean {
  if (!isNext(scanner, sign)) return false;
  scanner.at += sign.length;
  return true;
}

export function need(scanner: JsScanner, sign: string): void {
  if (!take(scanner, sign)) throw unexpected(scanner);
}

/** What is not JavaScript is none in code either. */
export function unexpected({ text, at }: JsScanner): NotConverted {
  const found = text.slice(at, at + 12).trim();
  const reason = found === '' ? 'it ends too early' : `"${found}" is not expected there`;
  return new NotConverted(reason, { isHopeless: true });
}

const PARTS_OF_BLOCK =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|(?<=[(,=:[!&|?{};\n]\s*)\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*|[\s\S]/y;

/** Goes past `{ … }` with statements in it, which are not looked at. */
export function skipBlock(scanner: JsScanner): void {
  const open: string[] = [];
  do {
    const part = match(scanner, PARTS_OF_BLOCK);
    if (part === '') throw unexpected(scanner);
    if (part === '{' || part === '(' || part === '[') open.push(part);
    else if (part === '}' || part === ')' || part === ']') {
      if (open.pop() !== { '}': '{', ')': '(', ']': '[' }[part]) throw unexpected(scanner);
    }
  } while (open.length > 0);
}

export function takeWord(scanner: JsScanner): string {
  skipSpace(scanner);
  return match(scanner, /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/uy);
}

export function takeNumber(scanner: JsScanner): number {
  const written = match(scanner, /0[xX][\da-fA-F]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:[eE][+-]?\d+)?\.?/y);
  return Number(written.replaceAll('_', ''));
}

/** A text in quotes, which are still to be taken. */
export function takeQuoted(scanner: JsScanner): string {
  const { text } = scanner;
  const quote = text[scanner.at];
  let result = '';
  for (scanner.at += 1; text[scanner.at] !== quote;) {
    if (scanner.at >= text.length) throw new NotConverted('a text in it has no end');
    if (text[scanner.at] === '\\') result += takeEscape(scanner);
    else {
      result += text[scanner.at] ?? '';
      scanner.at += 1;
    }
  }
  scanner.at += 1;
  return result;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  '\n': '',
};

export function takeEscape(scanner: JsScanner): string {
  const written = match(scanner, /\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[\s\S])/uy);
  const sign = written[1] ?? '';
  if (written.length > 2) {
    const code = Number.parseInt(written.replace(/[\\ux{}]/g, ''), 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  }
  return ESCAPES[sign] ?? written.slice(1);
}

/** `/…/flags`, from its first slash on. */
export function takePattern(scanner: JsScanner): {
  readonly source: string;
  readonly flags: string;
} {
  const body = match(scanner, /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//y);
  if (body === '') throw unexpected(scanner);
  return { source: body.slice(1, -1), flags: match(scanner, /[a-z]*/y) };
}

// The words of an expression, for colours and completion. Reads also what is not finished yet, where the parser of the kernel
// would stop.

export type TokenKind = 'name' | 'call' | 'key' | 'word' | 'number' | 'text' | 'pattern' | 'sign';

export interface Token {
  readonly kind: TokenKind;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const WORD = /[\p{L}\p{Nl}_$][\p{L}\p{M}\p{N}_$]*/uy;
const NUMBER = /0[xX][\da-fA-F]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:[eE][+-]?\d+)?/y;
const QUOTED = /"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?/y;
/** A piece of a template text: up to the next value in it, or its end. */
const PIECE = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:\$\{|`)?/y;
const PATTERN = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\]?)+\/?[A-Za-z]*/y;
const SIGN = /=>|\.\.\.|\?\.(?!\d)|\?\?|===?|!==?|<=|>=|&&|\|\||\*\*|[^\s]/y;
const SPACE = /\s+/y;
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'undefined', 'in']);

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  /** What each open brace is: of an object, or of a value in a template text. */
  const braces: ('object' | 'text')[] = [];
  let at = 0;
  const push = (kind: TokenKind, length: number) => {
    tokens.push({ kind, from: at, to: at + length, text: text.slice(at, at + length) });
    at += length;
  };
  const pushPiece = (start: number) => {
    const length = start + lengthOf(PIECE, text, at + start);
    const isOpen = text.startsWith('${', at + length - 2) && length > 1;
    push('text', isOpen ? length - 2 : length);
    if (!isOpen) return;
    braces.push('text');
    push('sign', 2);
  };
  while (at < text.length) {
    at += lengthOf(SPACE, text, at);
    const first = text[at];
    if (first === undefined) break;
    const word = lengthOf(WORD, text, at);
    const quoted = lengthOf(QUOTED, text, at);
    const number = /[\d.]/.test(first) ? lengthOf(NUMBER, text, at) : 0;
    const pattern = first === '/' && !endsValue(tokens.at(-1)) ? lengthOf(PATTERN, text, at) : 0;
    if (word > 0) push(wordKind(text.slice(at, at + word), tokens.at(-1), text, at + word), word);
    else if (quoted > 0) push('text', quoted);
    else if (number > 0) push('number', number);
    else if (pattern > 0) push('pattern', pattern);
    else if (first === '`') pushPiece(1);
    else if (first === '{') {
      braces.push('object');
      push('sign', 1);
    } else if (first === '}') {
      push('sign', 1);
      if (braces.pop() === 'text') pushPiece(0);
    } else push('sign', lengthOf(SIGN, text, at));
  }
  return tokens;
}

function wordKind(word: string, before: Token | undefined, text: string, end: number): TokenKind {
  if (/^\s*\(/.test(text.slice(end, end + 20))) return 'call';
  if (before?.text === '.' || before?.text === '?.') return 'key';
  return WORDS.has(word) ? 'word' : 'name';
}

/** A bar after a value divides; anywhere else it begins a pattern. */
function endsValue(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return token.kind === 'sign' ? /^[)\]}]$/.test(token.text) : true;
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

// Where the cursor stands in an expression: the word that is being written, what it is a key of, and the functions around it.
import { tokensOf, type Token } from './tokens-of.ts';

export interface CursorContext {
  /** Where the word begins that is being written. */
  readonly from: number;
  readonly word: string;
  /** The value whose key or method it is, and the place of the point; null for a word of its own. */
  readonly of: { readonly text: string; readonly dot: number } | null;
  /** The arrow functions that the cursor stands in, the outermost first. */
  readonly around: readonly SurroundingFunction[];
}

export interface SurroundingFunction {
  readonly parameters: readonly string[];
  readonly method: string;
  /** What the method is called on. */
  readonly receiver: string;
}

/** Null where nothing can be completed: in a text, a number or a pattern. */
export function contextAt(text: string, at: number): CursorContext | null {
  const tokens = tokensOf(text);
  const before = tokens.filter(({ from }) => from < at);
  const last = before.at(-1);
  if (last !== undefined && isClosedTo(last, at)) return null;
  const isWord = last !== undefined && last.to >= at && isWordKind(last);
  const from = isWord ? last.from : at;
  const earlier = isWord ? before.slice(0, -1) : before;
  const word = text.slice(from, at);
  const dot = earlier.at(-1);
  const isKey = dot?.text === '.' || dot?.text === '?.';
  const start = isKey ? startOfValue(earlier, earlier.length - 2) : null;
  if (isKey && start === null) return null;
  const first = start === null ? undefined : earlier[start];
  const of = isKey && first ? { text: text.slice(first.from, dot.from), dot: dot.from } : null;
  return { from, word, of, around: functionsAround(text, earlier) };
}

function isWordKind({ kind }: Token): boolean {
  return kind === 'name' || kind === 'call' || kind === 'key' || kind === 'word';
}

function isClosedTo({ kind, to, text }: Token, at: number): boolean {
  if (kind === 'number' || kind === 'pattern') return to >= at;
  return kind === 'text' && (to > at || (to === at && !/^.[^]*["'`]$/.test(text)));
}

/** The first token of the value that ends with this one; null if it ends no value. */
function startOfValue(tokens: readonly Token[], end: number): number | null {
  let index = end;
  for (;;) {
    const token = tokens[index];
    if (token === undefined) return null;
    if (token.text === ')' || token.text === ']') {
      const open = openingOf(tokens, index);
      if (open === null) return null;
      const owner = tokens[open - 1];
      const isOfOwner = owner !== undefined && (isWordKind(owner) || /^[)\]]$/.test(owner.text));
      if (token.text === ']' && isOfOwner) {
        index = open - 1;
        continue;
      }
      index = isOfOwner && owner.kind === 'call' ? open - 1 : open;
    } else if (!isWordKind(token) && token.kind !== 'text') return null;
    const dot = tokens[index - 1]?.text;
    if (dot !== '.' && dot !== '?.') return index;
    index -= 2;
  }
}

const OPENINGS: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

function openingOf(tokens: readonly Token[], close: number): number | null {
  let depth = 0;
  for (let index = close; index >= 0; index--) {
    const text = signOf(tokens[index]);
    if (OPENINGS.has(text)) depth += 1;
    else if (isOpening(text)) depth -= 1;
    if (depth === 0) return index;
  }
  return null;
}

function isOpening(text: string): boolean {
  return text === '(' || text === '[' || text === '{' || text === '${';
}

function signOf(token: Token | undefined): string {
  return token?.kind === 'sign' ? token.text : '';
}

function functionsAround(text: string, tokens: readonly Token[]): readonly SurroundingFunction[] {
  const found: SurroundingFunction[] = [];
  let depth = 0;
  let parameters: readonly string[] | null = null;
  for (let index = tokens.length - 1; index >= 0; index--) {
    const sign = signOf(tokens[index]);
    if (OPENINGS.has(sign)) depth += 1;
    else if (sign === '=>' && depth === 0) parameters = parametersBefore(tokens, index);
    else if (isOpening(sign)) {
      if (depth > 0) depth -= 1;
      else {
        const owner = sign === '(' && parameters !== null ? ownerOf(text, tokens, index) : null;
        if (owner !== null && parameters !== null) found.unshift({ parameters, ...owner });
        parameters = null;
      }
    }
  }
  return found;
}

function parametersBefore(tokens: readonly Token[], arrow: number): readonly string[] {
  const close = tokens[arrow - 1];
  if (close === undefined) return [];
  if (close.text !== ')') return isWordKind(close) ? [close.text] : [];
  const open = openingOf(tokens, arrow - 1) ?? arrow - 1;
  return tokens.slice(open + 1, arrow - 1).flatMap((each) => (isWordKind(each) ? [each.text] : []));
}

/** The method whose bracket this is. */
function ownerOf(
  text: string,
  tokens: readonly Token[],
  bracket: number,
): Pick<SurroundingFunction, 'method' | 'receiver'> | null {
  const method = tokens[bracket - 1];
  const dot = tokens[bracket - 2];
  if (method?.kind !== 'call' || (dot?.text !== '.' && dot?.text !== '?.')) return null;
  const start = startOfValue(tokens, bracket - 3);
  const first = start === null ? undefined : tokens[start];
  return first === undefined
    ? null
    : { method: method.text, receiver: text.slice(first.from, dot.from) };
}

// From what an author wrote to what the sandbox runs
// Types are replaced by spaces, so every line and column stays. Only the syntax is looked at: nothing is executed here.
import { stripTypeScriptTypes } from 'node:module';
import process from 'node:process';
import { sourceCharsMax } from './code-limits.ts';
import { codeHead, codeTail } from './code-parameters.ts';

export type CodeLanguage = 'javascript' | 'typescript' | 'python';

/** Both from 1. */
interface CodePlace {
  readonly line: number;
  readonly column: number;
}

export type PlainCode =
  | { readonly ok: true; readonly code: string }
  | ({ readonly ok: false; readonly message: string; readonly hint: string } & Partial<CodePlace>);

/** Reading it takes as long as running it, and a `map` over a thousand items has the same code a thousand times. */
const known = new Map<string, PlainCode>();
const knownMax = 50;

export function plainCode(source: string, language: CodeLanguage = 'javascript'): PlainCode {
  if (source.length > sourceCharsMax) {
    const message = `The code has ${source.length} characters; ${sourceCharsMax} are allowed.`;
    return { ok: false, message, hint: 'Split it over several nodes, or register a function.' };
  }
  // Only its interpreter can read it, which is not loaded for a look.
  if (language === 'python') return { ok: true, code: source };
  const key = `${language} ${source}`;
  const found = known.get(key) ?? readCode(source, language);
  // The newest is the last one, and the first one goes.
  known.delete(key);
  known.set(key, found);
  for (const oldest of known.keys()) {
    if (known.size <= knownMax) break;
    known.delete(oldest);
  }
  return found;
}

function readCode(source: string, language: CodeLanguage): PlainCode {
  const whole = codeHead + source + codeTail;
  try {
    const plain = quietly(() => stripTypeScriptTypes(whole, { mode: 'strip' }));
    if (language === 'javascript' && plain !== whole) return withTypes(whole, plain);
    return { ok: true, code: plain.slice(codeHead.length, -codeTail.length) };
  } catch (error) {
    return wrong(error);
  }
}

/** The function is new in Node, which says so on the terminal of whoever runs a workflow. */
function quietly<T>(work: () => T): T {
  const emitWarning: unknown = Reflect.get(process, 'emitWarning');
  Reflect.set(process, 'emitWarning', () => {});
  try {
    return work();
  } finally {
    Reflect.set(process, 'emitWarning', emitWarning);
  }
}

/** The place of the first type: where the two differ. */
function withTypes(whole: string, plain: string): PlainCode {
  let at = 0;
  while (whole[at] === plain[at]) at++;
  const before = whole.slice(0, at).split('\n');
  const place = { line: before.length - 1, column: (before.at(-1)?.length ?? 0) + 1 };
  const message = `The code is not valid: it contains types (${placeText(place)}).`;
  return { ok: false, message, hint: 'Set "language" to "typescript".', ...place };
}

function wrong(error: unknown): PlainCode {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const [first = message] = message.split('\n');
  const place = placeIn(stack);
  const at = place === undefined ? '' : ` (${placeText(place)})`;
  return {
    ok: false,
    message: `The code is not valid: ${first}${at}.`,
    hint: hintFor(message),
    ...place,
  };
}

function placeText({ line, column }: CodePlace): string {
  return `line ${line}, column ${column}`;
}

function hintFor(message: string): string {
  if (/enum|namespace|parameter property|strip-only/i.test(message))
    return 'Types are removed, not compiled: use an object instead of an enum or a namespace.';
  return 'The code is the body of an async function: it may use await and return, but not import.';
}

/** In the first line of the stack; the column is marked below a copy of the line. */
function placeIn(stack: string): CodePlace | undefined {
  const line = /^:(\d+)$/m.exec(stack)?.[1];
  if (line === undefined) return undefined;
  const marks = stack.split('\n').find((text) => /^\s*\^+\s*$/.test(text));
  return { line: Number(line) - 1, column: (marks?.indexOf('^') ?? 0) + 1 };
}

// A program while it is read: its tokens, and the place.
import { pythonTokens, type PythonToken } from './python-tokens.ts';
import { untranslatable } from './untranslatable.ts';

export interface Reader {
  readonly tokens: readonly PythonToken[];
  at: number;
  readonly isJinja: boolean;
  /** Levels of nesting, so that a hostile program cannot exhaust the stack. */
  depth: number;
}

/** Deeper programs are refused. */
export const depthMax = 100;

export function readerOf(source: string, isJinja = false): Reader {
  return { tokens: pythonTokens(source), at: 0, isJinja, depth: 0 };
}

export function peek(reader: Reader): PythonToken {
  // The last token is the end.
  return reader.tokens[reader.at] ?? { kind: 'end', text: '', line: 0 };
}

export function isNext(reader: Reader, text: string): boolean {
  const token = peek(reader);
  return token.text === text && (token.kind === 'operator' || token.kind === 'name');
}

export function take(reader: Reader, text: string): boolean {
  if (!isNext(reader, text)) return false;
  reader.at += 1;
  return true;
}

export function expect(reader: Reader, text: string): void {
  if (take(reader, text)) return;
  const { line, text: found, kind } = peek(reader);
  throw untranslatable(
    `line ${line} has ${found === '' ? kind : JSON.stringify(found)} where ${JSON.stringify(text)} is expected`,
  );
}

export function takeName(reader: Reader): string {
  const token = peek(reader);
  if (token.kind !== 'name')
    throw untranslatable(`line ${token.line} has no name where one is expected`);
  reader.at += 1;
  return token.text;
}

import type { Json } from '@skein/kernel';
import { createContext } from 'react';

/** A problem at a place in the code; lines and columns are counted from 1. */
export interface CodeMark {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** `server`: found without running it; `run`: thrown when it ran. */
  readonly source: 'server' | 'run';
}

/** What trying the code gave. */
export interface CodeResult {
  readonly run: string;
  readonly status: string;
  readonly output: Json;
  readonly error: string | null;
  readonly logs: readonly { readonly level: string; readonly text: string }[];
  readonly tookMs: number | null;
  /** Whether nothing before it had run or was pinned. */
  readonly isBlind: boolean;
}

/** What code is written in. Python is edited as plain text: nothing here can read it. */
export type CodeLanguage = 'javascript' | 'typescript' | 'python';

export function codeLanguageOf(written: string): CodeLanguage {
  return written === 'typescript' || written === 'python' ? written : 'javascript';
}

/** What the editor of code knows about the node around it. */
export interface CodeScopeValue {
  /** Of what the code is given. */
  readonly declarations: string;
  readonly language: CodeLanguage;
  readonly marks: readonly CodeMark[];
  readonly onTry: () => void;
  readonly isTrying: boolean;
  readonly result: CodeResult | null;
}

export const CodeScope = createContext<CodeScopeValue | null>(null);

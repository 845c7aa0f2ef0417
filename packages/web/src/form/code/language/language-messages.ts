// Between the editor of code and the worker that knows the language. Places are counted in the code.

export interface CodeText {
  readonly code: string;
  /** Of what the code is given. */
  readonly declarations: string;
  readonly language: 'javascript' | 'typescript';
}

export interface CodeFinding {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

export interface CodeCompletion {
  readonly name: string;
  /** In the words of TypeScript. */
  readonly kind: string;
  readonly sort: string;
}

export interface CodeHelp {
  readonly type: string;
  readonly about: string;
}

export type LanguageQuestion =
  | { readonly kind: 'check'; readonly text: CodeText }
  | { readonly kind: 'complete'; readonly text: CodeText; readonly at: number }
  | {
      readonly kind: 'explain';
      readonly text: CodeText;
      readonly at: number;
      readonly name?: string;
    };

export interface LanguageAnswers {
  readonly check: readonly CodeFinding[];
  readonly complete: readonly CodeCompletion[];
  readonly explain: CodeHelp | null;
}

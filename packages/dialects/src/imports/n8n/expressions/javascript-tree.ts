// The parts of a JavaScript expression, as far as expressions of n8n use the language.

export type JsTree =
  | { readonly kind: 'literal'; readonly value: null | boolean | number | string }
  | { readonly kind: 'name'; readonly name: string }
  | JsMember
  | { readonly kind: 'index'; readonly of: JsTree; readonly key: JsTree }
  | JsCall
  | { readonly kind: 'unary'; readonly operator: JsUnary; readonly of: JsTree }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: JsTree;
      readonly right: JsTree;
    }
  | {
      readonly kind: 'choice';
      readonly test: JsTree;
      readonly chosen: JsTree;
      readonly otherwise: JsTree;
    }
  | { readonly kind: 'list'; readonly items: readonly (JsTree | JsSpread)[] }
  | { readonly kind: 'object'; readonly entries: readonly (JsEntry | JsSpread)[] }
  | { readonly kind: 'text'; readonly parts: readonly (string | JsTree)[] }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
  /** A function with statements, or one that is called where it stands: only code can say it. */
  | { readonly kind: 'function' };

export interface JsMember {
  readonly kind: 'member';
  readonly of: JsTree;
  readonly key: string;
}

export interface JsCall {
  readonly kind: 'call';
  readonly callee: JsTree;
  readonly given: readonly JsArgument[];
  readonly isNew: boolean;
}

export type JsUnary = '!' | '-' | '+' | 'typeof';
export type JsArgument = JsTree | JsSpread | JsArrow;

export interface JsSpread {
  readonly kind: 'spread';
  readonly of: JsTree;
}

export interface JsArrow {
  readonly kind: 'arrow';
  readonly parameters: readonly string[];
  readonly body: JsTree;
}

export interface JsEntry {
  readonly kind: 'entry';
  readonly key: string | JsTree;
  readonly value: JsTree;
}

// The part of Python's syntax that is translated, as data.

export type Expression =
  /** JavaScript, made by who calls the emitter. */
  | { readonly type: 'code'; readonly code: string }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'constant'; readonly value: 'null' | 'true' | 'false' }
  | { readonly type: 'format'; readonly parts: readonly FormatPart[] }
  | { readonly type: 'list' | 'tuple' | 'set'; readonly items: readonly Expression[] }
  | {
      readonly type: 'dict';
      readonly entries: readonly (readonly [Expression | null, Expression])[];
    }
  | {
      readonly type: 'comprehension';
      readonly of: 'list' | 'set' | 'dict';
      readonly key: Expression | null;
      readonly value: Expression;
      readonly clauses: readonly Clause[];
    }
  | { readonly type: 'attribute'; readonly object: Expression; readonly name: string }
  | { readonly type: 'index'; readonly object: Expression; readonly index: Expression }
  | {
      readonly type: 'slice';
      readonly object: Expression;
      readonly parts: readonly (Expression | null)[];
    }
  | {
      readonly type: 'call';
      readonly callee: Expression;
      readonly args: readonly Expression[];
      readonly named: readonly (readonly [string, Expression])[];
    }
  | { readonly type: 'unary'; readonly operator: string; readonly value: Expression }
  | {
      readonly type: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly type: 'logic';
      readonly operator: 'and' | 'or';
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly type: 'choice';
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    }
  | {
      readonly type: 'lambda';
      readonly parameters: readonly Parameter[];
      readonly body: Expression;
    }
  | {
      readonly type: 'filter';
      readonly name: string;
      readonly value: Expression;
      readonly args: readonly Expression[];
      readonly named: readonly (readonly [string, Expression])[];
    }
  | {
      readonly type: 'test';
      readonly name: string;
      readonly value: Expression;
      readonly isNegated: boolean;
    };

export type FormatPart =
  | string
  | {
      readonly value: Expression;
      readonly conversion: string;
      readonly spec: readonly FormatPart[];
    };

export interface Clause {
  readonly target: Expression;
  readonly items: Expression;
  readonly tests: readonly Expression[];
}

export interface Parameter {
  readonly name: string;
  readonly otherwise: Expression | null;
}

export type Statement =
  | { readonly type: 'expression'; readonly value: Expression }
  | { readonly type: 'assign'; readonly targets: readonly Expression[]; readonly value: Expression }
  | {
      readonly type: 'change';
      readonly target: Expression;
      readonly operator: string;
      readonly value: Expression;
    }
  | { readonly type: 'return'; readonly value: Expression | null }
  | { readonly type: 'raise'; readonly value: Expression | null }
  | { readonly type: 'delete'; readonly targets: readonly Expression[] }
  | { readonly type: 'assert'; readonly test: Expression; readonly message: Expression | null }
  | { readonly type: 'pass' | 'break' | 'continue' }
  | { readonly type: 'outer'; readonly names: readonly string[] }
  | {
      readonly type: 'import';
      readonly module: string;
      readonly name: string | null;
      readonly as: string;
    }
  | {
      readonly type: 'if';
      readonly test: Expression;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | { readonly type: 'while'; readonly test: Expression; readonly body: readonly Statement[] }
  | {
      readonly type: 'for';
      readonly target: Expression;
      readonly items: Expression;
      readonly body: readonly Statement[];
    }
  | {
      readonly type: 'function';
      readonly name: string;
      readonly parameters: readonly Parameter[];
      readonly body: readonly Statement[];
    }
  | {
      readonly type: 'try';
      readonly body: readonly Statement[];
      readonly handlers: readonly Handler[];
      readonly otherwise: readonly Statement[];
      readonly last: readonly Statement[];
    };

export interface Handler {
  /** None: whatever was raised. */
  readonly kinds: readonly string[];
  readonly name: string | null;
  readonly body: readonly Statement[];
}

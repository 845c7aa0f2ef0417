// The parts of an expression, as its parser reads them. `at` and `end` are places in the text that the expression stands in.

interface Place {
  readonly at: number;
  readonly end: number;
}

export type Tree =
  | (Place & { readonly kind: 'literal'; readonly value: null | boolean | number | string })
  | (Place & { readonly kind: 'name'; readonly name: string })
  /** `$("any id")`. */
  | (Place & { readonly kind: 'node'; readonly id: string })
  | (Place & { readonly kind: 'member'; readonly of: Tree; readonly key: string })
  | (Place & { readonly kind: 'index'; readonly of: Tree; readonly key: Tree })
  | (Place & { readonly kind: 'call'; readonly name: string; readonly given: readonly Argument[] })
  | (Place & {
      readonly kind: 'method';
      readonly of: Tree;
      readonly name: string;
      readonly given: readonly Argument[];
      /** Called with `?.`: null gives a missing value. */
      readonly isOptional: boolean;
    })
  | (Place & { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly of: Tree })
  | (Place & {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Tree;
      readonly right: Tree;
    })
  | (Place & {
      readonly kind: 'choice';
      readonly test: Tree;
      readonly chosen: Tree;
      readonly otherwise: Tree;
    })
  | (Place & { readonly kind: 'list'; readonly items: readonly (Tree | Spread)[] })
  | (Place & { readonly kind: 'object'; readonly entries: readonly (Entry | Spread)[] })
  | (Place & { readonly kind: 'text'; readonly parts: readonly (string | Tree)[] })
  | (Place & { readonly kind: 'pattern'; readonly source: string; readonly flags: string });

export type Spread = Place & { readonly kind: 'spread'; readonly of: Tree };
export type Arrow = Place & {
  readonly kind: 'arrow';
  readonly parameters: readonly string[];
  readonly body: Tree;
};
export type Argument = Tree | Spread | Arrow;
export type Entry = { readonly kind: 'entry'; readonly key: string | Tree; readonly value: Tree };

export type UnaryOperator = '!' | '-' | '+';
export type BinaryOperator =
  | '??'
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '**';

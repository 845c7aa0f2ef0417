// Conditions
// Data, never code. Parsed once; both sides are templates, and a missing reference is simply missing.
import type { Json } from '../json.ts';
import type { Template } from '../references/template.ts';
import type { ConditionOperator } from './condition-operators.ts';

export type Condition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | {
      readonly kind: 'compare';
      readonly left: Template;
      readonly op: ConditionOperator;
      readonly right: Template | null;
      readonly fold: boolean;
    };

/** One comparison that was evaluated, with its values; `undefined` sides are omitted. */
export interface Tried {
  readonly left?: Json;
  readonly op: ConditionOperator;
  readonly right?: Json;
  readonly result: boolean;
  /** What expressions on both sides have read, in the order in which it is written. */
  readonly reads?: readonly { readonly reference: string; readonly value?: Json }[];
}

import type { Json } from '@skein/kernel';
import type { ExpressionValues } from './expression-values.ts';

/** What an expression can read where it stands. */
export interface ExpressionPlace {
  readonly values: ExpressionValues;
  /** The nodes that can have run before. */
  readonly nodes: readonly { readonly id: string; readonly title: string }[];
  /** The input ports of the node. */
  readonly ports: readonly string[];
  /** Further names, such as the row of a data step, with the value that they have in the preview. */
  readonly names: ReadonlyMap<string, Json | undefined>;
}

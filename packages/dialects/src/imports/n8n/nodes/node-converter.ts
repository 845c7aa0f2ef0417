// One entry of the table of node types
// `convert` may be called twice: first to find out which expressions are hard, then with what is to be done about them.
import type { NodeContext } from '../context/node-context.ts';
import type { Piece } from '../context/piece.ts';
import type { ScopeWords } from '../context/scope-of.ts';

export interface NodeConverter {
  /** What `$json` is: the item at hand, or the first of the list. */
  readonly words: ScopeWords;
  /**
   * What happens to expressions that have no native form: code `before` the node computes them for each item; they are `lost`; or
   * the node as a whole becomes code.
   */
  readonly hard: 'before' | 'lost' | ((context: NodeContext) => Piece);
  readonly convert: (context: NodeContext) => Piece;
}

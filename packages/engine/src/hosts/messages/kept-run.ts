import type { Json } from '@skein/kernel';
import type { BudgetTree, KeptBudget } from './budget-message.ts';
import type { ChildPlace } from '../../core/run/child-path.ts';

/**
 * What a host keeps of a run between two messages: little, however large the run is. The state itself is in the memory of whoever
 * handled the last one (Warm runs), and in the journal.
 */
export interface KeptRun {
  readonly epoch: number;
  /** The last row that the host knows of. */
  readonly seq: number;
  /** For a child: its place, and the fingerprint of the waits that its parent was last told; null while that thinks that it works. */
  readonly below?: { readonly place: ChildPlace; readonly told: Json };
  /** Where it, or a run above it, has a budget. */
  readonly tree?: BudgetTree;
  /** At the top of a tree: who pays, asks or stands still. */
  readonly budget?: KeptBudget;
}

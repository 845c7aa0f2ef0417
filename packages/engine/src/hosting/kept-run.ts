import type { Json } from '@skein/kernel';
import type { RunOrigin } from '@skein/ports';
import type { ChildPlace } from './order.ts';

/** Grows when what is kept changes its form. Runs that were kept in another one are read from their journals. */
export const keptForm = 1;

/** What a host keeps of a run between two turns. The journal holds the same: without it the run is read from there. */
export interface KeptRun {
  readonly form: number;
  readonly origin: RunOrigin;
  readonly epoch: number;
  readonly seq: number;
  /** The state behind the row `seq`: a snapshot, with handles of larger values. */
  readonly state: Json;
  /** How much the journal has grown since the snapshot in the store. */
  readonly tail: number;
  /** For a child: its place, and the waits that its parent was last told; null while that thinks that it works. */
  readonly below?: { readonly place: ChildPlace; readonly told: Json };
}

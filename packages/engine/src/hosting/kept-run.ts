import type { Json } from '@skein/kernel';
import type { RunOrigin } from '@skein/ports';
import type { ChildPlace } from './order.ts';

/** What a host keeps of a run between two turns. The journal holds the same: without it the run is read from there. */
export interface KeptRun {
  readonly origin: RunOrigin;
  readonly epoch: number;
  readonly seq: number;
  /** The state behind the row `seq`, as the kernel dumps it. */
  readonly state: Json;
  /** For a child: its place, and the waits that its parent was last told; null while that thinks that it works. */
  readonly below?: { readonly place: ChildPlace; readonly told: Json };
}

import type { Json, RunId } from '@skein/kernel';
import type { BegunRun } from '../../cluster/run-host.ts';
import type { ChildPlace } from '../../core/run/child-path.ts';

/** A child as its parent asks for it: its workflow is looked up where it starts. */
export interface BegunChild extends Omit<
  BegunRun,
  'workflow' | 'idempotencyKey' | 'quiet' | 'debounceKey' | 'start'
> {
  /** An inline definition, or the id of a stored one. */
  readonly workflow: Json;
  readonly version?: string;
  /** The name under which an inline definition is kept. */
  readonly inlineName: string;
  readonly place: ChildPlace;
  /** The runs above it that have a budget, from its parent upwards; absent when there are none. */
  readonly bounded?: readonly RunId[];
}

// The host of runs
// Drives runs in the place of an engine. The engine continues to read them from the store, where the host writes every row, and
// passes on what is asked of them.
import type { Json, RunId } from '@skein/kernel';
import type { RunOrigin } from '@skein/ports';
import type { RemoteCommand, SentEvent } from './remote-command.ts';

export interface RunHost {
  /** Under which name it owns runs in the store. */
  readonly owner: string;
  /** Resolves when the start is in the journal. */
  start(run: RunId, begun: BegunRun): Promise<Started>;
  /** Does what is asked of a run and gives back what came of it. */
  send(run: RunId, command: RemoteCommand): Promise<Json>;
  /** Delivers an event that is addressed to a run, or keeps it for it. */
  deliver(
    event: SentEvent & { readonly run: RunId },
  ): Promise<{ readonly delivered: number; readonly kept: boolean }>;
  /** Continues a run that is in the store and that nobody drives. */
  wake(run: RunId): Promise<void>;
}

/** A run that was started. */
export interface Started {
  readonly id: RunId;
  /** It was there before, under the same idempotency key. */
  readonly isRepeated?: true;
}

/** A run that is to be started; its input has been checked. */
export interface BegunRun extends RunOrigin {
  readonly input?: Json;
  readonly idempotencyKey?: string;
  /** The `traceparent` of who asks. */
  readonly trace?: string;
}

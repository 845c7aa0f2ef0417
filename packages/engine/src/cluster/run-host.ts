// The host of runs
// Drives runs in the place of an engine. The engine goes on reading them from the store, where the host writes every row, and
// passes on what is asked of them.
import type { Json } from '@skein/kernel';
import type { RunOrigin } from '@skein/ports';
import type { RemoteCommand } from './commands/remote-commands.ts';
import type { SentEvent } from '../features/events/send-event.ts';
import type { Started } from '../features/runs/runs-api.ts';

export interface RunHost {
  /** Under which name it owns runs in the store. */
  readonly owner: string;
  /** Resolves when the start is in the journal. */
  start(run: string, begun: BegunRun): Promise<Started>;
  /** Does what is asked of a run and gives back what came of it. */
  send(run: string, command: RemoteCommand): Promise<Json>;
  /** Delivers an event that is addressed to a run, or keeps it for it. */
  deliver(
    event: SentEvent & { readonly run: string },
  ): Promise<{ readonly delivered: number; readonly kept: boolean }>;
  /** Goes on with a run that is in the store and that nobody drives. */
  wake(run: string): Promise<void>;
}

/** A run that is to be started; its input has been checked. */
export interface BegunRun extends RunOrigin {
  readonly input?: Json;
  readonly idempotencyKey?: string;
  /** The `traceparent` of who asks. */
  readonly trace?: string;
}

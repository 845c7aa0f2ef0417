// The host of runs
// Drives runs in place of an engine. The engine still reads them from the store, where the host writes every row, and
// forwards the commands for them.
import type { Diagnostic, Json, QuietPeriod, RunId } from '@skein/kernel';
import type { RunOrigin } from '@skein/ports';
import type { RemoteCommand, SentEvent } from './remote-command.ts';

export interface RunHost {
  /** The name under which it owns runs in the store. */
  readonly owner: string;
  /** Resolves when the start is in the journal. */
  start(run: RunId, begun: BegunRun): Promise<HostStarted>;
  /** Performs a command on a run and returns the outcome. */
  send(run: RunId, command: RemoteCommand): Promise<Json>;
  /** Delivers an event that is addressed to a run, or keeps it for the run. */
  deliver(
    event: SentEvent & { readonly run: RunId },
  ): Promise<{ readonly delivered: number; readonly kept: boolean }>;
  /** Continues a run that is in the store and that nobody drives. */
  wake(run: RunId): Promise<void>;
  /** Makes the calls of a run again that it has held, because processes died with them. */
  release(run: RunId): Promise<void>;
}

/** A run that was started. */
export interface Started {
  readonly id: RunId;
  /** It existed before, under the same idempotency key. */
  readonly isRepeated?: true;
  /** Under `policy.runs.debounce`: it waits for further starts, or is one that did, and this start has joined it. */
  readonly debounced?: 'waiting' | 'joined';
  /** What is doubtful about the definition that it runs, such as agents that are not stored; absent: nothing. */
  readonly diagnostics?: readonly Diagnostic[];
}

export interface HostStarted extends Started {
  /** The row of a repeated start that has joined the run. */
  readonly seq?: number;
}

/** A run to be started; its input has been checked. */
export interface BegunRun extends RunOrigin {
  readonly input?: Json;
  readonly idempotencyKey?: string;
  /** It begins when no further start has joined it for a while; found by this key until then. */
  readonly quiet?: QuietPeriod;
  readonly debounceKey?: string;
  /** No provider of models is asked. */
  readonly offline?: true;
  /** The caller's `traceparent`. */
  readonly trace?: string;
}

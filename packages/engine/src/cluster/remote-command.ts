import type { Answerer, Json, NodeId, RunId, VersionId, WaitId } from '@skein/kernel';

/** What can be requested of a run that another process drives. */
export type RemoteCommand =
  | {
      readonly do: 'answer';
      readonly wait: WaitId;
      readonly answer: Json;
      readonly by?: string | Answerer;
    }
  | {
      readonly do: 'cancel';
      readonly reason?: string;
      /** The parent of a hosted run no longer needs it. */
      readonly isFromParent?: true;
    }
  | ({ readonly do: 'join' } & JoiningStart)
  | { readonly do: 'retry'; readonly node: NodeId }
  | {
      readonly do: 'move';
      readonly to: VersionId;
      readonly recorded: 'keep' | 'strict';
      readonly by?: string;
    }
  | ResumeCommand
  | { readonly do: 'event'; readonly wait: WaitId; readonly event: DeliveredEvent };

/** Only a host is asked for it: nobody else drives a run that has ended. */
export interface ResumeCommand {
  readonly do: 'resume';
  /** The last row of the failed run: who asks again, because the answer got lost, asks for the same. */
  readonly after: number;
  readonly version: VersionId;
  readonly input?: Json;
  readonly by?: string;
}

/** A start that becomes part of a run which has not begun. */
export interface JoiningStart {
  /** The same again is the same start. */
  readonly start: string;
  readonly input?: Json;
  readonly idempotencyKey?: string;
}

/** An event in flight to one wait. */
export interface DeliveredEvent {
  readonly id: string;
  readonly name: string;
  readonly data?: Json;
  /** Possibly sent before: a run that has taken it must not take it again. */
  readonly isRepeated?: boolean;
}

/** An event as it is sent. */
export interface SentEvent extends DeliveredEvent {
  /** Only to this run. */
  readonly run?: RunId;
  /** Only to runs of this user; "" stands for nobody. */
  readonly user?: string;
}

/** Performs what was requested of a run that this process drives. */
export type Perform = (run: RunId, command: RemoteCommand) => Promise<Json>;

import type { Json, NodeId, RunId, WaitId } from '@skein/kernel';

/** What can be asked of a run that another process drives. */
export type RemoteCommand =
  | { readonly do: 'answer'; readonly wait: WaitId; readonly answer: Json; readonly by?: string }
  | { readonly do: 'cancel'; readonly reason?: string }
  | { readonly do: 'retry'; readonly node: NodeId }
  | { readonly do: 'event'; readonly wait: WaitId; readonly event: DeliveredEvent };

/** An event on its way to one wait. */
export interface DeliveredEvent {
  readonly id: string;
  readonly name: string;
  readonly data?: Json;
  /** Sent before, perhaps: a run that has taken it must not take it again. */
  readonly isRepeated?: boolean;
}

/** An event as it is sent. */
export interface SentEvent extends DeliveredEvent {
  /** Only to this run. */
  readonly run?: RunId;
  /** Only to runs of this user; "": of nobody. */
  readonly user?: string;
}

/** Does what was asked of a run that this process drives. */
export type Perform = (run: RunId, command: RemoteCommand) => Promise<Json>;

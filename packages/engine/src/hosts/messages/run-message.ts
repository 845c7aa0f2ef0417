import type { RunEvent, RunId } from '@skein/kernel';
import type { RemoteCommand, SentEvent } from '../../cluster/remote-command.ts';
import type { BudgetMessage } from './budget-message.ts';
import type { BegunChild } from './begun-child.ts';
import type { BegunRun } from '../../cluster/run-host.ts';

/** What a run is told or asked for. */
export type RunMessage =
  | { readonly type: 'start'; readonly run: BegunRun }
  | { readonly type: 'start-child'; readonly child: BegunChild }
  /** Continue a run of the store. */
  | { readonly type: 'wake' }
  | { readonly type: 'command'; readonly command: RemoteCommand }
  | { readonly type: 'deliver'; readonly event: SentEvent }
  | BudgetMessage
  /** Something happened: it gets its place in the journal when it is handled. */
  | Happened;

export interface Happened {
  readonly type: 'happened';
  readonly event: UnplacedEvent;
  /** Of the call that it comes from. */
  readonly attempt?: number;
  /** The child that reports it. */
  readonly child?: RunId;
}

export type UnplacedEvent = RunEvent extends infer Each
  ? Each extends RunEvent
    ? Omit<Each, 'seq' | 'at' | 'id' | 'dates'>
    : never
  : never;

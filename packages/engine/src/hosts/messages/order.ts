// Orders
// What a host has to do outside after a turn, as data: it may be carried out by another machine than the one that took the
// turn. What is begun has a name, unique among what one run has open; the host keeps what it began under it.
import type { ActivationName, Json } from '@skein/kernel';
import type { BegunRun } from '../../cluster/run-host.ts';
import type { RunMessage } from './run-message.ts';

export type Order =
  /** Call the function of an activation (`callNode`) and send its end as a message. */
  | (ActivationName & {
      readonly do: 'call';
      readonly name: string;
      readonly nodeType: string;
      readonly attempt: number;
      /** How long one attempt may take; null when the node says nothing. */
      readonly timeoutMs: number | null;
    })
  /** Send an event to runs (`sendEmitted`), then the end of the activation. */
  | (ActivationName & {
      readonly do: 'emit';
      readonly name: string;
      readonly attempt: number;
      readonly event: string;
      readonly data?: Json;
      readonly user?: string;
    })
  /** Send the message to the run itself at that time. */
  | {
      readonly do: 'arm';
      readonly name: string;
      readonly at: number;
      readonly message: RunMessage;
    }
  /** Start a child, or go on with one that was there before the host had the run. */
  | {
      readonly do: 'child';
      readonly name: string;
      readonly run: string;
      readonly message: RunMessage;
    }
  /** What was begun under this name is no longer wanted: a call aborts, a timer is disarmed, a child is cancelled. */
  | { readonly do: 'stop'; readonly name: string }
  /** Send the message to the child that was begun under this name. */
  | { readonly do: 'tell-child'; readonly name: string; readonly message: RunMessage }
  /** Send the message to another run. */
  | { readonly do: 'tell'; readonly run: string; readonly message: RunMessage }
  /** Tell whoever asked whether it may pay for something. */
  | { readonly do: 'admit'; readonly reply: string; readonly isAdmitted: boolean }
  /** Send the message to the run itself, behind what waits there already. */
  | { readonly do: 'continue'; readonly message: RunMessage };

/** A child as its parent asks for it: its workflow is looked up where it starts. */
export interface BegunChild extends Omit<BegunRun, 'workflow' | 'idempotencyKey' | 'start'> {
  /** An inline definition, or the id of a stored one. */
  readonly workflow: Json;
  readonly version?: string;
  /** The name under which an inline definition is kept. */
  readonly inlineName: string;
  readonly place: ChildPlace;
  /** The runs above it that have a budget, from its parent upwards; absent when there are none. */
  readonly bounded?: readonly string[];
}

/** Where a child hangs below its parent. */
export interface ChildPlace extends ActivationName {
  readonly index: number;
}

export function callName({ node, activation }: ActivationName): string {
  return `call:${activation}:${node}`;
}

export function timerName(timer: string): string {
  return `timer:${timer}`;
}

export function deadlineName(wait: string): string {
  return `deadline:${wait}`;
}

export function childName({ node, activation, index }: ChildPlace): string {
  return `child:${activation}:${index}:${node}`;
}

// Orders
// What a host has to do outside after a message was handled, as data: another machine may carry it out than the one that
// handled the message. What is begun has a name, unique among what one run has open; the host keeps what it began under it.
import type { ActivationName, Json, RunId, WaitId } from '@skein/kernel';
import type { ChildPlace } from '../../core/run/child-path.ts';
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
  /** Start a child, or continue one that was there before the host had the run. */
  | {
      readonly do: 'child';
      readonly name: string;
      readonly run: RunId;
      readonly message: RunMessage;
    }
  /** What was begun under this name is no longer wanted: a call aborts, a timer is disarmed, a child is cancelled. */
  | { readonly do: 'stop'; readonly name: string }
  /** Send the message to the child that was begun under this name. */
  | { readonly do: 'tell-child'; readonly name: string; readonly message: RunMessage }
  /** Send the message to another run. */
  | { readonly do: 'tell'; readonly run: RunId; readonly message: RunMessage }
  /** Tell whoever asked whether it may pay for something. */
  | { readonly do: 'admit'; readonly reply: string; readonly isAdmitted: boolean }
  /** Send the message to the run itself, after what waits there already. */
  | { readonly do: 'continue'; readonly message: RunMessage };

export function callName({ node, activation }: ActivationName): string {
  return `call:${activation}:${node}`;
}

export function timerName(timer: string): string {
  return `timer:${timer}`;
}

export function deadlineName(wait: WaitId): string {
  return `deadline:${wait}`;
}

export function slotName(place: string): string {
  return `slot:${place}`;
}

export function childName({ node, activation, index }: ChildPlace): string {
  return `child:${activation}:${index}:${node}`;
}

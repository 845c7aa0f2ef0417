// What the fake provider answers, independent of any provider; each wire format encodes it in its own way.
import { isObject, listAt, type Json, type JsonObject } from '@skein/kernel';

export interface FakeReply {
  /** Sent in two halves, so that a stream can be cut in between. */
  readonly text?: string;
  /** Arguments as text are sent as they are, whether they are JSON or not. */
  readonly toolCalls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: JsonObject | string;
  }[];
  readonly usage?: {
    readonly input: number;
    readonly output: number;
    readonly cached?: number;
    readonly reasoning?: number;
  };
  /** The answer breaks off at the limit of its length. */
  readonly finish?: 'length';
  /** Thoughts that must be sent back to the model, in formats that have them. */
  readonly thought?: { readonly text: string; readonly signature: string };
  /** What the provider found by its own search, before the text, in formats that have one. */
  readonly searched?: string;
  /** Instead of an answer: a status with a body, as JSON unless `contentType` says otherwise. */
  readonly error?: {
    readonly status: number;
    readonly body: string | JsonObject;
    readonly headers?: { readonly [name: string]: string };
    readonly contentType?: string;
  };
  /** What goes wrong with the answer. */
  readonly fault?: FakeFault;
}

export type FakeFault =
  /** The connection is closed before a byte of the answer. */
  | 'reset'
  /** The connection breaks after the first piece. */
  | 'cut'
  /** The answer ends normally after the first piece, without a marker that it is complete. */
  | 'short'
  /** Nothing is ever sent. */
  | 'hang'
  /** Nothing more is sent after the first piece. */
  | 'stall'
  /** The same piece again and again, slowly, without an end. */
  | 'drip'
  /** A piece that is not JSON in the middle. */
  | 'garbage'
  /** It continues for ever. */
  | 'flood';

export interface WireFormat {
  readonly matches: (path: string) => boolean;
  /** Why the real one would refuse the conversation in this request. */
  readonly refusal: (body: JsonObject) => string | undefined;
  /** The pieces of a stream, in order. */
  readonly pieces: (
    reply: Required<Pick<FakeReply, 'text' | 'toolCalls' | 'usage'>> & FakeReply,
    about: { readonly id: string; readonly model: string },
  ) => readonly string[];
}

export function eventOf(data: JsonObject, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

export function argumentsText(given: JsonObject | string): string {
  return typeof given === 'string' ? given : JSON.stringify(given);
}

export function halves(text: string): readonly string[] {
  if (text === '') return [];
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== '');
}

/** The objects in a list of a request. */
export function itemsAt(body: JsonObject, key: string): readonly JsonObject[] {
  return listAt(body, key).filter((item) => isObject(item));
}

/** As current models say it that take no beginning of their own answer. */
export const prefillRefused =
  'This model does not support assistant message prefill. The conversation must end with a user message.';

/** Results must belong to calls that were made, and calls must have results. */
export function unpaired(calls: readonly Json[], results: readonly Json[]): string | undefined {
  const [open] = calls.filter((id) => !results.includes(id));
  const [stray] = results.filter((id) => !calls.includes(id));
  if (open !== undefined) return `The call ${JSON.stringify(open)} has no result.`;
  return stray === undefined ? undefined : `The result ${JSON.stringify(stray)} has no call.`;
}

// What a client carries from one round of a call to the next
// Neither a secret nor a permission: the run is looked up among the caller's own, and who makes up smaller counts is asked again.
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isObject, type Json } from '@skein/api';
import { ownValue } from '../own-value.ts';

export interface RoundState {
  readonly run: string;
  /** How often answers to a wait were not accepted. */
  readonly refused: { readonly [wait: string]: number };
  /** What this round asks: each round has a state of its own. */
  readonly asked?: string;
}

export function toRoundState(state: RoundState): string {
  return JSON.stringify(state);
}

/** Undefined in the first round; throws for what no server of ours has made. */
export function readRoundState(given: unknown): RoundState | undefined {
  if (typeof given !== 'string') return undefined;
  const state = parsed(given);
  const run = ownValue(state, 'run');
  if (typeof run !== 'string') {
    if (/^[\w-]+$/.test(given)) return { run: given, refused: {} };
    const message = 'The state is not one of this server; call the tool again.';
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
  const refused = ownValue(state, 'refused');
  const counts = Object.entries(isObject(refused) ? refused : {}).flatMap(([wait, times]) =>
    typeof times === 'number' && times > 0 ? [[wait, times] as const] : [],
  );
  return { run, refused: Object.fromEntries(counts) };
}

function parsed(text: string): Json {
  try {
    // What was parsed is JSON.
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

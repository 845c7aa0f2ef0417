// A person takes over from an agent that failed
// A turn that failed for good fires the port `failed`, and the run goes on at the hand-off. Nothing of it is in the conversation:
// the agent has said nothing.
import type { Failure, NodeResult } from '@skein/kernel';
import type { NodeCall, NodeIo } from '@skein/ports';
import type { failureCodes } from '../../failure-error.ts';
import type { AgentConfig } from './agent-config.ts';

export type TurnError = { readonly code: string; readonly message: string };

/** Failures of the model. What only concerns a script or a recording is for whoever wrote it. */
const codes: readonly string[] = [
  'MODEL_CALL_FAILED',
  'MODEL_KEY_MISSING',
  'MODEL_NOT_FOUND',
  'MODEL_OUTPUT_INVALID',
] satisfies readonly (typeof failureCodes)[number][];

/** Once no attempt is left, or another one is pointless. */
export function mayHandOver(
  { handOff }: Pick<AgentConfig, 'handOff'>,
  { code, retry }: Failure,
  io: Pick<NodeIo, 'attemptsLeft' | 'signal'>,
): boolean {
  if (!handOff || io.signal.aborted || !codes.includes(code)) return false;
  return retry === 'never' || io.attemptsLeft === 0;
}

export function errorOf({ code, message }: Failure): TurnError {
  return { code, message };
}

export function handOver(failure: Failure, { node }: NodeCall): NodeResult {
  const value = { text: '', toolCalls: [], next: null, node, error: errorOf(failure) };
  return { value, ports: { failed: value }, context: { set: { agent: node, next: null } } };
}

import { toIsoTime } from '../references/civil-date.ts';
import type { RunResponse, RunState } from '../state/run-state.ts';

/** A type, not an interface: it is JSON. */
export type ResponseView = Omit<RunResponse, 'seq' | 'at'> & { readonly at: string };

/** What it has answered its caller with, if it has before its end. */
export function responseView({ response }: RunState): { readonly response?: ResponseView } {
  if (response === null) return {};
  const { seq: _, at, ...said } = response;
  return { response: { ...said, at: toIsoTime(at) } };
}

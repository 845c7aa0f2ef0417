import type { NodeBehaviour } from '@skein/ports';
import { apiStep } from './session-graph/api-step.ts';
import type { GuardedFetch } from '../http/http-call.ts';

/** The node types that reach the outside, with the guard of this host instead of the strictest one. */
export function httpBehaviours(fetch: GuardedFetch): ReadonlyMap<string, NodeBehaviour> {
  return new Map([['session-graph.api', apiStep(fetch)]]);
}

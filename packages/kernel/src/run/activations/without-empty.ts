// Empty lists on the ports of a node that says what they do (SPEC K1255).
import type { NodeResult } from '../../events.ts';
import type { GraphNode } from '../../graph/graph.ts';
import { setOwn, type Json } from '../../json.ts';
import type { Ports } from '../../state/living.ts';
import type { RunState } from '../../state/run-state.ts';
import { ITEMS_SINCE } from './each-call.ts';

/** The result as its edges see it: a port with an empty list does not fire, or fires with the list that takes its place. */
export function withoutEmpty(
  { origin }: RunState,
  { whenEmpty }: GraphNode,
  result: NodeResult,
): NodeResult {
  if (whenEmpty === null || origin.rules < ITEMS_SINCE) return result;
  const before: Ports = result.ports ?? { output: result.value };
  const entries = Object.entries(before);
  if (!entries.some(([, value]) => isEmptyList(value))) return result;
  const ports: { [port: string]: Json | undefined } = {};
  for (const [port, value] of entries) {
    if (!isEmptyList(value)) setOwn(ports, port, value);
    else if (whenEmpty !== 'skip') setOwn<Json | undefined>(ports, port, whenEmpty);
  }
  const replaced = isEmptyList(result.value) && whenEmpty !== 'skip' ? { value: whenEmpty } : {};
  return { ...result, ...replaced, ports };
}

function isEmptyList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

// Approvals before a node
// A part of a workflow that is run by itself must not make effects that an approval stands before without that approval.
import { isObject, ownValue, textAt, type Json, type JsonObject } from '@skein/api';

export interface NodesAndEdges {
  readonly nodes: readonly JsonObject[];
  readonly edges: readonly JsonObject[];
}

export function partsOf(workflow: JsonObject): NodesAndEdges {
  return { nodes: listIn(workflow, 'nodes'), edges: listIn(workflow, 'edges') };
}

const approvalTypes: ReadonlySet<string> = new Set(['approval', 'dataflow.approvalGate']);

/** Types that only compute: nothing of them stands when they are done. */
const pureTypes = new Set([
  'start',
  'transform',
  'data',
  'if',
  'switch',
  'join',
  'set',
  'stop',
  'end',
  'delay',
]);

export function hasEffects(node: JsonObject): boolean {
  const type = textAt(node, 'type') ?? '';
  return type === 'code' ? callsTools(node) : !pureTypes.has(type);
}

/** Code reaches outside by the tools that it names, and in no other way. */
function callsTools(node: JsonObject): boolean {
  const config = ownValue(node, 'config') ?? null;
  const tools = isObject(config) ? ownValue(config, 'tools') : undefined;
  return Array.isArray(tools) && tools.length > 0;
}

/** The approvals from which a path leads to the node, in definition order. */
export function approvalsBefore(node: string, parts: NodesAndEdges): readonly string[] {
  return nodesBefore(node, parts).filter(isApproval).map(idOf);
}

/** Finds a stored workflow in its native form; null when there is none. */
export type FindWorkflow = (id: string) => Promise<JsonObject | null>;

/**
 * A node that does not run, before one with effects, in whose workflow somebody is asked for an approval, at any depth: it cannot be asked
 * without everything else that the workflow does. Null when there is none.
 */
export async function approvalBelow(
  parts: NodesAndEdges,
  { runs, effects }: { readonly runs: ReadonlySet<string>; readonly effects: readonly string[] },
  find: FindWorkflow,
): Promise<string | null> {
  const before = new Set(effects.flatMap((id) => nodesBefore(id, parts)));
  for (const each of before) {
    if (!runs.has(idOf(each)) && (await asksWithin(each, find, new Set()))) return idOf(each);
  }
  return null;
}

async function asksWithin(
  node: JsonObject,
  find: FindWorkflow,
  seen: Set<string>,
): Promise<boolean> {
  const config = ownValue(node, 'config') ?? null;
  const given: Json = (isObject(config) ? ownValue(config, 'workflow') : null) ?? null;
  if (typeof given === 'string') {
    // It may call itself.
    if (seen.has(given)) return false;
    seen.add(given);
  }
  const workflow = typeof given === 'string' ? await find(given) : given;
  if (workflow === null || !isObject(workflow)) return false;
  for (const inner of partsOf(workflow).nodes) {
    if (isApproval(inner) || (await asksWithin(inner, find, seen))) return true;
  }
  return false;
}

function nodesBefore(node: string, { nodes, edges }: NodesAndEdges): readonly JsonObject[] {
  const reached = new Set([node]);
  // Grows during iteration.
  for (const id of reached) {
    for (const edge of edges) {
      if (!isCall(edge) && textAt(edge, 'to') === id) reached.add(textAt(edge, 'from') ?? '');
    }
  }
  return nodes.filter((each) => reached.has(idOf(each)) && idOf(each) !== node);
}

export function isApproval(node: JsonObject): boolean {
  return approvalTypes.has(textAt(node, 'type') ?? '');
}

/** To an agent that the first one may call. */
export function isCall(edge: JsonObject): boolean {
  return ownValue(edge, 'kind') === 'subagent';
}

export function idOf(node: JsonObject): string {
  return textAt(node, 'id') ?? '';
}

function listIn(object: JsonObject, key: string): readonly JsonObject[] {
  const list = ownValue(object, key);
  const values: readonly Json[] = Array.isArray(list) ? list : [];
  return values.filter((each) => isObject(each));
}

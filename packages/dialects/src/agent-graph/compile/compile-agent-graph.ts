// Compiling agent-graph definitions
// All problems are reported about the document itself; the compiled form is valid by construction, so the kernel only adds findings
// about the policy and the start node of the caller.
import {
  compileGraphInParts,
  doAtOnce,
  isObject,
  nativeKinds,
  pointer,
  type Diagnostic,
  type Json,
  type LongWork,
} from '@skein/kernel';
import { toDiagnostic, type Finding } from '../../diagnostics/finding.ts';
import { inertText } from '../../diagnostics/inert-text.ts';
import type { Compiled, CompileOptions } from '../../dialect/dialect.ts';
import { checkJson } from '../../json/check-json.ts';
import { contentHash } from '../../dialect/content-hash.ts';
import { checkShape, createWalk } from '../../shape/check-shape.ts';
import { withSource } from '../../dialect/source.ts';
import { agentGraphKinds } from '../shape/agent-graph-nodes.ts';
import { agentGraphShape } from '../shape/agent-graph-shape.ts';
import { checkStructure } from '../check/check-structure.ts';
import type { AgentGraphDefinition } from '../read/definition.ts';
import { readDefinition } from '../read/read-definition.ts';
import { toWorkflow } from './to-workflow.ts';

export function compileAgentGraph(definition: unknown, options: CompileOptions = {}): Compiled {
  return doAtOnce(compileAgentGraphInParts(definition, options));
}

export function* compileAgentGraphInParts(
  definition: unknown,
  options: CompileOptions = {},
): LongWork<Compiled> {
  const unsound = checkJson(definition);
  yield;
  if (unsound.some(({ code }) => code === 'TOO_DEEP' || code === 'NOT_JSON')) {
    return { workflow: null, graph: null, version: '', diagnostics: unsound };
  }
  // Every value in it has just been seen to be JSON.
  const json = definition as Json;
  const findings = yield* checkDefinition(json, options);
  yield;
  const own = [...unsound, ...findings.all.map(toDiagnostic).map(inert)];
  const { version = contentHash(json) } = options;
  yield;
  if (!findings.isShaped) return { workflow: null, graph: null, version, diagnostics: own };
  // Its shape has been checked.
  const shaped = json as unknown as AgentGraphDefinition;
  const workflow = withSource(toWorkflow(shaped, options.agents), 'agent-graph', json);
  yield;
  const base = { workflow, version, placeOf: placesOf(shaped) };
  if (hasError(own)) return { ...base, graph: null, diagnostics: own };
  const { graph, diagnostics } = yield* compileGraphInParts(workflow, {
    kinds: options.kinds ?? ownKinds,
    start: options.start,
  });
  // Warnings are about the native form, which nobody wrote; the errors left are about the policy.
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(inert);
  return { ...base, graph, diagnostics: [...own, ...errors] };
}

/** What an agent says stands in the list of agents; of a stored one, only its name stands in the definition. */
function placesOf({ nodes, agents = [] }: AgentGraphDefinition): NonNullable<Compiled['placeOf']> {
  const nodePlaces = new Map(nodes.map(({ id }, at) => [id, at]));
  // Of two with one id, which is an error, the first counts.
  const agentPlaces = new Map(agents.map(({ id }, at) => [id, at] as const).toReversed());
  return (node, [key, ...rest] = []) => {
    const at = nodePlaces.get(node);
    if (at === undefined) return undefined;
    const { agentId } = nodes[at] ?? {};
    if (key !== 'agent' || agentId === undefined || agentId === null) return pointer('nodes', at);
    const agent = agentPlaces.get(agentId);
    if (agent === undefined) return pointer('nodes', at, 'agentId');
    const [setting, item] = rest;
    const isTool = setting === 'tools' && item !== undefined;
    return pointer('agents', agent, ...rest, ...(isTool ? ['name'] : []));
  };
}

const ownKinds = new Map([
  ...nativeKinds,
  ...agentGraphKinds.map((kind) => [kind.type, kind] as const),
]);

function* checkDefinition(
  json: Json,
  options: CompileOptions,
): LongWork<{ readonly isShaped: boolean; readonly all: readonly Finding[] }> {
  const walk = createWalk({ isStored: options.isStored });
  checkShape(agentGraphShape, json, walk);
  yield;
  const isShaped = !hasError(walk.findings);
  if (!isObject(json)) return { isShaped, all: walk.findings };
  const structure = checkStructure(readDefinition(json, walk.findings), options);
  return { isShaped, all: [...walk.findings, ...structure] };
}

function hasError(found: readonly { readonly severity: 'error' | 'warning' }[]): boolean {
  return found.some(({ severity }) => severity === 'error');
}

function inert({ message, hint, ...rest }: Diagnostic): Diagnostic {
  return { ...rest, message: inertText(message), hint: inertText(hint) };
}

// Compiling dataflow definitions
// All problems at once, in the terms of the definition; then the graph.
import {
  compileGraphInParts,
  doAtOnce,
  isObject,
  nativeKinds,
  ownValue,
  pointer,
  type Diagnostic,
  type Json,
  type JsonObject,
  type LongWork,
  type Workflow,
} from '@skein/kernel';
import { toDiagnostic } from '../../diagnostics/finding.ts';
import type { Compiled, CompileOptions } from '../../dialect/dialect.ts';
import { checkJson } from '../../json/check-json.ts';
import { checkFunctions } from '../../native/check/check-functions.ts';
import { contentHash } from '../../dialect/content-hash.ts';
import { isWorthHashing } from '../../dialect/is-worth-hashing.ts';
import { withSource } from '../../dialect/source.ts';
import { checkFlow } from '../check/check-flow.ts';
import { dataflowKinds } from '../shape/dataflow-nodes.ts';
import { checkCircles, findCircuits } from '../check/check-circles.ts';
import { lowerFlow, type Lowered } from './lower-flow.ts';
import type { Known } from '../read/native-type.ts';
import { readFlow, type Flow } from '../read/read-flow.ts';
import { toFlowWords } from './to-flow-words.ts';

const ownKinds = new Map(dataflowKinds.map((kind) => [kind.type, kind]));
const defaultKinds = new Map([...nativeKinds, ...ownKinds]);

export function compileDataflow(definition: unknown, options: CompileOptions = {}): Compiled {
  return doAtOnce(compileDataflowInParts(definition, options));
}

export function* compileDataflowInParts(
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
  const { kinds = defaultKinds, functions: names, tools, isStored } = options;
  const known: Known = { kinds, functions: names, tools, isStored };
  const findings = checkFlow(json, known);
  yield;
  const isShaped = !findings.some(({ severity }) => severity === 'error');
  const own = [...unsound, ...findings.map(toDiagnostic)];
  if (!isObject(json)) {
    const version = contentHash(json);
    return { workflow: null, graph: null, version, diagnostics: own };
  }
  const flow = readFlow(json);
  yield;
  const circuits = findCircuits(flow);
  yield;
  const lowered = lowerFlow(flow, circuits.isLoop, known);
  yield;
  const workflow = assemble(json, flow, lowered);
  yield;
  const structure = yield* compileGraphInParts(workflow, {
    kinds: known.kinds,
    start: options.start,
  });
  const functions = known.functions === undefined ? [] : checkFunctions(workflow, known.functions);
  yield;
  const diagnostics = [
    ...own,
    ...checkCircles(flow, circuits),
    ...toFlowWords([...structure.diagnostics, ...functions.map(toDiagnostic)], {
      flow,
      workflow,
      isWhole: isShaped && circuits.circles.length === 0,
    }),
  ];
  yield;
  const hasError = diagnostics.some(({ severity }: Diagnostic) => severity === 'error');
  const isHashed = isWorthHashing(json, !hasError);
  const version = options.version ?? (isHashed ? contentHash(withoutPositions(json)) : '');
  return {
    workflow: isShaped && isHashed ? withSource(workflow, 'dataflow', json) : null,
    graph: hasError || structure.graph === null ? null : structure.graph,
    version,
    diagnostics,
    placeOf: placesOf(flow),
  };
}

function placesOf({ nodes }: Flow): NonNullable<Compiled['placeOf']> {
  const places = new Map(nodes.map(({ id, index }) => [id, pointer('nodes', index)]));
  return (id, path) => {
    const place = places.get(id);
    return place === undefined || path === undefined
      ? place
      : `${place}${pointer('config', ...path)}`;
  };
}

function assemble(definition: JsonObject, flow: Flow, lowered: Lowered): Workflow {
  const { nodes, edges, contexts } = lowered;
  const policy = ownValue(definition, 'policy');
  const entry = entriesOf(lowered);
  return {
    skein: 1,
    ...textsOf(definition),
    ...(entry === null ? {} : { entry }),
    // Its shape is checked; a broken one ends in no graph.
    ...(isObject(policy) ? { policy: policy as NonNullable<Workflow['policy']> } : {}),
    nodes,
    edges,
    ...(contexts === undefined ? {} : { contexts }),
    studio: { positions: positionsOf(flow) },
  };
}

function textsOf(definition: JsonObject): Pick<Workflow, 'id' | 'name' | 'description'> {
  const texts: { id?: string; name?: string; description?: string } = {};
  for (const key of ['id', 'name', 'description'] as const) {
    const value = ownValue(definition, key);
    if (typeof value === 'string') texts[key] = value;
  }
  return texts;
}

/** All nodes that wait for nothing start; only a native `start` would make the kernel think otherwise. */
function entriesOf({ nodes, edges }: Lowered): readonly string[] | null {
  if (!nodes.some(({ type }) => type === 'start')) return null;
  const targets = new Set(edges.flatMap(({ to, loop }) => (loop === true ? [] : [to])));
  return nodes.filter(({ id }) => !targets.has(id)).map(({ id }) => id);
}

function positionsOf({ nodes }: Flow): JsonObject {
  return Object.fromEntries(
    nodes.flatMap(({ id, position }) => (position === undefined ? [] : [[id, position] as const])),
  );
}

/** Where a node is drawn is not part of what it says. */
function withoutPositions(definition: Json): Json {
  if (!isObject(definition)) return definition;
  const nodes = ownValue(definition, 'nodes');
  if (!Array.isArray(nodes)) return definition;
  return {
    ...definition,
    nodes: nodes.map((node: Json) => {
      if (!isObject(node)) return node;
      const { position: _, ...rest } = node;
      return rest;
    }),
  };
}

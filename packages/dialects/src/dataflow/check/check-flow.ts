// Checking the shape of a dataflow definition: keys, types, node types and their configs, all at once.
import { isObject, nativeKinds, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { Finding } from '../../diagnostics/finding.ts';
import { compileNative } from '../../native/compile-native.ts';
import { nodeConfigShapes } from '../../native/nodes/native-nodes.ts';
import { checkShape, createWalk, type Walk } from '../../shape/check-shape.ts';
import { boolean, nullable, type RecordShape } from '../../shape/shape.ts';
import { quotedShort } from '../../shape/describe.ts';
import { dataflowTypes, flowConfigShapes } from '../shape/dataflow-nodes.ts';
import { dataflowShape } from '../shape/dataflow-shape.ts';
import { isKnownTool, type KnownTools } from '../../dialect/known-tools.ts';
import { isShipped, nativeType, type Known } from '../read/native-type.ts';
import { readFlow, type FlowNode } from '../read/read-flow.ts';
import { inlineWorkflow } from '../../dialect/inline-workflow.ts';

export function checkFlow(definition: Json, known: Known): readonly Finding[] {
  const walk = createWalk({ isStored: known.isStored });
  checkShape(dataflowShape, definition, walk);
  if (!isObject(definition)) return walk.findings;
  checkMarks(definition, walk);
  for (const node of readFlow(definition).nodes) {
    walk.path.push('nodes', node.index);
    if (node.type !== '') checkNode(node, known, walk);
    walk.path.length = 0;
  }
  return walk.findings;
}

/** Of the metadata only one key is ours; the others belong to the author. */
function checkMarks(definition: JsonObject, walk: Walk): void {
  const edges = ownValue(definition, 'edges');
  if (!Array.isArray(edges)) return;
  for (const [index, edge] of edges.entries()) {
    const metadata = isObject(edge) ? ownValue(edge, 'metadata') : undefined;
    if (!isObject(metadata) || !Object.hasOwn(metadata, 'isContextEdge')) continue;
    walk.path.push('edges', index, 'metadata', 'isContextEdge');
    checkShape(nullable(boolean), metadata['isContextEdge'], walk);
    walk.path.length = 0;
  }
}

function checkNode(node: FlowNode, known: Known, walk: Walk): void {
  const native = nativeType(node.type, known);
  if (native === null) walk.findings.push(unknownType(node, known, walk));
  else if (isShipped(native, known)) checkFlowNode(node, known, walk);
  else if (native === node.type) {
    checkConfig(nodeConfigShapes.get(native), node, walk);
    checkInner(node, known, walk);
  }
}

function checkFlowNode(node: FlowNode, known: Known, walk: Walk): void {
  checkConfig(flowConfigShapes.get(node.type), node, walk);
  if (node.type === 'intentRouter') checkRoutes(node, walk);
  if (node.type === 'newContext' && node.id === 'main') walk.findings.push(mainTaken(walk));
  if (node.type === 'tools' && known.tools !== undefined) checkTools(node, known.tools, walk);
}

function checkConfig(shape: RecordShape | undefined, { config }: FlowNode, walk: Walk): void {
  if (shape === undefined) return;
  if (config === undefined) {
    checkShape(shape, {}, walk);
    return;
  }
  walk.path.push('config');
  checkShape(shape, config, walk);
  walk.path.pop();
}

/** A warning, because the process that validates need not be the one that runs. */
function checkTools({ config }: FlowNode, tools: KnownTools, walk: Walk): void {
  const wanted = config === undefined ? undefined : ownValue(config, 'tools');
  if (!Array.isArray(wanted)) return;
  for (const [place, name] of wanted.entries()) {
    if (typeof name !== 'string' || name === '' || isKnownTool(tools, name)) continue;
    const meant = walk.suggest(name, [...tools.names]);
    walk.findings.push({
      path: [...walk.path, 'config', 'tools', place],
      code: 'TOOL_NOT_REGISTERED',
      severity: 'warning',
      message: `No tool is registered under the name ${quotedShort(name)}.`,
      hint:
        meant === null
          ? 'Register it, or configure its server; until then no chat gets it.'
          : `Did you mean ${quotedShort(meant)}?`,
    });
  }
}

function unknownType({ type, typeKey }: FlowNode, known: Known, walk: Walk): Finding {
  const names = [
    ...dataflowTypes,
    ...nativeKinds.keys(),
    ...[...known.kinds.keys()].filter((name) => !nativeKinds.has(name) && !name.includes('.')),
    ...(known.functions ?? []),
  ];
  const meant = walk.suggest(type, names);
  return {
    path: [...walk.path, typeKey],
    code: 'UNKNOWN_NODE_TYPE',
    severity: 'error',
    message: `No node type is called ${quotedShort(type)}.`,
    hint:
      meant === null
        ? `Known types: ${[...dataflowTypes].join(', ')}, the native ones, and registered functions.`
        : `Did you mean ${quotedShort(meant)}?`,
  };
}

function checkRoutes({ config }: FlowNode, walk: Walk): void {
  const routes = config === undefined ? undefined : ownValue(config, 'routes');
  if (!isObject(routes) || Object.keys(routes).length > 0) return;
  walk.findings.push({
    path: [...walk.path, 'config', 'routes'],
    code: 'BAD_VALUE',
    severity: 'error',
    message: '"routes" has no intents, so the router has nothing to choose from.',
    hint: 'Add intents with their descriptions: { "billing": "questions about invoices" }.',
  });
}

function mainTaken(walk: Walk): Finding {
  return {
    path: [...walk.path, 'id'],
    code: 'BAD_VALUE',
    severity: 'warning',
    message: 'A new context is named after its node, and "main" is the context of the whole flow.',
    hint: 'Give the node another id; as it is, it continues "main".',
  };
}

/** A workflow inside a native node is native. */
function checkInner({ type, config }: FlowNode, known: Known, walk: Walk): void {
  const workflow = inlineWorkflow(type, config);
  if (workflow === undefined) return;
  const { kinds, functions, isStored = false } = known;
  const inner = compileNative(
    { ...workflow, skein: 1 },
    { kinds, isStored, ...(functions === undefined ? {} : { functions }) },
  );
  const path = [...walk.path, 'config', 'workflow'];
  for (const { pointer, code, severity, message, hint } of inner.diagnostics) {
    walk.findings.push({
      path: [...path, ...pointer.split('/').slice(1).map(unescapePart)],
      // The codes of the catalogue are all that compiling gives.
      code: code as Finding['code'],
      severity,
      message,
      hint,
    });
  }
}

function unescapePart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

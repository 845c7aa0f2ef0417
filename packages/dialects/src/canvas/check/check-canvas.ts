// What is wrong with a canvas
// Shapes first, then the relations of nodes and connections; everything at once, each at its place in the original document and in
// its terms.
import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import type { Finding } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';
import { checkShape, createWalk, type Walk } from '../../shape/check-shape.ts';
import { dataShapes } from '../shape/canvas-nodes.ts';
import { canvasShape } from '../shape/canvas-shape.ts';
import { checkHandles } from './check-handles.ts';
import { checkPlaceholders } from './check-placeholders.ts';
import { checkSubagents } from './check-subagents.ts';
import type { Canvas } from '../read/read-canvas.ts';

export function checkCanvas(definition: unknown, canvas: Canvas): readonly Finding[] {
  const walk = createWalk();
  checkShape(canvasShape, definition, walk);
  if (!isObject(definition)) return walk.findings;
  checkData(definition, walk);
  checkKeys(definition, walk);
  checkIds(canvas, walk.findings);
  checkStart(canvas, walk.findings);
  checkEnds(canvas, walk);
  checkHandles(canvas, walk.findings);
  checkPlaceholders(canvas, walk.findings);
  checkSubagents(canvas, walk.findings);
  return walk.findings;
}

/** The data of each node by its type, and the types themselves. */
function checkData(definition: JsonObject, walk: Walk): void {
  const nodes = ownValue(definition, 'nodes');
  if (!Array.isArray(nodes)) return;
  for (const [index, node] of nodes.entries()) {
    const type = isObject(node) ? ownValue(node, 'type') : undefined;
    if (!isObject(node) || typeof type !== 'string' || type === '') continue;
    const shape = dataShapes.get(type);
    const data = ownValue(node, 'data');
    walk.path.push('nodes', index);
    if (shape === undefined) walk.findings.push(unknownType(type, walk));
    else if (isObject(data)) {
      walk.path.push('data');
      checkShape(shape, data, walk);
    }
    walk.path.length = 0;
  }
}

function unknownType(type: string, { path, suggest }: Walk): Finding {
  const meant = suggest(type, [...dataShapes.keys()]);
  return {
    path: [...path, 'type'],
    code: 'UNKNOWN_NODE_TYPE',
    severity: 'error',
    message: `A canvas has no nodes of type ${quotedShort(type)}.`,
    hint: meant === null ? 'Use "start", "agent", "if" or "approval".' : `Did you mean "${meant}"?`,
  };
}

function checkKeys(definition: JsonObject, { findings }: Walk): void {
  if (!Object.hasOwn(definition, 'connections') || !Object.hasOwn(definition, 'edges')) return;
  findings.push({
    path: ['edges'],
    code: 'UNKNOWN_KEY',
    severity: 'warning',
    message: 'This canvas has "connections", so its "edges" are ignored.',
    hint: 'Keep all connections in one list.',
  });
}

function checkIds({ nodes, nodeById, connections, connectionsKey }: Canvas, findings: Finding[]) {
  for (const { id, index } of nodes) {
    const first = nodeById.get(id)?.index ?? index;
    if (first !== index) findings.push(duplicate('node', id, { first, index, list: 'nodes' }));
  }
  const firsts = new Map<string, number>();
  for (const { id, index } of connections) {
    if (id === null) continue;
    const first = firsts.get(id);
    if (first === undefined) firsts.set(id, index);
    else findings.push(duplicate('connection', id, { first, index, list: connectionsKey }));
  }
}

function duplicate(
  what: string,
  id: string,
  { first, index, list }: { readonly first: number; readonly index: number; readonly list: string },
): Finding {
  return {
    path: [list, index, 'id'],
    code: 'DUPLICATE_ID',
    severity: 'error',
    message: `Two ${what}s have the id ${quotedShort(id)}: number ${first} and number ${index} of "${list}".`,
    hint: `Give one of them another id${what === 'node' ? '' : ', or leave the id out'}.`,
  };
}

function checkStart({ nodes }: Canvas, findings: Finding[]): void {
  const [first, ...others] = nodes.filter(({ type }) => type === 'start');
  if (first === undefined) {
    findings.push({
      path: [],
      code: 'NO_ENTRY',
      severity: 'error',
      message: 'This canvas has no node of type "start", so a run has no place to begin.',
      hint: 'Add a node of type "start" and connect it.',
    });
  }
  for (const { id, index } of others) {
    findings.push({
      path: ['nodes', index],
      code: 'SEVERAL_STARTS',
      severity: 'error',
      message: `A canvas has exactly one start, but beside ${quotedShort(first?.id ?? '')} there is ${quotedShort(id)}.`,
      hint: 'Remove it, and connect the other start to its targets.',
    });
  }
}

function checkEnds({ nodeById, connections, connectionsKey }: Canvas, walk: Walk): void {
  const ids = [...nodeById.keys()];
  for (const connection of connections) {
    for (const end of ['source', 'target'] as const) {
      const id = connection[end];
      if (nodeById.has(id)) continue;
      // Suggestions compare with every id, and a large canvas has too many.
      const meant = ids.length > 1_000 ? null : walk.suggest(id, ids);
      walk.findings.push({
        path: [connectionsKey, connection.index, end],
        code: 'EDGE_END_MISSING',
        severity: 'error',
        message: `The connection number ${connection.index} ${end === 'source' ? 'comes from' : 'leads to'} ${quotedShort(id)}, which is not in "nodes".`,
        hint:
          meant === null
            ? 'Add a node with that id, or remove the connection.'
            : `Did you mean ${quotedShort(meant)}?`,
      });
    }
  }
}

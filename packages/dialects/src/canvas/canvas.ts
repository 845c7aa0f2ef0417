// The dialect canvas
// A graph of start, agent, if and approval nodes drawn on a canvas, with agents as tools of other agents. Every type is a
// native node type; only the notation, the gate and the log are its own.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { Dialect } from '../dialect/dialect.ts';
import { canvasJsonSchema } from './shape/canvas-json-schema.ts';
import { dataShapes } from './shape/canvas-nodes.ts';
import { compileCanvas, compileCanvasInParts } from './compile/compile-canvas.ts';
import { exportCanvas } from './export/export-canvas.ts';
import { handleOfPort } from './read/handles.ts';
import { viewCanvas } from './view/view-canvas.ts';

export const canvas: Dialect = {
  name: 'canvas',
  kinds: [],
  detect: detectCanvas,
  schema: canvasJsonSchema,
  diagnose: (definition, options) => compileCanvas(definition, options).diagnostics,
  compile: compileCanvas,
  compileInParts: compileCanvasInParts,
  export: exportCanvas,
  view: viewCanvas,
  portName: handleOfPort,
};

/** Only a canvas has `connections`; a graph with edges is a canvas if all its nodes have canvas types. */
function detectCanvas(definition: JsonObject): boolean {
  const nodes = ownValue(definition, 'nodes');
  if (!Array.isArray(nodes)) return false;
  if (Array.isArray(ownValue(definition, 'connections'))) return true;
  return nodes.length > 0 && nodes.every(isCanvasNode);
}

function isCanvasNode(node: Json): boolean {
  const type = isObject(node) ? ownValue(node, 'type') : undefined;
  return typeof type === 'string' && dataShapes.has(type);
}

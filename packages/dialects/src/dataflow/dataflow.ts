// The dataflow dialect
// Nodes with named inputs and outputs, edges that map one to the other, and conversations that travel along.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { Dialect } from '../dialect/dialect.ts';
import { compileDataflow, compileDataflowInParts } from './compile/compile-dataflow.ts';
import { dataflowJsonSchema } from './shape/dataflow-json-schema.ts';
import { dataflowKinds } from './shape/dataflow-nodes.ts';
import { exportDataflow } from './export/export-dataflow.ts';
import { viewDataflow } from './view/view-dataflow.ts';

export const dataflow: Dialect = {
  name: 'dataflow',
  kinds: dataflowKinds,
  detect: isDataflow,
  schema: dataflowJsonSchema,
  diagnose: (definition, options) => compileDataflow(definition, options).diagnostics,
  compile: compileDataflow,
  compileInParts: compileDataflowInParts,
  export: exportDataflow,
  view: viewDataflow,
};

/** Checked last: only its nodes and edges distinguish it. Edges with other keys are native ones without "skein". */
function isDataflow(definition: JsonObject): boolean {
  const nodes = ownValue(definition, 'nodes');
  const edges = ownValue(definition, 'edges');
  if (!Array.isArray(nodes)) return false;
  if (Array.isArray(edges) && edges.length > 0) return !hasKey(edges[0] as Json, 'from');
  return Array.isArray(edges) || hasKey((nodes[0] ?? null) as Json, 'nodeType');
}

function hasKey(value: Json, key: string): boolean {
  return isObject(value) && Object.hasOwn(value, key);
}

// A definition without its layout
// `studio` is layout only where a workflow has it: at the top and in workflows inside nodes. The same word as a key of some
// arguments is data.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { inlineWorkflow } from './inline-workflow.ts';

export function withoutLayout(definition: Json): Json {
  if (!isObject(definition)) return definition;
  const { studio: _, ...rest } = definition;
  const nodes = ownValue(definition, 'nodes');
  // The spread and this key keep `__proto__` as data: both define properties instead of assigning them.
  return Array.isArray(nodes) ? { ...rest, nodes: nodes.map(nodeWithoutLayout) } : rest;
}

function nodeWithoutLayout(node: Json): Json {
  if (!isObject(node)) return node;
  const config = ownValue(node, 'config');
  const workflow = inlineWorkflow(ownValue(node, 'type'), config);
  if (workflow === undefined) return node;
  return { ...node, config: { ...(config as JsonObject), workflow: withoutLayout(workflow) } };
}

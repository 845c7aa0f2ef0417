// A definition without its layout
// `studio` is layout only where a workflow has it: at the top and in workflows inside nodes. The same word as a key of some
// arguments is data.
import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import { inlineWorkflow } from './inline-workflow.ts';

/** The same object when it has none: copying half a million keys takes seconds. */
export function withoutLayout(definition: Json): Json {
  if (!isObject(definition)) return definition;
  const nodes = ownValue(definition, 'nodes');
  const stripped = Array.isArray(nodes) ? nodes.map(nodeWithoutLayout) : [];
  const isSame = Array.isArray(nodes) ? stripped.every((node, i) => node === nodes[i]) : true;
  if (isSame && !Object.hasOwn(definition, 'studio')) return definition;
  const rest: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(definition)) {
    // A key like `__proto__` stays data.
    if (key !== 'studio') setOwn(rest, key, key === 'nodes' && !isSame ? stripped : value);
  }
  return rest;
}

function nodeWithoutLayout(node: Json): Json {
  if (!isObject(node)) return node;
  const config = ownValue(node, 'config');
  const workflow = inlineWorkflow(ownValue(node, 'type'), config);
  if (workflow === undefined) return node;
  const inner = withoutLayout(workflow);
  if (inner === workflow) return node;
  // It has an inline workflow, so it is an object.
  return { ...node, config: { ...(config as JsonObject), workflow: inner } };
}

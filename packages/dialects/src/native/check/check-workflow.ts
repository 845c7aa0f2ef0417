// Checking the shape of one workflow
// Keys, types and values of a definition and of its nodes' configs, all at once. Inline workflows are listed by `inlineWorkflows`
// and checked by whoever compiles, since they need the whole treatment.
import {
  isObject,
  MAP_ITEMS_MAX,
  ownValue,
  partLength,
  type Json,
  type JsonObject,
  type LongWork,
} from '@skein/kernel';
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { checkShape, createWalk, type Walk } from '../../shape/check-shape.ts';
import { nodeConfigShapes } from '../nodes/native-nodes.ts';
import { inlineWorkflowShape, workflowShape } from '../shape/workflow-shape.ts';
import { checkHttp } from './check-http.ts';
import { checkNotify } from './check-notify.ts';
import { checkPublish } from './check-publish.ts';
import { checkTools } from './check-tools.ts';
import { checkZones } from './check-zones.ts';
import { checkTriggers } from '../../triggers/check-trigger.ts';
import { inlineWorkflow } from '../../dialect/inline-workflow.ts';

export function* checkWorkflow(
  definition: unknown,
  {
    place,
    isStored,
  }: { readonly place: 'file' | 'inline'; readonly isStored?: boolean | undefined },
): LongWork<readonly Finding[]> {
  const walk = createWalk({ isStored });
  checkShape(place === 'file' ? workflowShape : inlineWorkflowShape, definition, walk);
  let checked = 0;
  for (const { node, path } of nodesOf(definition)) {
    if (checked++ % partLength === 0) yield;
    walk.path.push(...path);
    checkConfig(node, walk);
    checkCount(node, walk);
    checkItems(node, walk);
    walk.findings.push(...checkNotify(node, path), ...checkHttp(node, path));
    walk.findings.push(...checkZones(node, path));
    walk.path.length = 0;
  }
  // Checked to be JSON by whoever compiles.
  const json = definition as Json;
  walk.findings.push(...checkTriggers(json), ...checkTools(json), ...checkPublish(json));
  return walk.findings;
}

/** The nodes that can be looked into, whatever else is wrong with the definition. */
export function* nodesOf(
  definition: unknown,
): Generator<{ readonly node: JsonObject; readonly path: Path }> {
  const nodes = isObject(definition) ? ownValue(definition, 'nodes') : undefined;
  if (!Array.isArray(nodes)) return;
  for (let i = 0; i < nodes.length; i++) {
    const node: Json = nodes[i] as Json;
    if (isObject(node)) yield { node, path: ['nodes', i] };
  }
}

/** The workflows written inside nodes of this one, each with the way to it. */
export function* inlineWorkflows(
  definition: unknown,
): Generator<{ readonly workflow: JsonObject; readonly path: Path }> {
  for (const { node, path } of nodesOf(definition)) {
    const workflow = inlineWorkflow(ownValue(node, 'type'), ownValue(node, 'config'));
    if (workflow !== undefined) yield { workflow, path: [...path, 'config', 'workflow'] };
  }
}

const noConfig: JsonObject = {};

function checkConfig(node: JsonObject, walk: Walk): void {
  const type = ownValue(node, 'type');
  const shape = typeof type === 'string' ? nodeConfigShapes.get(type) : undefined;
  if (shape === undefined) return;
  const config = ownValue(node, 'config');
  if (config === undefined) {
    checkShape(shape, noConfig, walk);
  } else if (isObject(config)) {
    walk.path.push('config');
    checkShape(shape, config, walk);
    walk.path.pop();
  }
}

function checkCount(node: JsonObject, walk: Walk): void {
  if (ownValue(node, 'join') !== 'n-of' || Object.hasOwn(node, 'n')) return;
  walk.findings.push({
    path: [...walk.path],
    code: 'MISSING_KEY',
    severity: 'error',
    message: 'A node with the join "n-of" needs the key "n", which is missing.',
    hint: 'Add "n": how many edges must bring a value, or use the join "any" or "all".',
  });
}

/** A list that is written down; one that is computed is counted when the node runs. */
function checkItems(node: JsonObject, walk: Walk): void {
  const config = ownValue(node, 'config');
  if (ownValue(node, 'type') !== 'map' || !isObject(config)) return;
  const items = ownValue(config, 'items');
  if (!Array.isArray(items) || items.length <= MAP_ITEMS_MAX) return;
  walk.findings.push({
    path: [...walk.path, 'config', 'items'],
    code: 'TOO_MANY_ITEMS',
    severity: 'error',
    message: `"items" has ${items.length} items; a map takes at most ${MAP_ITEMS_MAX}.`,
    hint: 'Give each child a part of the list, or split it over several maps.',
  });
}

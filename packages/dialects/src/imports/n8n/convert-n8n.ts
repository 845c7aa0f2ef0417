// n8n to native
// Reads the file, converts node after node by the table, connects the pieces, and writes the definition with its layout. Nothing of the
// file is executed.
import {
  isObject,
  listAt,
  objectAt,
  pointer,
  setOwn,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import type { Imported, ImportOptions } from '../importer.ts';
import { allBelow, isHelper } from './context/helpers-of.ts';
import { subagentPiece } from './agents/subagent.ts';
import { toolWorkflows } from './agents/tool-workflows.ts';
import { connectPieces, writtenEdge, writtenNode } from './assembly/connect-pieces.ts';
import { convertNode } from './assembly/convert-node.ts';
import { loseOf, loseOfWorkflow, type Conversion } from './context/conversion.ts';
import { loseUnsaid } from './assembly/lose-unsaid.ts';
import { makeValid } from './assembly/make-valid.ts';
import { nameNodes } from './context/name-nodes.ts';
import type { NativeEdge, NativeNode, Piece } from './context/piece.ts';
import { findSingles } from './context/single-items.ts';
import { studioOf } from './assembly/studio-of.ts';
import { triggersOf } from './assembly/write-triggers.ts';
import { converterOf } from './assembly/node-converters.ts';
import { documentOf, type FoundDocument } from './read/read-document.ts';
import type { N8nNode, N8nWorkflow } from './read/n8n-workflow.ts';
import { readWorkflow } from './read/read-workflow.ts';

/** How many workflows may stand in each other. */
const DEPTH_MAX = 5;

export function convertN8n(source: Json, options: ImportOptions): Imported {
  return convertAt(source, options, 1);
}

function convertAt(source: Json, { name }: ImportOptions, depth: number): Imported {
  const found = documentOf(source);
  if (found === null) throw new Error('only what is recognised is converted');
  const workflow = readWorkflow(found);
  const conversion = createConversion(
    workflow,
    depth >= DEPTH_MAX ? null : (inner, title) => convertAt(inner, { name: title }, depth + 1),
  );
  nameStrangers(conversion, found);
  nameOddities(conversion, found.path);
  const pieces = convertNodes(conversion);
  const triggers = triggersOf(conversion, pieces);
  const { edges, runsForEach } = connectPieces(workflow, pieces);
  const nodes = [...triggers.nodes, ...[...pieces.values()].flatMap((piece) => piece.nodes)];
  const settled = nodes.map((node) => settle(conversion, node, runsForEach));
  const inner: readonly NativeEdge[] = [...pieces.values()].flatMap((piece) => piece.edges);
  const title = workflow.name === '' ? (name ?? 'Imported from n8n') : workflow.name;
  const named = workflow.id === '' ? {} : { id: workflow.id };
  const definition: { [key: string]: Json } = { skein: 1, ...named, name: title };
  definition['policy'] = policyOf(workflow);
  definition['entry'] = triggers.entry;
  definition['nodes'] = settled.map(writtenNode);
  definition['edges'] = [...triggers.edges, ...inner, ...edges].map(writtenEdge);
  Object.assign(definition, triggers.keys, stateOf(conversion));
  if (conversion.tools.size > 0) definition['tools'] = Object.fromEntries(conversion.tools);
  definition['studio'] = studioOf(conversion, {
    pieces,
    origin: originOf(conversion, pieces),
    helpers: triggers.nodes,
  });
  const valid = makeValid(conversion, definition, pieces);
  const more = [...toolWorkflows(conversion, objectAt(valid, 'tools')), ...conversion.called];
  loseUnsaid(conversion, { definition: valid, more, pieces });
  return {
    definition: valid,
    more,
    losses: conversion.losses,
    bindings: [...conversion.bindings.values()],
    secrets: [...conversion.secrets].toSorted(),
  };
}

function createConversion(
  workflow: N8nWorkflow,
  convertWithin: Conversion['convertWithin'],
): Conversion {
  const ids = nameNodes(workflow.nodes);
  return {
    workflow,
    ids,
    singles: findSingles(workflow),
    takenIds: new Set(ids.values()),
    losses: [],
    bindings: new Map(),
    secrets: new Set(),
    accounts: new Map(),
    variables: new Set(),
    remembered: new Set(),
    tools: new Map(),
    toolNames: new Map(),
    state: new Map(),
    subagents: new Set(),
    convertWithin,
    within: new Map(),
    called: [],
  };
}

function isNote({ type }: N8nNode): boolean {
  return type === 'stickyNote';
}

function convertNodes(conversion: Conversion): ReadonlyMap<N8nNode, Piece> {
  const { workflow } = conversion;
  const pieces = new Map<N8nNode, Piece>();
  const agents: N8nNode[] = [];
  for (const node of workflow.nodes) {
    if (isNote(node)) continue;
    if (!isHelper(workflow, node))
      pieces.set(node, convertNode(conversion, node, converterOf(node)));
    else if (node.type === 'langchain.agentTool') agents.push(node);
  }
  // A helper that stands below no node is one by itself.
  const below = new Set([...pieces.keys()].flatMap((node) => allBelow(workflow, node)));
  for (const node of workflow.nodes) {
    if (isNote(node) || pieces.has(node) || below.has(node)) continue;
    pieces.set(node, convertNode(conversion, node, converterOf(node)));
    for (const helper of allBelow(workflow, node)) below.add(helper);
  }
  // Only those that an agent can reach: a subagent without an agent is no node that could run.
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const node of agents) {
      if (pieces.has(node) || !conversion.subagents.has(conversion.ids.get(node) ?? '')) continue;
      pieces.set(node, subagentPiece(conversion, node));
      isChanged = true;
    }
  }
  return pieces;
}

function settle(
  conversion: Conversion,
  node: NativeNode,
  runsForEach: ReadonlySet<string>,
): NativeNode {
  const settings: { [key: string]: Json } = { ...node.settings };
  if (runsForEach.has(node.id) && settings['join'] === undefined) settings['join'] = 'each';
  for (const remembered of conversion.remembered) {
    if (conversion.ids.get(remembered) === node.id) settings['remember'] = node.id;
  }
  return { ...node, settings };
}

/** One node at a time, as n8n does; breadth first where it goes by the order of the connections. */
function policyOf({ isDepthFirst, settings }: N8nWorkflow): JsonObject {
  const policy: { [key: string]: Json } = { concurrency: 1 };
  if (!isDepthFirst) policy['schedule'] = 'superstep';
  const timeout = settings['executionTimeout'];
  if (typeof timeout === 'number' && timeout > 0) policy['timeoutMs'] = Math.trunc(timeout * 1000);
  return policy;
}

function stateOf(conversion: Conversion): JsonObject {
  const { state, variables } = conversion;
  const result: { [key: string]: Json } = Object.fromEntries(state);
  if (variables.size > 0) {
    const names = [...variables].toSorted();
    result['variables'] = Object.fromEntries(names.map((name) => [name, null]));
    loseOfWorkflow(conversion, '', {
      kind: 'binding',
      message: `Expressions read the variables ${names.join(', ')} of the installation.`,
      hint: 'Fill them in under "state.variables" of the definition; secrets belong into the "auth" of http nodes.',
    });
  }
  return Object.keys(result).length === 0 ? {} : { state: result };
}

/** Which nodes of n8n a native node stands for: helpers are parts of the node above them. */
function originOf({ workflow, ids }: Conversion, pieces: ReadonlyMap<N8nNode, Piece>): JsonObject {
  const origin: { [id: string]: Json } = {};
  for (const [node, piece] of pieces) {
    const below = allBelow(workflow, node).map((helper) => helper.name);
    const names = [node.name, ...new Set(below)];
    for (const native of piece.nodes) {
      setOwn(
        origin,
        native.id,
        native.id === ids.get(node) || native.type !== 'transform' ? names : [node.name],
      );
    }
  }
  return origin;
}

/** Entries that are not nodes at all. */
function nameStrangers(conversion: Conversion, { document, path }: FoundDocument): void {
  for (const [index, entry] of listAt(document, 'nodes').entries()) {
    if (isObject(entry)) continue;
    loseOfWorkflow(conversion, pointer(...path, 'nodes', index), {
      kind: 'invalid',
      message: `Entry ${index + 1} of "nodes" is not a node.`,
      hint: 'Export the workflow again if something is missing.',
    });
  }
}

/** What is odd about the file as a whole. */
function nameOddities(conversion: Conversion, path: readonly (string | number)[]): void {
  const { workflow } = conversion;
  for (const { from, to, pointer: place } of workflow.dangling) {
    loseOfWorkflow(conversion, place, {
      kind: 'dangling-edge',
      message: `An edge leads from "${from}" to "${to}", and one of them is not in the file.`,
      hint: 'n8n ignores it too: connect the nodes if something is missing.',
    });
  }
  const seen = new Set<string>();
  for (const node of workflow.nodes) {
    if (!isNote(node) && seen.has(node.name)) {
      loseOf(conversion, node, {
        kind: 'duplicate-name',
        message: `Two nodes are called "${node.name}"; edges and expressions belong to the first.`,
        hint: 'Connect the second one, or remove it.',
      });
    }
    seen.add(node.name);
  }
  if (
    typeof workflow.settings['errorWorkflow'] === 'string' &&
    workflow.settings['errorWorkflow'] !== ''
  ) {
    loseOfWorkflow(conversion, pointer(...path, 'settings', 'errorWorkflow'), {
      kind: 'error-workflow',
      message: `When it fails, n8n starts the workflow ${workflow.settings['errorWorkflow']}.`,
      hint: 'Add error edges to the nodes that may fail, or let telemetry tell about failed runs.',
    });
  }
  for (const [name, value] of Object.entries(workflow.pins)) {
    if (!Array.isArray(value) && !isObject(value)) continue;
    if (workflow.nodes.some((node) => node.name === name)) continue;
    loseOfWorkflow(conversion, pointer(...path, 'pinData', name), {
      kind: 'pin',
      message: `Data is pinned to "${name}", which is not in the file.`,
      hint: 'Nothing is to be done: pinned data is for trying out only.',
    });
  }
}

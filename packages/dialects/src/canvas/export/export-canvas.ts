// A native workflow as a canvas
// Works on any workflow, whoever wrote it. What a canvas cannot express is listed as a loss and never dropped silently: a node
// without a counterpart is removed with its edges, everything else is expressed as closely as possible.
//
// O1. Exporting what compiling a canvas gave, and compiling that again, gives the same workflow.
import {
  isObject,
  ownValue,
  setOwn,
  type Json,
  type JsonObject,
  type Workflow,
  type WorkflowNode,
} from '@skein/kernel';
import { toDiagnostic } from '../../diagnostics/finding.ts';
import { exportDrawing } from '../../dialect/drawing.ts';
import { inertText } from '../../diagnostics/inert-text.ts';
import type { Exported } from '../../dialect/dialect.ts';
import { quotedShort } from '../../shape/describe.ts';
import { approvalsBefore } from '../read/approval-notes.ts';
import { exportEdges } from './export-edges.ts';
import { exportNode, type NodeRole } from './export-node.ts';
import type { ExportedNode, ReportLoss } from './exported-node.ts';

export function exportCanvas(workflow: Workflow): Exported {
  const losses: Exported['losses'][number][] = [];
  const report: ReportLoss = (path, message) => {
    losses.push(
      toDiagnostic({
        path,
        code: 'EXPORT_LOSS',
        severity: 'warning',
        message: inertText(message),
        hint: 'Keep the native definition beside the exported one, or change this before exporting.',
      }),
    );
  };
  const start = findStart(workflow);
  const nodes = exportNodes(workflow, start, report);
  const entry = start ?? addStart(workflow, nodes);
  const connections = exportEdges(workflow, nodes, report);
  const added = start === null ? entryConnections(workflow, nodes, entry) : [];
  reportTop(workflow, report);
  const definition: JsonObject = {
    ...topOf(workflow),
    nodes: [
      ...(start === null ? [{ id: entry, type: 'start' }] : []),
      ...[...nodes.values()].map(({ json }) => json),
    ],
    connections: [...added, ...connections],
    ...exportDrawing(workflow),
  };
  return { definition, losses };
}

function topOf({ id, name, description, policy = {} }: Workflow): JsonObject {
  const { whileWaiting = 'continue', ...rest } = policy;
  // A canvas pauses while a person is asked unless it says otherwise; native continues.
  const said = whileWaiting === 'hold' ? rest : { ...rest, whileWaiting };
  return {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    // A policy is JSON.
    ...(Object.keys(said).length === 0 ? {} : { policy: said as JsonObject }),
  };
}

function reportTop(workflow: Workflow, report: ReportLoss): void {
  for (const key of ['trigger', 'triggers'] as const) {
    if ((workflow[key] ?? null) === null) continue;
    report([key], 'A canvas has no trigger: its runs are started by hand.');
  }
}

/** The id of the one node that a run begins with, when a canvas start can stand for it. */
function findStart(workflow: Workflow): string | null {
  const [only, ...others] = entriesOf(workflow);
  if (only === undefined || others.length > 0) return null;
  return isStart(only, workflow) ? only.id : null;
}

function entriesOf({ entry, nodes, edges = [] }: Workflow): readonly WorkflowNode[] {
  if (entry !== undefined) return nodes.filter(({ id }) => entry.includes(id));
  const starts = nodes.filter(({ type }) => type === 'start');
  if (starts.length > 0) return starts;
  const reached = new Set<string>();
  const subagents = new Set<string>();
  for (const { to, kind = 'flow', loop } of edges) {
    if (kind === 'subagent') subagents.add(to);
    else if (loop !== true) reached.add(to);
  }
  return nodes.filter(({ id }) => !reached.has(id) && !subagents.has(id));
}

function isStart({ type, id }: WorkflowNode, { nodes }: Workflow): boolean {
  // Two starts cannot both stay, whoever is named as the entry.
  if (nodes.some((other) => other.type === 'start' && other.id !== id)) return false;
  return type === 'start' || type === 'transform';
}

function exportNodes(
  workflow: Workflow,
  start: string | null,
  report: ReportLoss,
): ReadonlyMap<string, ExportedNode> {
  const exported = new Map<string, ExportedNode>();
  const roleOf = rolesOf(workflow, start);
  const positions = ownValue(workflow.studio ?? {}, 'positions');
  for (const [index, node] of workflow.nodes.entries()) {
    if (node.derived === true) continue;
    const path = ['nodes', index] as const;
    const made = exportNode(node, roleOf(node.id), (inner, message) =>
      report([...path, ...inner], message),
    );
    if (made === null) {
      report(
        path,
        `A canvas has no counterpart of ${quotedShort(node.id)}, a node of type ${quotedShort(node.type)}: it is left out, with its edges.`,
      );
      continue;
    }
    const place = isObject(positions) ? ownValue(positions, node.id) : undefined;
    exported.set(node.id, { ...made, json: withPlace(made.json, place) });
  }
  return exported;
}

function rolesOf({ nodes, edges = [] }: Workflow, start: string | null): (id: string) => NodeRole {
  const subagents = new Set<string>();
  const parents = new Set<string>();
  const incoming = new Map<string, number>();
  for (const { from, to, kind = 'flow' } of edges) {
    if (kind === 'flow') incoming.set(to, (incoming.get(to) ?? 0) + 1);
    else {
      parents.add(from);
      subagents.add(to);
    }
  }
  const approvals = approvalsBefore({
    nodes: nodes.map(({ id, type }) => ({ id, role: roleOf(type) })),
    edges: edges.filter(({ kind = 'flow' }) => kind === 'flow'),
  });
  return (id) => ({
    approvals: approvals(id),
    isStart: id === start,
    isSubagent: subagents.has(id),
    hasSubagents: parents.has(id),
    incoming: incoming.get(id) ?? 0,
  });
}

function roleOf(type: string): 'approval' | 'condition' | 'other' {
  if (type === 'approval') return type;
  return type === 'if' || type === 'switch' ? 'condition' : 'other';
}

function withPlace(node: JsonObject, place: Json | undefined): JsonObject {
  if (!isObject(place)) return node;
  const { id, type, ...rest } = node;
  const placed: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries({ id, type })) {
    if (value !== undefined) setOwn(placed, key, value);
  }
  for (const axis of ['x', 'y']) {
    const value = ownValue(place, axis);
    if (typeof value === 'number') placed[axis] = value;
  }
  return { ...placed, ...rest };
}

/** A start that passes the input of the run on to what began it natively. */
function addStart({ nodes }: Workflow, exported: ReadonlyMap<string, ExportedNode>): string {
  const ids = new Set([...nodes.map(({ id }) => id), ...exported.keys()]);
  let id = 'start';
  for (let suffix = 2; ids.has(id); suffix++) id = `start_${suffix}`;
  return id;
}

function entryConnections(
  workflow: Workflow,
  exported: ReadonlyMap<string, ExportedNode>,
  source: string,
): readonly JsonObject[] {
  return entriesOf(workflow)
    .filter(({ id }) => exported.has(id))
    .map(({ id }) => ({ source, target: id }));
}

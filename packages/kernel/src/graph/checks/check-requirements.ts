import { pointer } from '../../definition.ts';
import type { Compilation, NodeDraft } from '../compile/compilation.ts';
import { quoted, quotedList } from '../compile/quoted.ts';
import { at } from '../digraph/digraph.ts';
import { dominates, isReached, type DominatorTree } from '../digraph/dominator-tree.ts';
import type { GraphEdge } from '../graph.ts';
import { mustFollow, type Certainty } from './certainty.ts';

/** An input that a node must have, or a group of which one is enough. */
export interface Requirement {
  readonly node: NodeDraft;
  readonly ports: readonly string[];
  readonly pointer: string;
  /** The edges that can deliver it. */
  readonly edges: readonly GraphEdge[];
}

export function findRequirements(
  { workflow, nodes }: Compilation,
  tree: DominatorTree,
): readonly Requirement[] {
  const requirements: Requirement[] = [];
  for (const node of nodes) {
    const { index, required, requireOneOf } = node;
    if (required.length + requireOneOf.length === 0 || !isReached(tree, index)) continue;
    const definition = workflow.nodes[index];
    const declared = definition?.input ?? {};
    const groupsDeclared = definition?.requireOneOf?.length ?? 0;
    const byPort = Map.groupBy(node.incoming, (edge) => edge.in);
    const add = (ports: readonly string[], ...path: readonly (string | number)[]) => {
      const edges = ports.flatMap((port) => byPort.get(port) ?? []);
      requirements.push({ node, ports, pointer: pointer('nodes', index, ...path), edges });
    };
    for (const port of required) {
      if (Object.hasOwn(declared, port)) add([port], 'input', port);
      else add([port]);
    }
    for (const [place, ports] of requireOneOf.entries()) {
      if (place < groupsDeclared) add(ports, 'requireOneOf', place);
      else add(ports);
    }
  }
  return requirements;
}

/** Warns where a required input has no edge, or where its edges may not fire although the node is reached. */
export function checkRequirements(
  compilation: Compilation,
  requirements: readonly Requirement[],
  { certainty, entries }: { readonly certainty: Certainty; readonly entries: readonly NodeDraft[] },
): void {
  const isEntry = new Set(entries);
  for (const [index, requirement] of requirements.entries()) {
    const { node, edges } = requirement;
    const goal = at(certainty.branches.goals, index);
    if (edges.length === 0) {
      // An entry node gets its input from the start of the run.
      if (!isEntry.has(node)) reportUnconnected(compilation, requirement);
    } else if (!isCertain(certainty, { node, goal, isEntry: isEntry.has(node) })) {
      reportStarving(compilation, requirement);
    }
  }
}

interface Question {
  readonly node: NodeDraft;
  readonly goal: number;
  readonly isEntry: boolean;
}

/** Whether the goal is reached whatever started the node. */
function isCertain(certainty: Certainty, { node, goal, isEntry }: Question): boolean {
  const { branches, tree, origin } = certainty;
  if (!isReached(tree, goal)) return false;
  // Usually one answer holds for all: the goal is certain from something that every path to the node passes.
  const first = at(origin, goal);
  if (first >= 0 && dominates(tree, first, at(tree.immediate, node.index))) return true;
  if (isEntry && !mustFollow(certainty, goal, branches.root)) return false;
  return node.joinEdges.every(({ index }) => {
    const start = at(branches.firedBy, index);
    return !isReached(tree, start) || mustFollow(certainty, goal, start);
  });
}

function reportStarving({ diagnostics }: Compilation, requirement: Requirement): void {
  const node = quoted(requirement.node.id);
  const from = [...new Set(requirement.edges.map((edge) => edge.from.id))];
  diagnostics.push({
    code: 'JOIN_MAY_STARVE',
    severity: 'warning',
    pointer: requirement.pointer,
    message: `${node} requires the input ${namesOf(requirement)} from ${quotedList(from, 3)}, which may not come although ${node} is reached; it is skipped then.`,
    hint: 'Make the input optional, or let the same branch decide about all of its inputs.',
  });
}

function reportUnconnected({ diagnostics }: Compilation, requirement: Requirement): void {
  diagnostics.push({
    code: 'REQUIRED_UNCONNECTED',
    severity: 'warning',
    pointer: requirement.pointer,
    message: `${quoted(requirement.node.id)} requires the input ${namesOf(requirement)}, but no edge brings it; the node is always skipped.`,
    hint: 'Add an edge whose "in" is this input, or make the input optional.',
  });
}

function namesOf({ ports }: Requirement): string {
  return ports.map(quoted).join(' or ');
}

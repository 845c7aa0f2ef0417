// Warns about references that can never resolve. Sound: what could be read in any run, however unlikely, is not reported.
import type { Reference } from '../../references/template.ts';
import {
  didYouMean,
  type Compilation,
  type NodeDraft,
  type ReferencePlace,
} from '../compile/compilation.ts';
import type { FlowGraph } from '../compile/flow-graph.ts';
import { quoted } from '../compile/quoted.ts';
import { at } from '../digraph/digraph.ts';
import { dominates, isReached, type DominatorTree } from '../digraph/dominator-tree.ts';
import type { StrongComponents } from '../digraph/strong-components.ts';

export interface KnownFlow {
  readonly flow: FlowGraph;
  readonly tree: DominatorTree;
  readonly components: StrongComponents;
  /** 1 by index of a reached node; null when the wiring is broken, so that nothing can be said about order. */
  readonly reached: Int32Array | null;
  readonly entries: readonly NodeDraft[];
  readonly limitNode: NodeDraft | null;
}

export function checkReferences(compilation: Compilation, known: KnownFlow): void {
  if (compilation.places.length === 0) return;
  const mayRepeat = known.reached === null ? null : findRepeating(compilation, known);
  for (const place of compilation.places) {
    const named = new Set<string>();
    for (const reference of place.references) {
      const { source } = reference;
      if (source.kind === 'local') checkRemembered(compilation, place, reference);
      if (source.kind !== 'node' || named.has(source.node)) continue;
      const problem = findProblem(compilation, known, { place, reference, mayRepeat });
      if (problem === null) continue;
      named.add(source.node);
      compilation.diagnostics.push({
        code: 'UNKNOWN_REFERENCE',
        severity: 'warning',
        pointer: place.pointer,
        ...problem,
      });
    }
  }
}

/** A name that nothing is remembered under. */
function checkRemembered(
  { nodes, diagnostics }: Compilation,
  place: ReferencePlace,
  { source, text }: Reference,
): void {
  const name = source.kind === 'local' ? source.remembered : undefined;
  if (name === undefined || nodes.some(({ remember }) => remember === name)) return;
  const names = [...new Set(nodes.flatMap(({ remember }) => remember ?? []))];
  diagnostics.push({
    code: 'UNKNOWN_REFERENCE',
    severity: 'warning',
    pointer: place.pointer,
    message: `The reference ${quoted(text)} reads what no node remembers.`,
    hint:
      names.length === 0
        ? `Give the node that it comes from "remember": ${quoted(name)}.`
        : `Remembered are: ${names.map((each) => quoted(each)).join(', ')}.`,
  });
}

interface Question {
  readonly place: ReferencePlace;
  readonly reference: Reference;
  readonly mayRepeat: Int32Array | null;
}

function findProblem(
  compilation: Compilation,
  { tree, reached }: KnownFlow,
  { place, reference, mayRepeat }: Question,
): { message: string; hint: string } | null {
  const id = reference.source.kind === 'node' ? reference.source.node : '';
  const text = quoted(reference.text);
  const target = compilation.nodeById.get(id);
  if (target === undefined) {
    const near = didYouMean(compilation, id, compilation.nodeById.keys());
    return {
      message: `The reference ${text} names ${quoted(id)}, which is not in "nodes".`,
      hint: `${near}Name the id of a node, or one of trigger, inputs, previous, context, now, state.`,
    };
  }
  // A status can always be read: the status of a node that did not run is `idle`.
  if (reached === null || mayRepeat === null || reference.select === 'status') return null;
  if (at(reached, place.node) === 0) return null;
  if (at(reached, target.index) === 0) {
    return {
      message: `The reference ${text} reads ${quoted(id)}, which no run reaches.`,
      hint: `Add an edge that leads to ${quoted(id)}, or refer to another node.`,
    };
  }
  if (at(mayRepeat, place.node) === 1) return null;
  if (!dominates(tree, place.node, target.index)) return null;
  const isSelf = target.index === place.node;
  if (isSelf && place.isAfter) return null;
  const reader = quoted(compilation.nodes[place.node]?.id ?? '');
  return {
    message: isSelf
      ? `The reference ${text} reads the output of its own node, which has none before it ran.`
      : `The reference ${text} reads ${quoted(id)}, which only runs after ${reader}.`,
    hint: 'Refer to a node that runs earlier.',
  };
}

/** By node: 1 when it might start more than once in a run, so that something after it may have run before. */
function findRepeating(compilation: Compilation, known: KnownFlow): Int32Array {
  const { flow, tree, limitNode } = known;
  const { graph } = flow;
  const mayRepeat = new Int32Array(graph.size);
  const isEntry = new Set(known.entries);
  const pending: number[] = [];
  const mark = (vertex: number) => {
    if (at(mayRepeat, vertex) === 1 || !isReached(tree, vertex)) return;
    mayRepeat[vertex] = 1;
    pending.push(vertex);
  };
  for (const node of compilation.nodes) {
    if (node === limitNode || repeatsByItself(node, known, isEntry.has(node))) mark(node.index);
  }
  for (const vertex of pending) {
    const end = at(graph.outStart, vertex + 1);
    for (let place = at(graph.outStart, vertex); place < end; place++) {
      mark(at(graph.targets, at(graph.outArcs, place)));
    }
  }
  return mayRepeat;
}

function repeatsByItself(node: NodeDraft, { components }: KnownFlow, isEntry: boolean): boolean {
  const { index, incoming, join } = node;
  if (at(components.sizes, at(components.of, index)) > 1) return true;
  if (isEntry && incoming.length > 0) return true;
  if (incoming.some(({ from }) => from === node)) return true;
  return (join === 'each' || join === 'once') && incoming.length > 1;
}

// Loops
// Marks the loop edges and heads of the drafts, and says which loop is inside which. Reports what cannot be a loop, and
// cycles whose beginning is ambiguous.
import { pointer } from '../../definition.ts';
import type { Compilation, EdgeDraft } from '../compile/compilation.ts';
import type { FlowGraph } from '../compile/flow-graph.ts';
import { quoted } from '../compile/quoted.ts';
import type { DominatorTree } from '../digraph/dominator-tree.ts';
import type { StrongComponents } from '../digraph/strong-components.ts';
import type { Loop } from '../graph.ts';
import { findAmbiguousCycles } from './find-ambiguous-cycles.ts';
import { findLoopArcs } from './find-loop-arcs.ts';
import { findLoopBodies, type LoopBody } from './find-loop-bodies.ts';

export interface FoundLoops {
  readonly loops: readonly Loop[];
  /** By index of the loop. */
  readonly bodies: readonly LoopBody[];
}

export function findLoops(
  compilation: Compilation,
  flow: FlowGraph,
  found: { readonly tree: DominatorTree; readonly components: StrongComponents },
): FoundLoops {
  const { workflow, nodes } = compilation;
  const { isLoop, impossible } = findLoopArcs(workflow, flow, found);
  for (const edge of impossible) reportImpossible(compilation, edge);
  const known = { tree: found.tree, isLoop };
  for (const cycle of findAmbiguousCycles(nodes, flow, known)) reportAmbiguous(compilation, cycle);
  let arc = 0;
  for (const edge of flow.edges) edge.loop = isLoop[arc++] === 1;
  const bodies = findLoopBodies(flow, known);
  if (bodies === null) {
    reportTooDeep(compilation);
    return { loops: [], bodies: [] };
  }
  return { loops: createLoops(compilation, bodies), bodies };
}

function createLoops({ nodes }: Compilation, bodies: readonly LoopBody[]): readonly Loop[] {
  const loopOf = new Map<number, number>();
  for (const [index, { head }] of bodies.entries()) loopOf.set(head, index);
  const inside: number[][] = bodies.map(() => []);
  const loops: Loop[] = [];
  const loopsOf = new Map<number, Loop[]>();
  for (const [index, body] of bodies.entries()) {
    const dropped: number[] = [];
    for (const node of body.nodes) {
      const loop = loopOf.get(node);
      if (loop === undefined) continue;
      dropped.push(loop);
      if (loop !== index) inside[loop]?.push(index);
    }
    const head = nodes[body.head];
    if (head === undefined) continue;
    const drops = new Set(dropped.sort((left, right) => left - right));
    const loop: Loop = { index, head, drops, inside: inside[index] ?? [] };
    head.headOf = loop;
    for (const node of body.nodes) {
      const others = loopsOf.get(node);
      if (others === undefined) loopsOf.set(node, [loop]);
      else others.push(loop);
    }
    loops.push(loop);
  }
  for (const node of nodes) node.loops = loopsOf.get(node.index) ?? node.loops;
  return loops;
}

function reportImpossible({ diagnostics }: Compilation, { index, from, to, id }: EdgeDraft): void {
  diagnostics.push({
    code: 'LOOP_IMPOSSIBLE',
    severity: 'error',
    pointer: pointer('edges', index, 'loop'),
    message: `The edge ${quoted(id)} is marked as a loop edge, but no way leads from ${quoted(to.id)} back to ${quoted(from.id)}.`,
    hint: `Remove "loop": true, or add the edges that lead from ${quoted(to.id)} to ${quoted(from.id)}.`,
  });
}

const CYCLE_SHOWN_MAX = 12;

function reportAmbiguous({ diagnostics }: Compilation, cycle: readonly EdgeDraft[]): void {
  const last = cycle.at(-1);
  if (last === undefined) return;
  const ids = cycle.map(({ from }) => quoted(from.id));
  const shown =
    ids.length <= CYCLE_SHOWN_MAX
      ? ids
      : [...ids.slice(0, CYCLE_SHOWN_MAX - 1), '…', ids.at(-1) ?? ''];
  const collector = cycle.find(({ to }) => to.join !== 'each' && to.join !== 'once')?.to ?? last.to;
  diagnostics.push({
    code: 'LOOP_AMBIGUOUS',
    severity: 'error',
    pointer: pointer('edges', last.index),
    message: `It is not clear where the cycle ${[...shown, quoted(last.to.id)].join(' → ')} begins, and ${quoted(collector.id)} on it collects its inputs (join "${collector.join}").`,
    hint: `Mark the edge that starts the next round with "loop": true, for example ${quoted(last.id)} from ${quoted(last.from.id)} to ${quoted(last.to.id)}.`,
  });
}

function reportTooDeep({ diagnostics }: Compilation): void {
  diagnostics.push({
    code: 'LOOPS_TOO_DEEP',
    severity: 'error',
    pointer: pointer('edges'),
    message: 'The loops are nested too deeply: thousands of them lie inside one another.',
    hint: 'Use one loop with a counter, or a "subworkflow" for the inner ones.',
  });
}

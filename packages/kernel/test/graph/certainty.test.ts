// Goal: what the diagnostics say about branches is true in every run. Method: small graphs without loops, in which every
// decision (port, condition, failure) is tried both ways; the warning must say what the worst of these runs shows.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGraph } from '../../src/graph/compile-graph.ts';
import { draw, unforeseen } from './draw.ts';
import type { Workflow } from '../../src/definition.ts';
import type { Graph, GraphEdge, GraphNode } from '../../src/graph/graph.ts';

describe('branches that may not be taken', () => {
  it('[K11] no run starves a join that was not warned of', () => {
    let warned = 0;
    let early = 0;
    fc.assert(
      fc.property(branchingFlows(), (workflow) => {
        const { graph, diagnostics } = compileGraph(workflow);
        const isWarned = diagnostics.some(({ code }) => code === 'JOIN_MAY_STARVE');
        const starves = runsOf(graph!).some((run) => isStarved(graph!, run));
        if (isWarned) warned++;
        if (isWarned && !starves) early++;
        expect(isWarned || !starves).toBe(true);
      }),
      { numRuns: 800 },
    );
    expect(warned).toBeGreaterThan(80);
    // Cases that several decisions together rule out are not all seen.
    expect(early / warned).toBeLessThan(0.1);
  });

  it('[K10] no run brings two values to an input that was not warned of', () => {
    let warned = 0;
    let early = 0;
    fc.assert(
      fc.property(branchingFlows(), (workflow) => {
        const { graph, diagnostics } = compileGraph(workflow);
        const isWarned = diagnostics.some(({ code }) => code === 'SAME_PORT_TWICE');
        const meets = runsOf(graph!).some((run) => hasRivals(graph!, run));
        if (isWarned) warned++;
        if (isWarned && !meets) early++;
        expect(isWarned || !meets).toBe(true);
      }),
      { numRuns: 800 },
    );
    expect(warned).toBeGreaterThan(80);
    expect(early / warned).toBeLessThan(0.1);
  });
});

interface Run {
  readonly ran: ReadonlySet<GraphNode>;
  readonly fired: ReadonlySet<GraphEdge>;
}

function isStarved(graph: Graph, { ran, fired }: Run): boolean {
  return graph.nodes.some((node) => {
    if (!ran.has(node)) return false;
    return node.required.some((port) => {
      const edges = node.incoming.filter((edge) => edge.in === port);
      return edges.length > 0 && !edges.some((edge) => fired.has(edge));
    });
  });
}

function hasRivals(graph: Graph, { fired }: Run): boolean {
  return graph.nodes.some(({ incoming }) => {
    const ports = incoming.filter((edge) => fired.has(edge)).map((edge) => edge.in);
    return new Set(ports).size < ports.length;
  });
}

/** Every run, by every way in which its decisions can go. */
function runsOf(graph: Graph): readonly Run[] {
  const decisions: (readonly [GraphNode | GraphEdge, readonly (string | boolean)[]])[] = [];
  for (const node of graph.nodes) {
    const ports = node.type === 'if' ? ['true', 'false'] : ['output'];
    if (node.outgoing.has('error')) ports.push('error');
    if (ports.length > 1) decisions.push([node, ports]);
  }
  for (const edge of graph.edges) if (edge.when !== null) decisions.push([edge, [true, false]]);
  let choices: Map<unknown, string | boolean>[] = [new Map()];
  for (const [what, ways] of decisions) {
    choices = choices.flatMap((chosen) => ways.map((way) => new Map([...chosen, [what, way]])));
  }
  return choices.map((chosen) => runWith(graph, chosen));
}

/** Nodes are drawn so that edges only lead forwards. */
function runWith(graph: Graph, chosen: ReadonlyMap<unknown, string | boolean>): Run {
  const ran = new Set<GraphNode>(graph.entries);
  const fired = new Set<GraphEdge>();
  for (const node of graph.nodes) {
    const arrived = node.incoming.filter((edge) => fired.has(edge)).length;
    if (arrived >= (node.join === 'n-of' ? node.needed : 1)) ran.add(node);
    if (!ran.has(node)) continue;
    for (const edge of node.outgoing.get(String(chosen.get(node) ?? 'output')) ?? []) {
      if (chosen.get(edge) !== false) fired.add(edge);
    }
  }
  return { ran, fired };
}

/** Up to seven nodes in a row, some of them choices, edges only forwards, the last one with a required input. */
function branchingFlows(): fc.Arbitrary<Workflow> {
  return fc.integer({ min: 3, max: 7 }).chain((size) => {
    const isChoice = fc.array(fc.boolean(), { minLength: size, maxLength: size });
    const edge = fc.record({
      from: fc.nat({ max: size - 2 }),
      skip: fc.nat({ max: 2 }),
      port: fc.constantFrom('true', 'false', 'true', 'false', 'error'),
      into: fc.constantFrom('.input', '.x'),
      mark: fc.constantFrom('', '', '', '?'),
    });
    const flows = fc.tuple(isChoice, fc.array(edge, { minLength: size, maxLength: 2 * size }));
    return flows.map(([choices, edges]) => {
      const words = edges.map(({ from, skip, port, into, mark }) => {
        const to = Math.min(size - 1, from + 1 + skip);
        const isPlain = !choices[from] && port !== 'error';
        return `n${from}${isPlain ? '' : `.${port}`}>n${to}${into}${mark}`;
      });
      const ids = Array.from({ length: size }, (_, index) => `n${index}`);
      const nodes = Object.fromEntries(
        ids.map((id, index) => [id, choices[index] ? unforeseen : {}]),
      );
      nodes[`n${size - 1}`] = { input: { x: { required: true } } } as object;
      return draw([...ids, ...words].join(' '), { nodes, entry: ['n0'] });
    });
  });
}

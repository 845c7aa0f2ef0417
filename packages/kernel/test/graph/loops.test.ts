import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGraph } from '../../src/graph/compile-graph.ts';
import { draw } from './draw.ts';
import type { Workflow } from '../../src/definition.ts';
import type { Graph, GraphEdge, GraphNode } from '../../src/graph/graph.ts';

describe('loop edges', () => {
  it.each<[string, Workflow, string[]]>([
    ['[K4] an edge back to a node that dominates its source', draw('s>h h>b b>h?'), ['b>h']],
    ['[K4] an edge to itself', draw('s>a a>a?'), ['a>a']],
    ['[K4] an edge to an entry', draw('a>b b>a?', { entry: ['a'] }), ['b>a']],
    ['[K4] several edges to one head', draw('s>h h>a h>b a>h? b>h?'), ['a>h', 'b>h']],
    ['[K4] not a merge of two branches', draw('s>a s>b a>j b>j.b'), []],
    ['[K4] marked, where two ways lead into the cycle', draw('s>a s>b a>b.x b>a.x!'), ['b>a']],
    ['[K4] a marked one that dominance would find too', draw('s>h h>b b>h!?'), ['b>h']],
    [
      '[K4] not when marked otherwise',
      draw('s>a a>b b>a~?', { nodes: { a: { join: 'once' }, b: { join: 'once' } } }),
      [],
    ],
    [
      '[K4] not by dominance where the limit node lies on the cycle',
      draw('s>a a>b b>a?', {
        nodes: { a: { join: 'each' }, b: { join: 'each' } },
        policy: { onLimit: 'b' },
      }),
      [],
    ],
    [
      '[K4] a loop that no run reaches has its marks',
      draw('s x>y y>x!', { entry: ['s'] }),
      ['y>x'],
    ],
    ['[K4] subagents are no loop', draw('s>a a>b+ b>c+', { nodes: agents('a', 'b', 'c') }), []],
  ])('%s', (_title, workflow, expected) => {
    const { edges } = compiled(workflow);
    expect(edges.filter(({ loop }) => loop).map(nameOf)).toEqual(expected);
  });

  it.each<[string, Workflow, string, string]>([
    ['[K5] two ways into a cycle', draw('s>a s>b a>b.x b>a.x'), '"a" → "b" → "a"', '/edges/3'],
    [
      '[K5] by the shortest way, from the first in definition order',
      draw('a b c s>a s>b s>c a>b.x b>c.x c>a.x b>a.y', { entry: ['s'] }),
      '"a" → "b" → "a"',
      '/edges/6',
    ],
    ['[K5] a cycle that its mark forbids', draw('s>a a>a~'), '"a" → "a"', '/edges/1'],
    [
      '[K5] one join on the cycle is enough',
      draw('s>a s>b a>b b>a', { nodes: { a: { join: 'once' }, b: { join: 'any' } } }),
      '"a" → "b" → "a"',
      '/edges/3',
    ],
  ])('%s', (_title, workflow, cycle, pointer) => {
    const { graph, diagnostics } = compileGraph(workflow);
    const found = diagnostics.filter(({ code }) => code === 'LOOP_AMBIGUOUS');
    expect(graph).toBeNull();
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ severity: 'error', pointer });
    expect(found[0]!.message).toContain(`the cycle ${cycle} begins`);
    expect(found[0]!.hint).toContain('"loop": true');
  });

  it.each<[string, Workflow]>([
    [
      '[K5] cycles of each and once need no mark',
      draw('s>a s>b a>b b>a', { nodes: { a: { join: 'each' }, b: { join: 'once' } } }),
    ],
    ['[K5] nor do those that no run reaches', draw('s a>b b>a', { entry: ['s'] })],
    ['[K5] a mark cures', draw('s>a s>b a>b.x b>a.x!')],
  ])('%s', (_title, workflow) => {
    compiled(workflow);
  });

  it('[K5] each entangled group is named once', () => {
    const { diagnostics } = compileGraph(draw('s>a s>b a>b b>a b>c a>d c>d d>c'));
    const found = diagnostics.filter(({ code }) => code === 'LOOP_AMBIGUOUS');
    expect(found.map(({ pointer }) => pointer)).toEqual(['/edges/3', '/edges/7']);
  });
});

describe('nesting', () => {
  it.each<[string, Workflow, object]>([
    [
      '[K6] one inside another',
      draw('s>o o>i i>w w>i? w>b b>o? b>x'),
      { o: { drops: ['o', 'i'], inside: [] }, i: { drops: ['i'], inside: ['o'] } },
    ],
    [
      '[K6] side by side',
      draw('s>a s>b a>a? b>b? a>j b>j.b'),
      { a: { drops: ['a'], inside: [] }, b: { drops: ['b'], inside: [] } },
    ],
    [
      '[K6] one behind another',
      draw('s>a a>a? a>b b>b?'),
      { a: { drops: ['a'], inside: [] }, b: { drops: ['b'], inside: [] } },
    ],
    [
      '[K6] three deep, an edge to itself within',
      draw('s>a a>b b>c c>c? c>b? c>a?'),
      {
        a: { drops: ['a', 'b', 'c'], inside: [] },
        b: { drops: ['b', 'c'], inside: ['a'] },
        c: { drops: ['c'], inside: ['a', 'b'] },
      },
    ],
    [
      '[K6] two edges to one head are one loop, with all that is on either way',
      draw('s>h h>a h>b a>a? a>h? b>b? b>h?'),
      {
        h: { drops: ['h', 'a', 'b'], inside: [] },
        a: { drops: ['a'], inside: ['h'] },
        b: { drops: ['b'], inside: ['h'] },
      },
    ],
    [
      '[K6] what the head leads to, but not back, is outside',
      draw('s>h h>b b>h? b>x x>x? y>b', { entry: ['s'] }),
      { h: { drops: ['h'], inside: [] }, x: { drops: ['x'], inside: [] } },
    ],
    [
      '[K6] what leads into a marked loop elsewhere is outside',
      draw('s>a s>x x>x? x>b a>b.x b>a.x!?'),
      { a: { drops: ['a'], inside: [] }, x: { drops: ['x'], inside: [] } },
    ],
  ])('%s', (_title, workflow, expected) => {
    expect(nestingOf(compiled(workflow))).toEqual(expected);
  });

  it('[K6] agrees with the definition on random graphs', () => {
    let loops = 0;
    fc.assert(
      fc.property(randomFlows(), (workflow) => {
        const { graph } = compileGraph(workflow);
        if (graph === null) return;
        const bodies = new Map(graph.loops.map((loop) => [loop, bodyOf(graph, loop.head)]));
        for (const [loop, body] of bodies) {
          loops++;
          const inside = graph.loops.filter(({ head }) => body.has(head));
          expect([...loop.drops]).toEqual(inside.map(({ index }) => index));
          const outer = graph.loops.filter((it) => it !== loop && bodies.get(it)!.has(loop.head));
          expect(loop.inside).toEqual(outer.map(({ index }) => index));
        }
        for (const node of graph.nodes) {
          expect(node.loops).toEqual(graph.loops.filter((loop) => bodies.get(loop)!.has(node)));
        }
      }),
      { numRuns: 1500 },
    );
    expect(loops).toBeGreaterThan(500);
  });

  it('[K6] loops are numbered before those inside and those after them', () => {
    fc.assert(
      fc.property(randomFlows(), (workflow) => {
        const { graph } = compileGraph(workflow);
        for (const loop of graph?.loops ?? []) {
          expect(graph!.loops[loop.index]).toBe(loop);
          expect(loop.head.headOf).toBe(loop);
          expect(Math.min(...loop.drops)).toBe(loop.index);
          const heads = [...behind(loop.head)].flatMap(({ headOf }) => headOf?.index ?? []);
          expect(Math.min(...heads)).toBe(loop.index);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('[K6] inside is an order, also where marked loops share what they go through', () => {
    fc.assert(
      fc.property(randomFlows({ marked: true }), (workflow) => {
        const { graph } = compileGraph(workflow);
        for (const loop of graph?.loops ?? []) {
          expect(loop.drops.has(loop.index)).toBe(true);
          for (const outer of loop.inside) {
            expect(graph!.loops[outer]!.drops.has(loop.index)).toBe(true);
            expect(loop.drops.has(outer)).toBe(false);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});

/** What the definition says, the slow way: on a way from the head to a source of its loop edges, not through the head. */
function bodyOf(graph: Graph, head: GraphNode): Set<GraphNode> {
  const sources = head.incoming.filter(({ loop }) => loop).map(({ from }) => from);
  const body = new Set([head]);
  for (const node of graph.nodes) {
    const isFrom = node !== head && walk(head, nextOf, null).has(node);
    if (isFrom && sources.some((source) => walk(node, nextOf, head).has(source))) body.add(node);
  }
  return body;
}

function behind(head: GraphNode): Set<GraphNode> {
  const forward = ({ outgoingAll }: GraphNode) => {
    return outgoingAll.filter(({ loop }) => !loop).map(({ to }) => to);
  };
  return walk(head, forward, null);
}

function walk(
  from: GraphNode,
  next: (node: GraphNode) => readonly GraphNode[],
  without: GraphNode | null,
): Set<GraphNode> {
  const found = new Set([from]);
  for (const node of found) for (const to of next(node)) if (to !== without) found.add(to);
  return found;
}

function nextOf({ outgoingAll }: GraphNode): readonly GraphNode[] {
  return outgoingAll.map(({ to }) => to);
}

/** Graphs of up to ten nodes that all hang together: node i+1 is reached from one of the first i. */
function randomFlows({ marked = false } = {}): fc.Arbitrary<Workflow> {
  return fc.integer({ min: 2, max: 10 }).chain((size) => {
    const tree = fc.tuple(
      ...Array.from({ length: size - 1 }, (_, index) => fc.nat({ max: index })),
    );
    const vertex = fc.nat({ max: size - 1 });
    const mark = marked ? fc.constantFrom('', '', '!') : fc.constant('');
    const others = fc.array(fc.tuple(vertex, vertex, mark), { maxLength: size });
    return fc.tuple(tree, others).map(([parents, extra]) => {
      const words = [
        'n0',
        ...parents.map((parent, index) => `n${parent}>n${index + 1}`),
        ...extra.map(([from, to, sign]) => `n${from}>n${to}?${sign}`),
      ];
      return draw(words.join(' '), { entry: ['n0'] });
    });
  });
}

function nestingOf({ loops }: Graph): object {
  const name = (index: number) => loops[index]!.head.id;
  return Object.fromEntries(
    loops.map(({ head, drops, inside }) => {
      return [head.id, { drops: [...drops].map(name), inside: inside.map(name) }];
    }),
  );
}

function nameOf({ from, to }: GraphEdge): string {
  return `${from.id}>${to.id}`;
}

function agents(...ids: readonly string[]) {
  return Object.fromEntries(ids.map((id) => [id, { type: 'agent' }]));
}

function compiled(workflow: Workflow): Graph {
  const { graph, diagnostics } = compileGraph(workflow);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return graph!;
}

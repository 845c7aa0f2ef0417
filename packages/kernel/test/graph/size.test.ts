// Goal: definitions of 100,000 nodes compile without deep recursion and in near linear time. Method: the shapes that break
// naive algorithms; a chain and a fan at full size, the others at a size at which recursion still overflows the stack.
import { describe, expect, it } from 'vitest';
import { compileGraph } from '../../src/graph/compile-graph.ts';
import { unforeseen } from './draw.ts';
import type { Workflow, WorkflowEdge, WorkflowNode } from '../../src/definition.ts';

const full = 100_000;
const count = 25_000;
const allIds = Array.from({ length: full }, (_, index) => `n${index}`);
const allPlain: readonly WorkflowNode[] = allIds.map((id) => ({ id, type: 'function' }));
const ids = allIds.slice(0, count);
const plain = allPlain.slice(0, count);
const fullRow: readonly WorkflowEdge[] = allIds
  .slice(1)
  .map((to, index) => ({ from: allIds[index]!, to }));
const row = fullRow.slice(0, count - 1);
const first = ids[0]!;
const last = ids.at(-1)!;

const shapes: readonly (readonly [string, Omit<Workflow, 'skein'>, number, readonly string[]])[] = [
  ['[K13] a chain of 100,000', { nodes: allPlain, edges: fullRow }, 0, []],
  [
    '[K13] a fan of 100,000 and its join, by one port each',
    {
      nodes: [{ id: 's', type: 'start' }, ...allPlain, { id: 'j', type: 'join' }],
      edges: allIds.flatMap((id) => [
        { from: 's', to: id },
        { from: id, to: 'j', in: id },
      ]),
    },
    0,
    [],
  ],
  [
    '[K13] a fan into one port',
    {
      nodes: [{ id: 's', type: 'start' }, ...plain, { id: 'j', type: 'join' }],
      edges: ids.flatMap((id) => [
        { from: 's', to: id },
        { from: id, to: 'j' },
      ]),
    },
    0,
    ['SAME_PORT_TWICE'],
  ],
  [
    '[K13] a chain, each with a loop edge to itself',
    { nodes: plain, edges: [...row, ...ids.map((id) => ({ from: id, to: id, when: true }))] },
    count,
    [],
  ],
  [
    '[K13] a chain in one loop',
    { nodes: plain, entry: [first], edges: [...row, { from: last, to: first, when: true }] },
    1,
    [],
  ],
  [
    '[K13] a long way beside many joins',
    {
      nodes: [
        ...plain,
        ...ids.map((id) => ({ id: `j${id}`, type: 'join', join: 'each' as const })),
      ],
      edges: [...row, ...ids.flatMap((id) => [first, id].map((from) => ({ from, to: `j${id}` })))],
    },
    0,
    [],
  ],
  [
    '[K13] choices and merges in a row',
    {
      nodes: plain.map((node, index) => (index % 3 === 0 ? { ...node, ...unforeseen } : node)),
      edges: ids.flatMap((from, index) => {
        if (index % 3 !== 0 || index + 3 >= count) return [];
        const [left = '', right = '', to = ''] = ids.slice(index + 1, index + 4);
        return [
          { from, out: 'true', to: left },
          { from, out: 'false', to: right },
          { from: left, to },
          { from: right, to },
        ];
      }),
    },
    0,
    [],
  ],
  [
    '[K13] a join that requires all of its inputs',
    {
      nodes: [
        { id: 's', type: 'start' },
        ...plain,
        {
          id: 'j',
          type: 'join',
          input: Object.fromEntries(ids.map((id) => [id, { required: true }])),
        },
      ],
      edges: ids.flatMap((id) => [
        { from: 's', to: id },
        { from: id, to: 'j', in: id },
      ]),
    },
    0,
    [],
  ],
];

describe('size', () => {
  it.each(shapes)('%s', (_title, workflow, loops, warnings) => {
    const { graph, diagnostics } = compileGraph({ skein: 1, ...workflow });
    expect(diagnostics.map(({ code }) => code)).toEqual(warnings);
    expect(graph!.loops).toHaveLength(loops);
    expect(graph!.nodes).toHaveLength(workflow.nodes.length);
  });

  it('[K13] as many slips of the pen', () => {
    const edges = row.map(({ from, to }) => ({ from, to: `${to}x` }));
    const { diagnostics } = compileGraph({ skein: 1, nodes: plain, edges });
    expect(diagnostics).toHaveLength(count - 1);
  });
});

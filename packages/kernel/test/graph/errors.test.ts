import { describe, expect, it } from 'vitest';
import { compileGraph } from '../../src/graph/compile-graph.ts';
import { checkDiagnostics, type Row } from './check-diagnostics.ts';
import { draw } from './draw.ts';
import type { WorkflowNode } from '../../src/definition.ts';

const nOf = (n?: number): Partial<WorkflowNode> =>
  n === undefined ? { join: 'n-of' } : { join: 'n-of', n };
const twice = draw('a>b');

const agent = { type: 'agent' } as const;
const agents = { a: agent, b: agent, c: agent };

const errors: Row[] = [
  [
    '[K106] a subagent of itself',
    draw('s>a a>a+', { nodes: { a: agent } }),
    ['SUBAGENT_CYCLE /edges/1'],
  ],
  [
    '[K106] a subagent of itself by way of others; a shared one is fine',
    draw('s>a a>b+ a>c+ b>c+ c>b+', { entry: ['s'], nodes: agents }),
    ['SUBAGENT_CYCLE /edges/4'],
  ],
  [
    '[K106] what is no agent neither calls nor is called',
    draw('s>a a>b+ s>c c>a+', {
      entry: ['s'],
      nodes: { a: agent, c: { type: 'llm' } },
    }),
    ['SUBAGENT_NOT_AGENT /edges/1/to', 'SUBAGENT_NOT_AGENT /edges/3/from'],
  ],
  ['[K7] no nodes', { skein: 1, nodes: [] }, ['EMPTY_WORKFLOW /nodes']],
  [
    '[K7] two nodes of one id',
    { ...twice, nodes: [...twice.nodes, { id: 'a', type: 'join' }] },
    ['DUPLICATE_ID /nodes/2/id'],
  ],
  [
    '[K7] two edges of one id',
    { ...twice, edges: [0, 1].map((into) => ({ id: 'x', from: 'a', to: 'b', in: `${into}` })) },
    ['DUPLICATE_ID /edges/1/id'],
  ],
  [
    '[K7] both ends of an edge are missing',
    { ...twice, edges: [{ from: 'x', to: 'y' }] },
    ['EDGE_END_MISSING /edges/0/from', 'EDGE_END_MISSING /edges/0/to'],
  ],
  [
    '[K7] an unknown type',
    draw('a', { nodes: { a: { type: 'lmm' } } }),
    ['UNKNOWN_NODE_TYPE /nodes/0/type'],
  ],
  [
    '[K7] references that do not parse, in a config and a mutex',
    draw('a', { nodes: { a: { config: { value: ['x', { y: '${' }] }, mutex: '${' } } }),
    ['BAD_REFERENCE /nodes/0/config/value/1/y', 'BAD_REFERENCE /nodes/0/mutex'],
  ],
  [
    '[K7] conditions that do not parse, also on an edge without an end',
    {
      ...draw('a>b', { nodes: { a: { type: 'if', config: { condition: { all: [7] } } } } }),
      edges: [{ from: 'a', out: 'true', to: 'c', when: { op: 'eq' } }],
    },
    [
      'BAD_CONDITION /nodes/0/config/condition/all/0',
      'EDGE_END_MISSING /edges/0/to',
      'BAD_CONDITION /edges/0/when',
    ],
  ],
  [
    '[K7] an if without a condition, a case without one',
    draw('a b', {
      nodes: { a: { type: 'if' }, b: { type: 'switch', config: { cases: [{ name: 'x' }] } } },
    }),
    ['BAD_CONDITION /nodes/0/config/condition', 'BAD_CONDITION /nodes/1/config/cases/0/when'],
  ],
  ['[K7] nothing to start with', draw('a>b b>a'), ['NO_ENTRY ']],
  ['[K7] an empty entry', draw('a>b', { entry: [] }), ['NO_ENTRY /entry']],
  ['[K7] an entry that is no node', draw('a>b', { entry: ['a', 'x'] }), ['ENTRY_MISSING /entry/1']],
  ['[K7] a start that is no node', draw('a>b'), ['ENTRY_MISSING '], { start: 'x' }],
  [
    '[K7] a cancelled node that is none',
    draw('a>b', { nodes: { b: { cancels: ['a', 'x'] } } }),
    ['CANCELS_MISSING /nodes/1/cancels/1'],
  ],
  [
    '[K7] a limit node that is none',
    draw('a>b', { policy: { onLimit: 'x' } }),
    ['LIMIT_NODE_MISSING /policy/onLimit'],
  ],
  [
    '[K7] a marked edge that goes forward',
    draw('a>b!', { entry: ['a'] }),
    ['LOOP_IMPOSSIBLE /edges/0/loop'],
  ],
  [
    '[K7] a cycle of which the beginning is not clear',
    draw('s>a s>b a>b b>a'),
    ['LOOP_AMBIGUOUS /edges/3'],
  ],
  [
    '[K7] n is missing, too small, too large, or no whole number',
    draw('s>a s>b s>c s>d', { nodes: { a: nOf(), b: nOf(0), c: nOf(2), d: nOf(0.5) } }),
    [
      'N_OUT_OF_RANGE /nodes/1/join',
      'N_OUT_OF_RANGE /nodes/2/n',
      'N_OUT_OF_RANGE /nodes/3/n',
      'N_OUT_OF_RANGE /nodes/4/n',
    ],
  ],
  [
    '[K7] n counts no loop edges',
    draw('s>h h>b b>h?', { nodes: { h: nOf(2) } }),
    ['N_OUT_OF_RANGE /nodes/1/n'],
  ],
  [
    '[K7] everything at once, and no conclusions from what is missing',
    {
      ...draw('a', { nodes: { a: { type: 'x', cancels: ['y'] } }, entry: ['z'] }),
      edges: [{ from: 'a', to: 'b' }],
      policy: { onLimit: 'c' },
    },
    [
      'UNKNOWN_NODE_TYPE /nodes/0/type',
      'EDGE_END_MISSING /edges/0/to',
      'ENTRY_MISSING /entry/0',
      'LIMIT_NODE_MISSING /policy/onLimit',
      'CANCELS_MISSING /nodes/0/cancels/0',
    ],
  ],
];

describe('errors', () => {
  it.each(errors)('%s', (_title, workflow, expected, options) => {
    checkDiagnostics(workflow, expected, { severity: 'error', options });
  });

  it('[K7] names the values and the nearest existing name', () => {
    const { diagnostics } = compileGraph({
      ...draw('review draft', { nodes: { draft: { type: 'agnet' } } }),
      edges: [{ id: 'back', from: 'Review', to: 'nothing alike' }],
    });
    const [type, from, to] = diagnostics;
    expect(type).toMatchObject({
      message: 'No node type is called "agnet".',
      hint: expect.stringMatching(/^Did you mean "agent"\? Known types: "start", "function",/),
    });
    expect(from).toEqual({
      code: 'EDGE_END_MISSING',
      severity: 'error',
      pointer: '/edges/0/from',
      message: 'The edge "back" comes from "Review", which is not in "nodes".',
      hint: 'Did you mean "review"? Otherwise add a node with the id "Review", or remove the edge.',
    });
    expect(to!.hint).toBe('Add a node with the id "nothing alike", or remove the edge.');
  });

  it('[K7] loops nested by the thousands are refused, not computed', () => {
    const count = 8_000;
    const ids = Array.from({ length: count }, (_, index) => `n${index}`);
    const edges = ids.slice(1).flatMap((to, index) => [
      { from: ids[index]!, to },
      { from: ids.at(-1)!, to: ids[index]!, when: true },
    ]);
    const nodes = ids.map((id) => ({ id, type: 'transform' }));
    const { diagnostics } = compileGraph({ skein: 1, entry: ['n0'], nodes, edges });
    expect(diagnostics.map(({ code }) => code)).toEqual(['LOOPS_TOO_DEEP']);
  });
});

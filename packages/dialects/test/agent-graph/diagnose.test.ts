// Goal: everything that is wrong with an agent-graph definition is said, once, at its place; and nothing else.
import { cpuMs } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import {
  agentGraph,
  compileDefinition,
  detectDialect,
  type CompileOptions,
  type StoredAgent,
} from '../../src/index.ts';
import { broken2nChat } from './broken-2n-chat.ts';
import {
  agentNode,
  always,
  executorNode,
  graphOf,
  handOffNode,
  helper,
  route,
  searcher,
  type Parts,
} from './definitions.ts';

const found = (definition: unknown, options: CompileOptions = {}): string[] =>
  agentGraph
    .diagnose(definition, options)
    .map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`);

describe('the shape tells', () => {
  it.each([
    ['an entrypoint', { entrypointNodeId: 'a' }],
    ['nodes of its types, the entrypoint forgotten', { nodes: [agentNode('a')], edges: [] }],
  ])('[AG1] %s', (_name, definition) => {
    expect(detectDialect(definition)?.name).toBe('agent-graph');
  });

  it.each([
    ['other nodes', { nodes: [{ id: 'a', nodeType: 'chat' }], edges: [] }],
    ['native', { skein: 1, entrypointNodeId: 'a' }],
  ])('[AG1] not with %s', (_name, definition) => {
    expect(detectDialect(definition)?.name).not.toBe('agent-graph');
  });
});

describe('the edges to a node that is missing', () => {
  const errors = agentGraph.diagnose(broken2nChat).filter(({ severity }) => severity === 'error');

  it('[AG2] are named, each with the node and a cure', () => {
    expect(errors.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['EDGE_END_MISSING', '/edges/14/targetNodeId'],
      ['EDGE_END_MISSING', '/edges/15/sourceNodeId'],
      ['EDGE_END_MISSING', '/edges/16/targetNodeId'],
    ]);
    for (const [place, { message, hint }] of errors.entries()) {
      expect(message).toContain(`"edge-uuid-${15 + place}"`);
      expect(message).toContain('"node-uuid-6"');
      expect(hint).toMatch(/^Add a node with the id "node-uuid-6"/);
    }
  });

  it('[AG3] the rest of it only lacks its agents, which is a warning', () => {
    const others = found(broken2nChat).filter((text) => !text.startsWith('error'));
    expect(others).toEqual([0, 1, 2, 3].map((at) => `warning AGENT_UNKNOWN /nodes/${at}/agentId`));
  });
});

type Row = readonly [name: string, parts: Parts, ...expected: readonly string[]];

describe('what is wrong', () => {
  const two = { nodes: [agentNode('a'), agentNode('b')] };
  const tools = {
    nodes: [agentNode('a', { agentId: 'searcher' }), executorNode('t')],
    agents: [searcher],
  };
  const hiding = [{ name: 'router' }, { name: 'x' }, { name: 'x' }];
  const rows: readonly Row[] = [
    ['[AG2] nothing', {}],
    ['[AG2] no nodes', { nodes: [] }, 'error EMPTY_WORKFLOW /nodes'],
    [
      '[AG2] an entrypoint that is missing',
      { entrypointNodeId: 'x' },
      'error ENTRY_MISSING /entrypointNodeId',
      'warning UNREACHABLE_NODE /nodes/0',
    ],
    [
      '[AG2] an executor that begins',
      { ...tools, entrypointNodeId: 't', edges: [route('a -> t: x'), always('t -> a')] },
      'error BAD_VALUE /entrypointNodeId',
    ],
    [
      '[AG2] one id twice',
      { nodes: [agentNode('a'), agentNode('a', { nodeName: 'other' })] },
      'error DUPLICATE_ID /nodes/1/id',
    ],
    [
      '[AG2] two edges with one id',
      { ...two, edges: [always('a -> b', { id: 'e' }), route('a -> b: x', { id: 'e' })] },
      'error DUPLICATE_ID /edges/1/id',
    ],
    [
      '[AG2] two agents with one id',
      { agents: [helper, helper] },
      'error DUPLICATE_ID /agents/1/id',
    ],
    [
      '[AG2] a hand-off at a limit that is missing',
      { policy: { onLimit: 'x' } },
      'error LIMIT_NODE_MISSING /policy/onLimit',
    ],
    [
      '[AG3] an agent that is not in the list',
      { agents: [searcher] },
      'error AGENT_UNKNOWN /nodes/0/agentId',
    ],
    [
      '[AG3] a node without an agent',
      { nodes: [{ id: 'a', nodeType: 'AGENT', nodeName: 'a' }] },
      'error AGENT_UNKNOWN /nodes/0',
    ],
    [
      '[AG4] two ALWAYS edges',
      { ...two, edges: [always('a -> b'), always('a ->', { conditionType: 'ON_COMPLETE' })] },
      'error ROUTE_TWICE /edges/1',
    ],
    [
      '[AG4] two equal values',
      { ...two, edges: [route('a -> b: x'), route('a -> : x')] },
      'error ROUTE_TWICE /edges/1/conditionValue',
    ],
    [
      '[AG4] values that differ in letter case',
      { ...two, edges: [route('a -> b: x'), route('a -> : X')] },
      'warning ROUTE_CASE /edges/1/conditionValue',
    ],
    [
      '[AG4] a condition without a value',
      { ...two, edges: [route('a -> b', { conditionValue: null })] },
      'error MISSING_KEY /edges/0',
    ],
    [
      '[AG4] an END that leads somewhere',
      { ...two, edges: [route('a -> b: END')] },
      'error BAD_VALUE /edges/0/targetNodeId',
    ],
    [
      '[AG4] one name twice',
      { nodes: [agentNode('a'), agentNode('b', { nodeName: 'The a' })], edges: [always('a -> b')] },
      'warning NODE_NAME_TWICE /nodes/1',
    ],
    [
      '[AG5] tools without an executor',
      { ...tools, edges: [always('a -> t'), always('t -> a')] },
      'error EXECUTOR_MISSING /nodes/0',
    ],
    ['[AG5] tools with one', { ...tools, edges: [route('a -> t: tools')] }],
    ['[AG6] an orphan', two, 'warning UNREACHABLE_NODE /nodes/1'],
    [
      '[AG6] a second hand-off that nothing leads to: limits lead to the first',
      { nodes: [agentNode('a'), handOffNode('h'), handOffNode('i')] },
      'warning UNREACHABLE_NODE /nodes/2',
    ],
    [
      '[AG6] a conversation without an end',
      { isConversational: true },
      'warning END_EDGE_MISSING /nodes/0',
    ],
    ['[AG6] a conversation with one', { isConversational: true, edges: [route('a -> : END')] }],
    [
      '[AG6] another workflow',
      { id: 'w', nodes: [agentNode('a', { workflowId: 'v' })] },
      'warning WORKFLOW_ID_DIFFERS /nodes/0/workflowId',
    ],
    [
      '[AG6] tools that are hidden',
      { ...tools, edges: [route('a -> t: tools')], agents: [{ id: 'searcher', tools: hiding }] },
      'warning TOOL_NAME_TAKEN /agents/0/tools/0/name',
      'warning TOOL_NAME_TAKEN /agents/0/tools/2/name',
    ],
    [
      '[AG15] an edge for a tool that no agent can call',
      { ...tools, edges: [route('a -> t: tools'), route('t -> a: serach')] },
      'warning EDGE_TOOL_UNKNOWN /edges/1/conditionValue',
    ],
    [
      '[AG15] an edge for a tool of an agent',
      { ...tools, edges: [route('a -> t: tools'), route('t -> a: search')] },
    ],
    ['[AG6] an unknown key', { colour: 'red' }, 'warning UNKNOWN_KEY /colour'],
  ];

  it('[AG15] a tool that nobody has, of an agent here or in the store', () => {
    const edges = [route('a -> t: tools')];
    const own = { id: 'searcher', tools: [{ name: 'search' }, { name: 'gone' }] };
    const host = { tools: { names: new Set(['search']), beginnings: [] } };
    const given = graphOf({ ...tools, edges, agents: [own] });
    expect(found(given, host)).toEqual(['warning TOOL_NOT_REGISTERED /agents/0/tools/1/name']);
    expect(found(given)).toEqual([]);
    const { agents: _, ...naming } = given;
    expect(found(naming, { ...host, agents: new Map([['searcher', own]]) })).toEqual([
      'warning TOOL_NOT_REGISTERED /nodes/0/agentId',
    ]);
  });

  it('[AG15] an edge for a tool that the host does not have, if an agent may call all of them', () => {
    const edges = [route('a -> t: tools'), route('t -> a: search'), route('t -> b: gone')];
    const nodes = [agentNode('a'), agentNode('b'), executorNode('t')];
    const { agents: _, ...open } = graphOf({ nodes, edges });
    const unknown = [
      'warning AGENT_UNKNOWN /nodes/0/agentId',
      'warning AGENT_UNKNOWN /nodes/1/agentId',
    ];
    expect(found(open)).toEqual(unknown);
    expect(found(open, { tools: { names: new Set(['search']), beginnings: [] } })).toEqual([
      ...unknown,
      'warning EDGE_TOOL_UNKNOWN /edges/2/conditionValue',
    ]);
  });

  it.each(rows.map(([name, ...row]) => ({ name, row })))('$name', ({ row }) => {
    const [parts, ...expected] = row;
    expect(found(graphOf(parts))).toEqual(expected);
  });

  it('[AG2] shapes and structure come at once', () => {
    const nodes = [agentNode('a'), { id: 'b', nodeType: 'ROBOT', nodeName: 7 }];
    const edges = [route('a -> b: x'), route('a -> gone: y'), { sourceNodeId: 'a' }];
    expect(found(graphOf({ nodes, edges, isConversational: 'yes' })).toSorted()).toEqual([
      'error BAD_VALUE /nodes/1/nodeType',
      'error EDGE_END_MISSING /edges/1/targetNodeId',
      'error MISSING_KEY /edges/2',
      'error MISSING_KEY /edges/2',
      'error WRONG_TYPE /isConversational',
      'error WRONG_TYPE /nodes/1/nodeName',
    ]);
  });

  it.each([
    [null],
    [7],
    [[]],
    [{}],
    [{ entrypointNodeId: 'a' }],
    [{ entrypointNodeId: 'a', nodes: {}, edges: 3, agents: null }],
    [{ entrypointNodeId: 'a', nodes: [null, 3, []], edges: ['x'], agents: [{}] }],
  ])('[AG2] %j is refused and nothing throws', (definition) => {
    const { graph, diagnostics } = compileDefinition(definition, { dialect: 'agent-graph' });
    expect(graph).toBeNull();
    expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  });

  it('[AG2] a start node must be one that can begin', () => {
    const definition = graphOf({ ...tools, edges: [route('a -> t: tools')] });
    expect(found(definition, { start: 'x' })).toEqual(['error ENTRY_MISSING ']);
    expect(found(definition, { start: 't' })).toEqual(['error BAD_VALUE ']);
    expect(found(definition, { start: 'a' })).toEqual([]);
  });

  it('[AG12] is found in time near linear in the size', () => {
    const nodes = Array.from({ length: 20_000 }, (_, i) => agentNode(`n${i}`, { nodeName: 'n' }));
    const edges = nodes.map((_, i) => route(`n${i} -> n${i + 1}: END`));
    const from = cpuMs();
    expect(found(graphOf({ entrypointNodeId: 'n0', nodes, edges })).length).toBeGreaterThan(39_000);
    expect(cpuMs() - from).toBeLessThan(5_000);
  });
});

describe('agents that were stored before', () => {
  const stored: ReadonlyMap<string, StoredAgent> = new Map([['helper', { id: 'helper' }]]);
  const bare = {
    entrypointNodeId: 'a',
    nodes: [agentNode('a'), agentNode('b')],
    edges: [always('a -> b')],
  };
  const unknown = (severity: string) =>
    [0, 1].map((at) => `${severity} AGENT_UNKNOWN /nodes/${at}/agentId`);

  it('[AG3] without any, unknown agents are warned of', () => {
    expect(found(bare)).toEqual(unknown('warning'));
  });

  it('[AG3] are known, beside those of the definition', () => {
    expect(found(bare, { agents: stored })).toEqual([]);
    expect(found({ ...bare, agents: [] }, { agents: stored })).toEqual([]);
  });

  it('[AG3] with some, an unknown one is an error', () => {
    expect(found(bare, { agents: new Map([['x', { id: 'x' }]]) })).toEqual(unknown('error'));
  });
});

import { describe, expect, it } from 'vitest';
import { compileGraph, type CompileOptions } from '../../src/graph/compile-graph.ts';
import { draw } from './draw.ts';
import type { Workflow } from '../../src/definition.ts';
import type { Graph, GraphEdge } from '../../src/graph/graph.ts';

describe('defaults', () => {
  it('[K1] fills the policy', () => {
    expect(compiled(draw('a')).policy).toEqual({
      schedule: 'eager',
      maxSteps: 10_000,
      onceFailed: 'run',
      inputIs: 'value',
      modelAnswers: 'others',
      modelRetryMs: null,
      tree: { runs: null, open: null, depth: null, bytes: null },
      limitNames: {},
      maxPasses: null,
      maxRepeats: null,
      timeoutMs: null,
      window: 5,
      concurrency: 16,
      whileWaiting: 'continue',
      toolCalls: 'parallel',
      onError: 'fail',
      onUnresolved: 'fail',
      onLimit: 'fail',
      countsFrom: 'start',
      budget: { tokens: null, usd: null },
    });
  });

  it('[K1] keeps what the policy says', () => {
    const policy = { schedule: 'superstep', maxSteps: 7, budget: { usd: 2 }, window: 1 } as const;
    expect(compiled(draw('a', { policy })).policy).toMatchObject({
      ...policy,
      budget: { tokens: null, usd: 2 },
    });
  });

  it('[K1] allows ten steps per node in large graphs', () => {
    const ids = Array.from({ length: 1001 }, (_, index) => `n${index}`);
    expect(compiled(draw(ids.join(' '))).policy.maxSteps).toBe(10_010);
  });

  it('[K1] fills nodes', () => {
    const graph = compiled(draw('a'));
    expect(graph.nodes[0]).toEqual({
      index: 0,
      id: 'a',
      name: 'a',
      shownAs: 'a',
      each: null,
      whenEmpty: null,
      remember: null,
      steps: null,
      type: 'transform',
      kind: graph.nodes[0]!.kind,
      config: { kind: 'constant', value: {} },
      constantConfig: {},
      conditions: [],
      join: 'all',
      needed: 0,
      incoming: [],
      joinEdges: [],
      outgoing: new Map(),
      outgoingAll: [],
      subagents: [],
      inputPorts: [],
      required: [],
      requireOneOf: [],
      keeps: 5,
      retry: { attempts: 1, backoffMs: 500, factor: 2, maxMs: 30_000 },
      timeoutMs: null,
      effect: 'pure',
      mutex: null,
      shared: null,
      cancels: [],
      headOf: null,
      loops: [],
      derived: false,
    });
  });

  it('[K1] fills edges and names those without an id by their place', () => {
    const workflow = draw('a>b a>c b>c.x');
    const edges = [{ ...workflow.edges![0]!, id: 'e1' }, ...workflow.edges!.slice(1)];
    const graph = compiled({ ...workflow, edges });
    expect(graph.edges.map(({ id }) => id)).toEqual(['e1', 'e1_2', 'e2']);
    const { from, to, ...rest } = graph.edges[2]!;
    expect([from.id, to.id]).toEqual(['b', 'c']);
    expect(rest).toEqual({
      index: 2,
      id: 'e2',
      out: 'output',
      in: 'x',
      when: null,
      priority: 0,
      kind: 'flow',
      loop: false,
      carry: 'value',
      derived: false,
      slot: 1,
    });
  });

  it.each([
    ['[K1] a model call is tried three times', {}, 3],
    ['[K1] a node has its own retries', { retry: { attempts: 5 } }, 5],
    ['[K1] null turns retries off', { retry: null }, 1],
  ])('%s', (_title, node, attempts) => {
    const graph = compiled(draw('a', { nodes: { a: { type: 'llm', ...node } } }));
    const expected = { attempts, backoffMs: 500, factor: 2, maxMs: 30_000 };
    expect(graph.nodes[0]!.retry).toEqual(expected);
  });

  it('[K1] parses templates and conditions, and lists the zones that they read', () => {
    const nodes = {
      a: { config: { value: 'on ${now.date("Europe/Brussels")}' } },
      b: { type: 'if', config: { condition: { left: '${a.output}', op: 'eq', right: 1 } } },
      c: {
        type: 'switch',
        config: {
          cases: [
            { name: 'x', when: '${a.output.x}' },
            { name: 'y', when: '${a.output.y}' },
          ],
        },
      },
      d: { type: 'event', config: { name: 'paid', when: '${trigger}' } },
      e: { type: 'event', config: { name: 'paid' }, mutex: 'day ${now.date("Asia/Tokyo")}' },
    };
    const graph = compiled(draw('a>b a>c a>d a>e', { nodes }));
    expect(graph.zones).toEqual(['Europe/Brussels', 'Asia/Tokyo']);
    const names = graph.nodes.map(({ conditions }) => conditions.map(({ name }) => name));
    expect(names).toEqual([[], ['true'], ['x', 'y'], ['when'], []]);
    expect(graph.nodes[0]!.constantConfig).toBeNull();
    expect(graph.nodes[1]!.constantConfig).toEqual(nodes.b.config);
    expect(graph.nodes[4]!.mutex?.kind).toBe('text');
  });

  it('[K1] takes required inputs from the node and, where an edge leads to them, from its type', () => {
    const kinds = new Map([
      ['transform', { type: 'transform', mode: 'transform', ports: ['output'] } as const],
      [
        'chat',
        {
          type: 'chat',
          mode: 'execute',
          ports: 'any',
          required: ['context', 'unused', 'waived'],
          requireOneOf: [
            ['message', 'data'],
            ['x', 'y'],
          ],
        } as const,
      ],
    ]);
    const chat = {
      type: 'chat',
      input: { own: { required: true }, free: {}, waived: { required: false } },
      requireOneOf: [['own', 'free']],
    };
    const drawn = draw('a>b.context a>b.waived a>b.data a>b.own', { nodes: { b: chat } });
    const node = compiled(drawn, { kinds }).nodes[1]!;
    expect(node.required).toEqual(['own', 'context']);
    expect(node.requireOneOf).toEqual([
      ['own', 'free'],
      ['message', 'data'],
    ]);
  });
});

describe('indexes', () => {
  it('[K2] edges are in definition order, or by priority where they leave', () => {
    const workflow = draw('s>b.y s.error>a s>a s>c b>a.y c>a.x');
    const edges = workflow.edges!.map((edge, index) => ({
      ...edge,
      priority: index === 3 ? -1 : 0,
    }));
    const graph = compiled({ ...workflow, edges });
    const { s, a } = byId(graph);
    expect(ids(s!.outgoingAll)).toEqual(['e3', 'e0', 'e1', 'e2']);
    expect([...s!.outgoing].map(([port, list]) => [port, ids(list)])).toEqual([
      ['output', ['e3', 'e0', 'e2']],
      ['error', ['e1']],
    ]);
    expect(ids(a!.incoming)).toEqual(['e1', 'e2', 'e4', 'e5']);
    expect(a!.joinEdges.map(({ slot }) => slot)).toEqual([0, 1, 2, 3]);
    expect(a!.inputPorts).toEqual(['input', 'y', 'x']);
    expect(a!.needed).toBe(4);
    expect(graph.nodes.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(graph.nodeById.get('c')).toBe(graph.nodes[3]);
  });

  it('[K2] loop edges and subagents are not collected by a join', () => {
    const graph = compiled(
      draw('s>h h>b b>h? b>x b>x+', {
        nodes: {
          h: { join: 'n-of', n: 1 },
          b: { type: 'agent' },
          x: { type: 'agent', join: 'any' },
        },
      }),
    );
    const { h, b, x } = byId(graph);
    expect(ids(h!.incoming)).toEqual(['e0', 'e2']);
    expect(ids(h!.joinEdges)).toEqual(['e0']);
    expect(graph.edges.map(({ slot }) => slot)).toEqual([0, 0, -1, 0, -1]);
    expect(ids(b!.subagents)).toEqual(['e4']);
    expect(ids(b!.outgoingAll)).toEqual(['e2', 'e3']);
    expect(ids(x!.incoming)).toEqual(['e3']);
    expect([h!.needed, b!.needed, x!.needed]).toEqual([1, 1, 1]);
  });

  it('[K2] cancelled nodes are found once each, and the limit node', () => {
    const drawn = draw('a>b a>c', {
      nodes: { b: { cancels: ['c', 'a', 'c'] } },
      policy: { onLimit: 'c' },
    });
    const graph = compiled(drawn);
    expect(graph.nodes[1]!.cancels.map(({ id }) => id)).toEqual(['c', 'a']);
    expect(graph.limitNode?.id).toBe('c');
  });

  it('[K2] all nodes, and all edges, have one shape', () => {
    const b = { type: 'agent', join: 'any', n: 2, mutex: 'm', retry: null, timeoutMs: 5 } as const;
    const nodes = { b, c: { type: 'agent' } };
    const graph = compiled(draw('a>b a>b.x? b>b? b>c+', { nodes }));
    const shapes = (list: readonly object[]) => new Set(list.map((it) => Object.keys(it).join()));
    expect(shapes(graph.nodes).size).toBe(1);
    expect(shapes(graph.edges).size).toBe(1);
  });
});

describe('entries', () => {
  it.each<[string, Workflow, string[], CompileOptions?]>([
    [
      '[K3] those named, in definition order',
      draw('a>b c', { entry: ['c', 'a', 'c'] }),
      ['a', 'c'],
    ],
    ['[K3] nodes of type start', draw('a>b c', { nodes: { b: { type: 'start' } } }), ['b']],
    ['[K3] nodes to which no edge leads', draw('b>c a>c c>d'), ['b', 'a']],
    ['[K3] a marked loop edge does not count', draw('u>c c>u!'), ['u']],
    ['[K3] an edge to itself does not count', draw('a>a? a>b'), ['a']],
    ['[K3] an edge found to be a loop edge does not count', draw('s>h h>b b>h?'), ['s']],
    [
      '[K3] only flow edges count',
      draw('a>b+', { nodes: { a: { type: 'agent' }, b: { type: 'agent' } } }),
      ['a', 'b'],
    ],
    ['[K3] the start that the caller names', draw('a>b b>c'), ['b'], { start: 'b' }],
  ])('%s', (_title, workflow, expected, options) => {
    expect(compiled(workflow, options).entries.map(({ id }) => id)).toEqual(expected);
  });
});

describe('ids', () => {
  const strange = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', ' ', '~/"', '0'];

  it('[K14] any text is an id, of nodes, edges and ports', () => {
    const workflow: Workflow = {
      skein: 1,
      nodes: strange.map((id) => ({ id, type: 'function', cancels: ['__proto__'] })),
      edges: strange.slice(1).map((to, index) => {
        const from = strange[index]!;
        return { id: from, from, out: from, to, in: from };
      }),
      policy: { onLimit: 'constructor' },
    };
    const graph = compiled(workflow);
    expect([...graph.nodeById.keys()]).toEqual(strange);
    expect(graph.edges.map(({ id }) => id)).toEqual(strange.slice(0, -1));
    expect([...graph.nodes[0]!.outgoing.keys()]).toEqual(['__proto__']);
    expect(graph.nodes[1]!.inputPorts).toEqual(['__proto__']);
    expect(graph.nodes[1]!.cancels).toEqual([graph.nodes[0]]);
    expect(graph.limitNode?.id).toBe('constructor');
    expect(graph.entries.map(({ id }) => id)).toEqual(['__proto__']);
  });

  it('[K14] what an object inherits is not an id', () => {
    const workflow = draw('a>b', { entry: ['toString'], policy: { onLimit: 'constructor' } });
    const { diagnostics } = compileGraph({
      ...workflow,
      nodes: [...workflow.nodes, { id: 'c', type: 'valueOf' }],
      edges: [{ from: '__proto__', to: 'hasOwnProperty' }],
    });
    expect(diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['UNKNOWN_NODE_TYPE', '/nodes/2/type'],
      ['EDGE_END_MISSING', '/edges/0/from'],
      ['EDGE_END_MISSING', '/edges/0/to'],
      ['ENTRY_MISSING', '/entry/0'],
      ['LIMIT_NODE_MISSING', '/policy/onLimit'],
    ]);
  });

  it('[K14] a port declared as __proto__ is required like any other', () => {
    const input = JSON.parse('{"__proto__":{"required":true}}') as object;
    const graph = compiled(draw('a>b.__proto__', { nodes: { b: { input } as object } }));
    expect(graph.nodes[1]!.required).toEqual(['__proto__']);
  });
});

function compiled(workflow: Workflow, options?: CompileOptions): Graph {
  const { graph, diagnostics } = compileGraph(workflow, options);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return graph!;
}

function byId(graph: Graph) {
  return Object.fromEntries(graph.nodeById);
}

function ids(edges: readonly GraphEdge[]): readonly string[] {
  return edges.map(({ id }) => id);
}

// Goal: a dataflow means in native form what its author meant. Method: small flows, and the parts of the compiled workflow that
// say it.
import type { Json, JsonObject } from '@skein/kernel';
import { drawFlow } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { allKinds, compileDefinition, dataflow, detectDialect } from '../../src/index.ts';
import { compile, edgesOf, problems, workflowOf } from './compiling.ts';

describe('the format', () => {
  it('[DF1] nodes and edges are a dataflow', () => {
    expect(detectDialect({ nodes: [], edges: [] })).toBe(dataflow);
    expect(detectDialect({ nodes: [{ id: 'a', nodeType: 'chat' }] })).toBe(dataflow);
    expect(detectDialect({ nodes: [{ id: 'a', type: 'join' }] })).toBeNull();
    const native = { nodes: [{ id: 'a', type: 'join' }], edges: [{ from: 'a', to: 'a' }] };
    expect(detectDialect(native)).toBeNull();
    expect(detectDialect({ edges: [] })).toBeNull();
  });

  it.each(['nodeType', 'type', 'kind'])('[DF1] %s names the type of a node', (key) => {
    const { nodes } = workflowOf({ nodes: [{ id: 'a', [key]: 'chat' }], edges: [] });
    expect(nodes).toEqual([{ id: 'a', type: 'dataflow.chat' }]);
  });

  it('[DF1] handles are outputs and inputs, and a missing one is the context', () => {
    const nodes = [
      { id: 'a', nodeType: 'chat' },
      { id: 'b', nodeType: 'chat' },
    ];
    const ends = { source: 'a', target: 'b' };
    const edges = [
      { ...ends, sourceHandle: 'result', targetHandle: 'message' },
      { ...ends, sourceHandle: null },
      { ...ends, sourceOutput: 'result', targetInput: 'data' },
    ];
    expect(edgesOf({ nodes, edges })).toEqual([
      { from: 'a', out: 'result', to: 'b', in: 'message' },
      { from: 'a', out: 'context', to: 'b', in: 'context', carry: 'context' },
      { from: 'a', out: 'result', to: 'b', in: 'data' },
    ]);
  });

  it('[DF1] names, labels, policy and places go where native has them', () => {
    const workflow = workflowOf({
      id: 'flow',
      name: 'Flow',
      description: 'What for',
      policy: { concurrency: 1 },
      nodes: [{ id: 'a', nodeType: 'chat', label: 'Talk', position: { x: 3, y: 4 } }],
    });
    expect(workflow).toMatchObject({
      skein: 1,
      id: 'flow',
      name: 'Flow',
      description: 'What for',
      policy: { concurrency: 1 },
      nodes: [{ id: 'a', type: 'dataflow.chat', name: 'Talk' }],
      studio: { positions: { a: { x: 3, y: 4 } } },
    });
  });

  it('[DF1] broken shapes are reported at once, with what else is wrong', () => {
    const definition = {
      nodes: [{ id: 'a', nodeType: 'chat' }, { id: 'b' }, 7, { nodeType: 'chat' }],
      edges: [{ source: 'a' }, { source: 'a', target: 'zz', sourceOutput: 5 }],
      extra: true,
    };
    expect(problems(definition).toSorted()).toEqual([
      'EDGE_END_MISSING /edges/1/target',
      'MISSING_KEY /edges/0',
      'MISSING_KEY /nodes/1',
      'MISSING_KEY /nodes/3',
      'UNKNOWN_KEY /extra',
      'WRONG_TYPE /edges/1/sourceOutput',
      'WRONG_TYPE /nodes/2',
    ]);
    expect(compile(definition)).toMatchObject({ workflow: null, graph: null });
  });
});

describe('edges', () => {
  const carried = (definition: unknown) => edgesOf(definition).map(({ carry }) => carry ?? 'value');

  it('[DF2] from context, or marked, they carry the context, whatever their ports are called', () => {
    const definition = drawFlow(
      'a:chat b:chat',
      'a>b a.context>b.data a.result>b.message a.result>b.tools!',
    );
    expect(carried(definition)).toEqual(['context', 'context', 'value', 'context']);
  });

  it('[DF2] so do those from the context of an intent', () => {
    const configs = { r: { routes: { x: 'y' } } };
    const definition = drawFlow('r:intentRouter c:chat', 'r.x-context>c r.x-data>c.data', {
      configs,
    });
    expect(carried(definition)).toEqual(['context', 'value']);
    expect(problems(definition)).toEqual([]);
    // On other nodes this is a name like any other.
    expect(carried(drawFlow('r:parallelSplit c:chat', 'r.x-context>c'))).toEqual(['value']);
  });

  it('[DF2] marked otherwise they do not', () => {
    const metadata = { isContextEdge: false, mine: [1] };
    const edges = [{ source: 'a', target: 'b', metadata }];
    const nodes = [
      { id: 'a', nodeType: 'chat' },
      { id: 'b', nodeType: 'chat' },
    ];
    expect(carried({ nodes, edges })).toEqual(['value']);
    expect(problems({ nodes, edges })).toEqual([]);
    const wrong = [{ source: 'a', target: 'b', metadata: { isContextEdge: 'yes' } }];
    expect(problems({ nodes, edges: wrong })).toEqual([
      'WRONG_TYPE /edges/0/metadata/isContextEdge',
    ]);
  });

  it('[DF23] native nodes let the context out with their output', () => {
    const configs = { t: { value: '${previous}' } };
    const definition = drawFlow('c:chat t:transform d:chat', 'c>t t>d', { configs });
    expect(edgesOf(definition)[1]).toEqual({
      id: 'e1',
      from: 't',
      out: 'output',
      to: 'd',
      in: 'context',
      carry: 'context',
    });
  });
});

describe('node types', () => {
  const types = [
    'defaultContextStart newContext userInput manualInput chat tools intentRouter injectMessages',
    'cache parallelSplit parallelJoin conditional approvalGate budgetGuard redactor',
  ].join(' ');

  it('[DF3] the fifteen of the format are known', () => {
    const names = types.split(' ');
    expect(dataflow.kinds.map(({ type }) => type).toSorted()).toEqual(
      names.map((name) => `dataflow.${name}`).toSorted(),
    );
  });

  it('[DF3] so are native ones and those of the host', () => {
    const kinds = new Map([...allKinds, ['mine', { type: 'mine', mode: 'execute', ports: 'any' }]]);
    const definition = drawFlow('a:join b:mine c:text.upper');
    const compiled = compileDefinition(definition, {
      dialect: 'dataflow',
      kinds: kinds as typeof allKinds,
      functions: new Set(['text.upper']),
    });
    expect(compiled.diagnostics).toEqual([]);
    expect(compiled.workflow?.nodes).toEqual([
      { id: 'a', type: 'join' },
      { id: 'b', type: 'mine' },
      { id: 'c', type: 'function', config: { name: 'text.upper' } },
    ]);
  });

  it('[DF3] anything else is an error that names the nearest', () => {
    expect(compile(drawFlow('a:chatt b:dataflow.chat c:canvas.agent')).diagnostics).toEqual([
      {
        code: 'UNKNOWN_NODE_TYPE',
        severity: 'error',
        pointer: '/nodes/0/nodeType',
        message: 'No node type is called "chatt".',
        hint: 'Did you mean "chat"?',
      },
      expect.objectContaining({ code: 'UNKNOWN_NODE_TYPE', pointer: '/nodes/1/nodeType' }),
      expect.objectContaining({ code: 'UNKNOWN_NODE_TYPE', pointer: '/nodes/2/nodeType' }),
    ]);
    expect(problems({ nodes: [{ id: 'a', kind: 'nothing at all' }] })).toEqual([
      'UNKNOWN_NODE_TYPE /nodes/0/kind',
    ]);
  });

  it('[DF23] a plain function gets its config and its inputs as arguments, and gives one value', () => {
    const definition = drawFlow(
      's:manualInput f:math.add d:redactor',
      's.message>f.b f.result>d.data',
      {
        configs: { s: { message: '1' }, f: { a: '${x}', c: ['$${'] } },
      },
    );
    const compiled = compileDefinition(definition, {
      dialect: 'dataflow',
      functions: new Set(['math.add']),
    });
    expect(compiled.workflow?.nodes[1]?.config).toEqual({
      name: 'math.add',
      args: { a: '$${x}', c: ['$$$${'], b: '${inputs["b"]}' },
    });
    expect(compiled.workflow?.edges?.[1]?.out).toBe('output');
    expect(compiled.diagnostics).toEqual([]);
  });
});

describe('configs', () => {
  const rows: readonly (readonly [string, JsonObject, readonly string[]])[] = [
    ['defaultContextStart', { model: 5 }, ['WRONG_TYPE /nodes/0/config/model']],
    [
      'newContext',
      { provider: 'openai', model: null, other: 1 },
      ['UNKNOWN_KEY /nodes/0/config/other'],
    ],
    ['userInput', { prompt: [] }, ['WRONG_TYPE /nodes/0/config/prompt']],
    ['manualInput', {}, ['MISSING_KEY /nodes/0/config']],
    ['chat', { model: true }, ['WRONG_TYPE /nodes/0/config/model']],
    ['tools', { tools: 'some' }, ['BAD_VALUE /nodes/0/config/tools']],
    ['tools', { tools: ['search'] }, []],
    ['intentRouter', { routes: {} }, ['BAD_VALUE /nodes/0/config/routes']],
    ['intentRouter', {}, ['MISSING_KEY /nodes/0/config']],
    [
      'injectMessages',
      { messages: [{ role: 'tool', content: 'x' }] },
      ['BAD_VALUE /nodes/0/config/messages/0/role'],
    ],
    ['cache', { ttlMs: -1 }, ['BAD_VALUE /nodes/0/config/ttlMs']],
    ['parallelSplit', { ways: 2 }, ['UNKNOWN_KEY /nodes/0/config/ways']],
    ['parallelJoin', {}, []],
    ['conditional', {}, ['MISSING_KEY /nodes/0/config']],
    [
      'conditional',
      { condition: { left: 1, op: 'like' } },
      ['BAD_CONDITION /nodes/0/config/condition'],
    ],
    ['approvalGate', { prompt: 1 }, ['WRONG_TYPE /nodes/0/config/prompt']],
    ['budgetGuard', { tokens: '5' }, ['WRONG_TYPE /nodes/0/config/tokens']],
    ['redactor', { kinds: ['name'] }, ['BAD_VALUE /nodes/0/config/kinds/0']],
    ['transform', {}, ['MISSING_KEY /nodes/0/config']],
    [
      'map',
      { items: [], workflow: { nodes: [{ id: 'x', type: 'nothing' }] } },
      ['UNKNOWN_NODE_TYPE /nodes/0/config/workflow/nodes/0/type'],
    ],
  ];

  it.each(rows)('[DF4] %s %j', (nodeType, config, expected) => {
    expect(problems({ nodes: [{ id: 'a', nodeType, config }], edges: [] }).toSorted()).toEqual(
      expected,
    );
  });

  it('[DF4] no text in them is a template', () => {
    const config = { systemInstructions: '${nothing.output} $${x} ${', extra: '${' };
    const { graph, diagnostics } = compile({
      nodes: [{ id: 'a', nodeType: 'newContext', config }],
      edges: [],
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['UNKNOWN_KEY']);
    expect(graph?.nodes[0]?.constantConfig).toEqual(config);
  });

  it('[DF4] but in native types', () => {
    const nodes = [{ id: 'a', nodeType: 'transform', config: { value: '${' } }];
    expect(problems({ nodes, edges: [] })).toEqual(['BAD_REFERENCE /nodes/0/config/value']);
  });
});

describe('circles', () => {
  const said = (definition: unknown) =>
    compile(definition).diagnostics.map(({ code, message, pointer }) => [code, pointer, message]);

  it.each<readonly [Json, string, string, readonly string[]]>([
    [
      drawFlow('a:redactor b:redactor', 'a.data>b.data b.data>a.data'),
      '/nodes/0',
      'a',
      ['a', 'b', 'a'],
    ],
    [
      drawFlow('z:redactor a:redactor', 'a.data>z.data z.data>a.data'),
      '/nodes/0',
      'z',
      ['z', 'a', 'z'],
    ],
    [drawFlow('a:redactor', 'a.data>a.data'), '/nodes/0', 'a', ['a', 'a']],
    [
      drawFlow('s:manualInput c:chat b:chat a:chat', 's>a a>b b>c c>a', {
        configs: { s: { message: '' } },
      }),
      '/nodes/1',
      'c',
      ['c', 'a', 'b', 'c'],
    ],
  ])(
    '[DF5] %#: is named, beginning with the node written first',
    (definition, place, first, circle) => {
      expect(said(definition)).toEqual([
        [
          'CIRCULAR_DEPENDENCY',
          place,
          `Circular dependency detected at node ${first}: ${circle.join(' → ')}`,
        ],
      ]);
      expect(compile(definition).graph).toBeNull();
    },
  );

  it('[DF5] every one of them is named, and a conversation beside it is none', () => {
    const definition = drawFlow(
      'a:redactor b:redactor u:userInput c:chat d:redactor e:redactor',
      'a.data>b.data b.data>a.data u>c c>u c.result>d.data d.data>e.data e.data>d.data',
    );
    expect(said(definition).map(([, , message]) => message)).toEqual([
      'Circular dependency detected at node a: a → b → a',
      'Circular dependency detected at node d: d → e → d',
    ]);
  });
});

describe('entries', () => {
  it('[DF23] all nodes that wait for nothing start, also beside a native start', () => {
    const definition = drawFlow('s:start t:tools c:chat', 's.output>c.message t.tools>c.tools');
    expect(workflowOf(definition).entry).toEqual(['s', 't']);
    expect(workflowOf(drawFlow('t:tools')).entry).toBeUndefined();
  });
});

describe('order', () => {
  it('[DF24] edges to one target are brought together', () => {
    const edges = edgesOf(
      drawFlow('a:parallelSplit b:parallelJoin c:parallelJoin', 'a.x>b.x a.x>c.x a.y>b.y'),
    );
    expect(edges.map(({ priority }) => priority)).toEqual([0, 1, 0]);
    const plain = edgesOf(
      drawFlow('a:parallelSplit b:parallelJoin c:parallelJoin', 'a.x>b.x a.y>b.y a.x>c.x'),
    );
    expect(plain.map(({ priority }) => priority)).toEqual([undefined, undefined, undefined]);
  });
});

describe('versions', () => {
  it('[DF8] leave out where nodes are drawn, and nothing else', () => {
    const version = (node: JsonObject) =>
      compile({ nodes: [{ id: 'a', nodeType: 'chat', ...node }], edges: [] }).version;
    expect(version({ position: { x: 1, y: 2 } })).toBe(version({}));
    expect(version({ label: 'A' })).not.toBe(version({}));
    expect(version({ config: {} })).not.toBe(version({}));
  });
});

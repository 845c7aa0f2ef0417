// Goal: a dataflow means in native form what its author meant. Method: small flows, and the parts of the compiled workflow that
// say it.
import { cpuMs, drawFlow } from '@skein/testkit';
import type { Json, JsonObject, Workflow, WorkflowEdge } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { allKinds, compileDefinition, dataflow, detectDialect } from '../../src/index.ts';

function compile(definition: unknown, more: JsonObject = {}) {
  return compileDefinition(definition, { dialect: 'dataflow', ...more });
}

function workflowOf(definition: unknown): Workflow {
  const { workflow, diagnostics } = compile(definition);
  if (workflow === null) throw new Error(JSON.stringify(diagnostics));
  return workflow;
}

function edgesOf(definition: unknown): readonly WorkflowEdge[] {
  return workflowOf(definition).edges ?? [];
}

function problems(definition: unknown): readonly string[] {
  return compile(definition).diagnostics.map(({ code, pointer }) => `${code} ${pointer}`);
}

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
    expect(dataflow.kinds.map(({ type }) => type)).toEqual(names.map((name) => `dataflow.${name}`));
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

describe('conversations', () => {
  const loops = (definition: unknown) =>
    edgesOf(definition)
      .filter(({ loop }) => loop === true)
      .map(({ from, to }) => `${from} ⇒ ${to}`);
  const entries = (definition: unknown) => compile(definition).graph?.entries.map(({ id }) => id);

  it('[DF6] u ⇄ c begins with u', () => {
    const definition = drawFlow('c:chat u:userInput', 'u>c c>u');
    expect(problems(definition)).toEqual([]);
    expect(loops(definition)).toEqual(['c ⇒ u']);
    expect(entries(definition)).toEqual(['u']);
  });

  it('[DF6] who asks is the head, also where it dominates nothing', () => {
    const definition = drawFlow('s:defaultContextStart c:chat u:userInput', 's>c c>u u>c');
    expect(loops(definition)).toEqual(['c ⇒ u']);
    expect(entries(definition)).toEqual(['s', 'u']);
  });

  it('[DF6] several ways back meet in a derived join, which carries the context', () => {
    const definition = drawFlow('u:userInput a:chat b:chat', 'u>a u>b a>u b.result>u.data');
    const { nodes, edges } = workflowOf(definition);
    expect(nodes.at(-1)).toEqual({ id: 'u again', type: 'join', derived: true });
    expect(edges?.slice(2)).toEqual([
      { id: 'e2', from: 'a', out: 'context', to: 'u again', in: 'context', carry: 'context' },
      { id: 'e3', from: 'b', out: 'result', to: 'u again', in: 'data' },
      { from: 'u again', to: 'u', in: 'context', loop: true, carry: 'context', derived: true },
    ]);
    expect(problems(definition)).toEqual([]);
  });

  it('[DF6] the derived join takes no name that someone has', () => {
    const definition = drawFlow('u:userInput a:chat b:chat', 'u>a u>b a>u b>u');
    const nodes = [...(definition['nodes'] as Json[]), { id: 'u again', nodeType: 'tools' }];
    expect(workflowOf({ ...definition, nodes }).nodes.at(-1)?.id).toBe('u again 2');
  });

  it('[DF6] a second question in the circle is asked within the round', () => {
    const definition = drawFlow('u:userInput a:chat v:userInput b:chat', 'u>a a>v v>b b>u');
    expect(loops(definition)).toEqual(['b ⇒ u']);
    expect(entries(definition)).toEqual(['u']);
  });

  it('[DF6] the one that is asked from outside comes first', () => {
    const definition = drawFlow(
      'u:userInput a:chat v:userInput b:chat s:defaultContextStart',
      'u>a a>v v>b b>u s>v',
    );
    expect(loops(definition)).toEqual(['a ⇒ v']);
    expect(entries(definition)).toEqual(['s']);
  });

  it('[DF6] conversations inside conversations', () => {
    const definition = drawFlow('u:userInput a:chat v:userInput b:chat', 'u>a a>v v>b b>v b>u');
    expect(loops(definition)).toEqual(['b ⇒ v', 'b ⇒ u']);
    expect(compile(definition).graph).not.toBeNull();
  });

  it('[DF6] over a thousand inside one another are refused', () => {
    const ids = Array.from({ length: 1100 }, (_, i) => `u${i}`);
    const nodes = ids.map((id) => ({ id, nodeType: 'userInput' }));
    const edges = ids.slice(1).flatMap((id, i) => [
      { source: ids[i] as string, target: id },
      { source: id, target: ids[i] as string },
    ]);
    expect(problems({ nodes, edges })).toContain('LOOPS_TOO_DEEP /edges');
  });
});

describe('entries', () => {
  it('[DF23] all nodes that wait for nothing start, also beside a native start', () => {
    const definition = drawFlow('s:start t:tools c:chat', 's.output>c.message t.tools>c.tools');
    expect(workflowOf(definition).entry).toEqual(['s', 't']);
    expect(workflowOf(drawFlow('t:tools')).entry).toBeUndefined();
  });
});

describe('contexts', () => {
  it('[DF10] main has the settings of the first start that says something', () => {
    const definition = drawFlow('a:defaultContextStart b:defaultContextStart', '', {
      configs: {
        a: { model: 'm', provider: '' },
        b: { model: 'n', provider: 'p', systemInstructions: 'Be brief.' },
      },
    });
    expect(workflowOf(definition).contexts).toEqual({
      main: { model: 'm', provider: 'p', systemInstructions: 'Be brief.' },
    });
    expect(workflowOf(drawFlow('a:chat')).contexts).toBeUndefined();
  });
});

describe('diagnostics', () => {
  it('[DF7] two values for one input are warned of in the words of the format', () => {
    const configs = { a: { message: '' }, b: { message: '' } };
    const definition = drawFlow(
      'a:manualInput b:manualInput c:chat',
      'a.message>c.message b.message>c.message',
      { configs },
    );
    expect(compile(definition).diagnostics).toEqual([
      {
        code: 'SAME_PORT_TWICE',
        severity: 'warning',
        pointer: '/edges/1',
        message:
          'The edges "e0" and "e1" both bring a value to the input "message" of "c"; only that of "e1", the later one, is seen.',
        hint: 'Give one of them another "targetInput".',
      },
    ]);
  });

  it('[DF7] not when one is a loop edge, and not for two intents', () => {
    const loop = drawFlow(
      's:defaultContextStart u:userInput c:chat',
      's>u u>c c>u c.result>u.context',
    );
    expect(problems(loop)).toEqual([]);
    const configs = { r: { routes: { x: '', y: '' } }, s: { message: '' } };
    const router = drawFlow(
      's:manualInput r:intentRouter c:chat',
      's.message>r.data s>r r.x-data>c.data r.y-data>c.data r.x-context>c r.y-context>c',
      { configs },
    );
    expect(problems(router)).toEqual([]);
  });

  it('[DF7] outputs that a node does not have', () => {
    const definition = drawFlow('a:tools b:chat', 'a.result>b.message');
    expect(compile(definition).diagnostics[0]).toMatchObject({
      code: 'PORT_NEVER_FIRES',
      pointer: '/edges/0',
      hint: expect.stringContaining('"tools", "toolNames"'),
    });
  });

  it('[DF7] duplicate ids, missing ends, no nodes', () => {
    expect(problems(drawFlow('a:chat a:chat'))).toEqual(['DUPLICATE_ID /nodes/1/id']);
    expect(problems(drawFlow('a:chat', 'b>a a>c'))).toEqual([
      'EDGE_END_MISSING /edges/0/source',
      'EDGE_END_MISSING /edges/1/target',
    ]);
    expect(compile({ nodes: [], edges: [] }).diagnostics[0]).toMatchObject({
      code: 'EMPTY_WORKFLOW',
      hint: expect.stringContaining('defaultContextStart'),
    });
  });

  it('[DF7] functions that no one registered, and a new context that would be main', () => {
    const nodes = [
      { id: 'f', nodeType: 'function', config: { name: 'mail.send' } },
      { id: 'main', nodeType: 'newContext' },
    ];
    const { diagnostics } = compileDefinition(
      { nodes, edges: [] },
      { dialect: 'dataflow', functions: new Set() },
    );
    expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`).toSorted()).toEqual([
      'BAD_VALUE /nodes/1/id',
      'FUNCTION_NOT_REGISTERED /nodes/0/config/name',
    ]);
  });

  it('[DF7] the place of a node is known', () => {
    const { placeOf } = compile(drawFlow('a:chat b/c:chat'));
    expect([placeOf?.('b/c'), placeOf?.('zz')]).toEqual(['/nodes/1', undefined]);
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

describe('hostile definitions', () => {
  it('[DF29] ids are plain data', () => {
    const ids = ['__proto__', 'constructor', 'toString', 'a/b~c'];
    const nodes = ids.map((id) => ({ id, nodeType: 'chat', position: { x: 1, y: 2 } }));
    const edges = ids.slice(1).map((id, i) => ({ source: ids[i] as string, target: id }));
    const compiled = compile({ nodes, edges });
    expect(compiled.diagnostics).toEqual([]);
    expect(compiled.graph?.nodes.map(({ id }) => id)).toEqual(ids);
    expect(Object.keys(compiled.workflow?.studio?.['positions'] as JsonObject)).toEqual(ids);
    expect(problems({ nodes: [{ id: 'a', nodeType: '__proto__' }], edges: [] })).toEqual([
      'UNKNOWN_NODE_TYPE /nodes/0/nodeType',
    ]);
    const routes = JSON.parse('{"__proto__": "x", "constructor": "y"}') as JsonObject;
    const configs = { r: { routes } };
    expect(
      problems(drawFlow('r:intentRouter c:chat', 'r.__proto__-context>c', { configs })),
    ).toEqual([]);
  });

  it('[DF30] nothing makes it throw', () => {
    let deep: Json = 1;
    for (let i = 0; i < 10_000; i++) deep = [deep];
    const values: unknown[] = [
      null,
      1,
      'x',
      [],
      {},
      { nodes: 5 },
      { nodes: [null], edges: {} },
      { nodes: [{ id: 'a', nodeType: 'chat', config: deep }] },
    ];
    for (const value of values) {
      const { graph, diagnostics } = compile(value);
      expect(graph).toBeNull();
      expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
    }
    expect(problems({ nodes: [{ id: 'a', nodeType: 'chat', config: { x: deep } }] })[0]).toMatch(
      /^TOO_DEEP/,
    );
  });

  it('[DF30] fifty thousand nodes take seconds at most, also in circles', () => {
    const size = 50_000;
    const ids = Array.from({ length: size }, (_, i) => `n${i}`);
    const nodes = ids.map((id) => ({ id, nodeType: 'redactor' }));
    const edges = ids.slice(1).map((id, i) => ({
      source: ids[i] as string,
      sourceOutput: 'data',
      target: id,
      targetInput: 'data',
    }));
    const before = cpuMs();
    expect(compile({ nodes, edges }).diagnostics).toEqual([]);
    const back = {
      source: `n${size - 1}`,
      sourceOutput: 'data',
      target: 'n0',
      targetInput: 'data',
    };
    const [circle] = compile({ nodes, edges: [...edges, back] }).diagnostics;
    expect(circle?.code).toBe('CIRCULAR_DEPENDENCY');
    expect(circle?.message.length).toBeLessThan(1000);
    expect(cpuMs() - before).toBeLessThan(30_000);
  });
});

// Goal: a definition compiles to what its author drew, what the dialect adds is derived, and the way back loses nothing.
import type { JsonObject, Workflow } from '@skein/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  agentGraph,
  checkJson,
  compileDefinition,
  compileNative,
  contentHash,
  exportDefinition,
  type Compiled,
  type StoredAgent,
} from '../../src/index.ts';
import { anyDefinition } from './any-definition.ts';
import {
  agentNode,
  always,
  executorNode,
  graphOf,
  handOffNode,
  helper,
  route,
  searcher,
} from './definitions.ts';

const compile = (definition: unknown): Compiled => agentGraph.compile(definition);

function workflowOf(definition: unknown): Workflow {
  const { workflow, diagnostics } = compile(definition);
  if (workflow === null) throw new Error(JSON.stringify(diagnostics));
  return workflow;
}

const everything = graphOf({
  id: 'w',
  name: 'W',
  isConversational: true,
  nodes: [
    agentNode('a', { agentId: 'searcher' }),
    agentNode('b'),
    executorNode('t'),
    handOffNode('h'),
  ],
  edges: [
    route('a -> b: B', { id: 'e1' }),
    route('a -> t: tools', { id: 'e2' }),
    route('a -> : END', { id: 'e3' }),
    always('b -> a', { id: 'e4' }),
    route('b -> h: human', { id: 'e5' }),
    route('t -> b: search', { id: 'e6' }),
  ],
  agents: [helper, searcher],
});

describe('the native form', () => {
  const { nodes, edges = [], entry, policy } = workflowOf(everything);

  it('[AG7] has the nodes and edges of the author, in order', () => {
    const own = nodes.filter(({ derived }) => derived !== true);
    expect(own.map(({ id, type, name, join }) => [id, type, name, join])).toEqual([
      ['a', 'agent-graph.agent', 'The a', 'once'],
      ['b', 'agent-graph.agent', 'The b', 'once'],
      ['t', 'agent-graph.tools', 'The t', 'once'],
      ['h', 'agent-graph.handoff', 'The h', 'once'],
    ]);
    const drawn = edges.filter(({ derived }) => derived !== true);
    expect(drawn.map(({ id, from, out, to }) => `${id} ${from}.${out} ${to}`)).toEqual([
      'e1 a.route b',
      'e2 a.route t',
      'e3 a.route :end',
      'e4 b.always a',
      'e5 b.route h',
      'e6 t.route b',
    ]);
    expect(entry).toEqual(['a']);
  });

  it('[AG7] has the rest as derived: end, user, another turn, return, ways to a hand-off and out of it', () => {
    const added = nodes.filter(({ derived }) => derived === true);
    expect(added.map(({ id, type, standsFor }) => [id, type, standsFor])).toEqual([
      [':end', 'end', undefined],
      [':turn:a', 'agent-graph.turn', 'a'],
      [':turn:b', 'agent-graph.turn', 'b'],
    ]);
    const lines = edges.filter(({ derived }) => derived === true);
    expect(lines.map(({ from, out = 'output', to }) => `${from}.${out} ${to}`)).toEqual([
      'a.again a',
      'a.finish :end',
      'a.turn :turn:a',
      ':turn:a.output a',
      'b.again b',
      'b.finish :end',
      'b.turn :turn:b',
      ':turn:b.output b',
      't.back a',
      'h.to:a a',
      'h.to:b b',
      'h.to:h h',
      'h.finish :end',
      'a.failed h',
      'b.failed h',
    ]);
  });

  it('[AG7] offers no executor as a choice', () => {
    expect(nodes[0]?.config).toEqual({
      agent: { id: 'searcher', name: 'Searcher', tools: searcher['tools'] },
      conversational: true,
      routes: ['B', 'END'],
      executor: 'tools',
      handOff: true,
      input: '${trigger|}',
    });
    expect(nodes[2]?.config).toEqual({ routes: ['search'] });
  });

  it('[AG8] has the limits of the dialect, unless the policy says otherwise', () => {
    const usual = { maxSteps: 15, timeoutMs: 90_000, maxRepeats: 3, countsFrom: 'answer' };
    expect(policy).toEqual({ ...usual, onLimit: 'h' });
    expect(workflowOf(graphOf()).policy).toEqual(usual);
    const own = { maxSteps: 5, onLimit: 'fail', concurrency: 2 };
    const changed = workflowOf({ ...everything, policy: own }).policy;
    expect(changed).toEqual({ ...usual, ...own });
  });

  it('[AG7] is itself a valid native definition', () => {
    const { version: _, ...given } = compileDefinition(workflowOf(everything));
    expect(given.dialect).toBe('native');
    expect(given.diagnostics).toEqual([]);
  });

  it('[AG13] takes stored agents where the definition has none of that id', () => {
    const { agents: _, ...bare } = graphOf();
    const agents = new Map<string, StoredAgent>([
      ['helper', { id: 'helper', systemPrompt: 'Hi.' }],
    ]);
    const stored = agentGraph.compile(bare, { agents }).workflow;
    expect(stored?.nodes[0]?.config).toMatchObject({ agent: { system: 'Hi.', tools: [] } });
    const own = agentGraph.compile(graphOf(), { agents }).workflow;
    expect(own?.nodes[0]?.config).toMatchObject({ agent: { system: 'Help.' } });
  });

  it('[AG12] keeps prompts and values as they are written', () => {
    const system = 'Say ${trigger} and {{x}} and <<y>> and @{z} and $& and $${a}.';
    const value = '${x} $$ {';
    const definition = graphOf({
      nodes: [agentNode('a'), agentNode('b')],
      edges: [route(`a -> b: ${value}`)],
      agents: [{ id: 'helper', systemPrompt: system }],
    });
    const { graph, diagnostics } = compile(definition);
    expect(diagnostics).toEqual([]);
    const node = graph?.nodeById.get('a');
    const config = node?.config.kind === 'object' ? new Map(node.config.entries) : new Map();
    expect(config.get('agent')).toMatchObject({ kind: 'constant', value: { system } });
    expect(exportDefinition(workflowOf(definition), agentGraph).definition).toEqual(definition);
    expect(agentGraph.export(workflowOf(definition)).definition).toMatchObject({
      edges: [{ conditionValue: value }],
    });
  });
});

describe('the way back', () => {
  it('[AG9] gives an unedited document back as it was, also what has no meaning', () => {
    const odd = { ...everything, colour: 'red', edges: [...(everything['edges'] as [])] };
    expect(exportDefinition(workflowOf(odd), agentGraph)).toEqual({ definition: odd, losses: [] });
  });

  it('[AG10] [AG9] says the same, over generated definitions', () => {
    let sound = 0;
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        const { graph, workflow, diagnostics } = compile(definition);
        const errors = diagnostics.filter(({ severity }) => severity === 'error');
        expect(errors).toEqual([]);
        if (graph === null || workflow === null) return;
        sound++;
        expect(exportDefinition(workflow, agentGraph).definition).toEqual(definition);
        const exported = agentGraph.export(workflow);
        expect(exported.losses).toEqual([]);
        expect(checkJson(exported.definition)).toEqual([]);
        const again = workflowOf(exported.definition);
        expect(contentHash(again as unknown as JsonObject)).toBe(
          contentHash(workflow as unknown as JsonObject),
        );
      }),
      { numRuns: 300 },
    );
    expect(sound).toBeGreaterThan(200);
  });

  it('[AG10] an edited workflow is exported from what it holds', () => {
    const workflow = workflowOf(everything);
    const edited: Workflow = {
      ...workflow,
      name: 'Other',
      nodes: workflow.nodes.map((node) => (node.id === 'b' ? { ...node, name: 'Bea' } : node)),
    };
    const { definition, losses } = exportDefinition(edited, agentGraph);
    expect(losses).toEqual([]);
    expect(definition).toMatchObject({
      name: 'Other',
      isConversational: true,
      nodes: [{}, { id: 'b', nodeName: 'Bea', agentId: 'helper' }, {}, {}],
    });
  });

  it('[AG10] two nodes of one agent that no longer agree become two agents', () => {
    const workflow = workflowOf(
      graphOf({ nodes: [agentNode('a'), agentNode('b')], edges: [always('a -> b')] }),
    );
    const [a, b, ...rest] = workflow.nodes;
    const other = {
      ...b,
      config: { ...b?.config, agent: { id: 'helper', system: 'New.', tools: [] } },
    };
    // Both are nodes of the workflow.
    const nodes = [a, other, ...rest] as Workflow['nodes'];
    expect(agentGraph.export({ ...workflow, nodes }).definition).toMatchObject({
      nodes: [{ agentId: 'helper' }, { agentId: 'helper-2' }],
      agents: [{ id: 'helper' }, { id: 'helper-2', systemPrompt: 'New.' }],
    });
  });

  it('[AG10] lists what it cannot say of another workflow', () => {
    const workflow: Workflow = {
      skein: 1,
      nodes: [
        { id: 's', type: 'start' },
        { id: 'x', type: 'llm', config: { prompt: 'Hi', system: 'Help.' }, retry: { attempts: 2 } },
        { id: 'y', type: 'transform', config: { value: 1 } },
        { id: 'e', type: 'end' },
      ],
      edges: [
        { from: 's', to: 'x' },
        { from: 'x', to: 'y' },
        { from: 'x', to: 'e' },
      ],
      trigger: { type: 'cron' },
    };
    const { definition, losses } = agentGraph.export(workflow);
    const places = ['/nodes/1/retry', '/nodes/2', '/nodes/1/config/prompt', '/edges/1', '/trigger'];
    expect(losses.map(({ code, severity, pointer }) => [code, severity, pointer])).toEqual(
      places.map((place) => ['EXPORT_LOSS', 'warning', place]),
    );
    expect(definition).toMatchObject({
      entrypointNodeId: 'x',
      nodes: [{ id: 'x', nodeType: 'AGENT', agentId: 'x' }],
      edges: [{ sourceNodeId: 'x', targetNodeId: null, conditionType: 'ALWAYS' }],
      agents: [{ id: 'x', systemPrompt: 'Help.' }],
      policy: { maxSteps: 10_000, timeoutMs: null, maxRepeats: null, countsFrom: 'start' },
    });
    expect(compile(definition).graph).not.toBeNull();
  });
});

describe('versions and schema', () => {
  it('[AG14] the version is that of the document: every change but the order of keys', () => {
    const { entrypointNodeId, ...rest } = everything;
    const turned = { ...rest, entrypointNodeId } as JsonObject;
    expect(compile(turned).version).toBe(compile(everything).version);
    expect(compile({ ...everything, name: 'V' }).version).not.toBe(compile(everything).version);
  });

  it('[AG14] the JSON schema knows every key of the format', () => {
    expect(agentGraph.schema()).toMatchObject({
      type: 'object',
      required: ['entrypointNodeId', 'nodes'],
      properties: {
        nodes: {
          items: {
            properties: { nodeType: { enum: ['AGENT', 'TOOL_EXECUTOR', 'HUMAN_HANDOFF'] } },
          },
        },
        edges: { items: { required: ['sourceNodeId', 'targetNodeId', 'conditionType'] } },
      },
    });
  });
});

describe('hostile documents', () => {
  it('[AG12] nesting of 10,000 levels is refused, and nothing overflows', () => {
    let deep: unknown = {};
    for (let i = 0; i < 10_000; i++) deep = { deep };
    expect(agentGraph.diagnose({ ...graphOf(), deep })).toMatchObject([{ code: 'TOO_DEEP' }]);
  });

  it('[AG12] ids like `__proto__` are ids', () => {
    const definition = JSON.parse(`{
      "entrypointNodeId": "__proto__",
      "nodes": [
        { "id": "__proto__", "nodeType": "AGENT", "nodeName": "constructor", "agentId": "__proto__" },
        { "id": "toString", "nodeType": "HUMAN_HANDOFF", "nodeName": "__proto__" }
      ],
      "edges": [{ "sourceNodeId": "__proto__", "targetNodeId": "toString", "conditionType": "CONDITIONAL", "conditionValue": "constructor" }],
      "agents": [{ "id": "__proto__", "systemPrompt": "Help." }]
    }`) as JsonObject;
    const { graph, diagnostics } = compile(definition);
    expect(diagnostics).toEqual([]);
    expect(graph?.entries.map(({ id }) => id)).toEqual(['__proto__']);
    expect(Object.prototype).not.toHaveProperty('systemPrompt');
    expect(compileNative(workflowOf(definition), { kinds: new Map() }).workflow).not.toBeNull();
  });
});

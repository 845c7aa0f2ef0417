// Goal: there is a way back. An unedited canvas comes back as it was; an edited or native workflow as far as a canvas can say
// it, with everything else listed.
import { checkJsonSchema } from '@skein/agents';
import type { Json, Workflow } from '@skein/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canvas, compileDefinition, contentHash, exportDefinition } from '../../src/index.ts';
import { drawCanvas } from './draw-canvas.ts';

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '${x}',
    '$$',
    '{{PREVIOUS_OUTPUT}}',
    ' ',
    'a{{PREVIOUS_OUTPUT}}${',
    '$&',
    'You are a helpful assistant.',
    'Agent',
  ),
);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const recordOf = (model: { readonly [key: string]: fc.Arbitrary<unknown> }) =>
  fc.record(model, { requiredKeys: [] });

const dataOf: { readonly [type: string]: fc.Arbitrary<unknown> } = {
  start: recordOf({ initialInput: fc.oneof(fc.jsonValue({ maxDepth: 2 }), text) }),
  agent: recordOf({
    agentName: text,
    systemPrompt: text,
    userPrompt: fc.option(text),
    model: text,
    reasoningEffort: fc.constantFrom('low', ''),
    tools: fc.constantFrom(
      { web_search: true, subagents: true },
      { 'fs-read': true, web_search: true, '${x}': { enabled: true }, off: { enabled: false } },
    ),
    unknown: fc.nat(),
  }),
  if: recordOf({
    conditions: fc.array(
      fc.record({ operator: fc.constantFrom('equal', 'contains'), value: text }),
      { maxLength: 3 },
    ),
    condition: text,
  }),
  approval: recordOf({ prompt: text }),
  input: recordOf({ prompt: fc.option(text) }),
};
const ids = ['start', 'a', 'b', 'c', '__proto__', 'constructor'];
const handle = maybe(
  fc.oneof(
    fc.constantFrom(
      'output',
      'approve',
      'reject',
      'condition-0',
      'condition-1',
      'true',
      'false',
      'default',
      'error',
      'approved',
      'rejected',
      'never',
    ),
    text.filter((word) => word !== 'subagent'),
  ),
);

const definitions: fc.Arbitrary<Json> = fc
  .record({
    types: fc.tuple(...ids.slice(1).map(() => fc.constantFrom('agent', 'if', 'approval', 'input'))),
    key: fc.constantFrom('connections', 'edges'),
    connections: fc.array(
      fc.record({
        source: fc.constantFrom(...ids),
        target: fc.constantFrom(...ids),
        sourceHandle: handle,
        targetHandle: maybe(fc.constantFrom('input', 'left', '')),
      }),
      { maxLength: 8 },
    ),
    isTree: fc.boolean(),
    top: recordOf({
      id: fc.constant('w'),
      name: text,
      description: text,
      policy: fc.constantFrom(
        {},
        { maxSteps: 9 },
        { whileWaiting: 'continue' },
        { whileWaiting: 'hold' },
      ),
      extra: fc.nat(),
    }),
    place: fc.boolean(),
  })
  .chain(({ types, key, connections, isTree, top, place }) => {
    const all = ['start', ...types];
    return fc.tuple(...all.map((type) => dataOf[type] ?? fc.constant({}))).map((data) => {
      const nodes = ids.map((id, index) => ({
        id,
        type: all[index],
        ...(place ? { x: index, y: 1 } : {}),
        data: data[index],
      }));
      const parent = { id: 'boss', type: 'agent', data: { tools: { subagents: true } } };
      const child = { id: 'helper', type: 'agent', data: { agentName: 'H', userPrompt: 'lost' } };
      const link = { source: 'boss', target: 'helper', sourceHandle: 'subagent' };
      return JSON.parse(
        JSON.stringify({
          ...top,
          nodes: isTree ? [...nodes, parent, child] : nodes,
          [key]: isTree
            ? [...connections, { id: 'x', source: 'start', target: 'boss' }, link]
            : connections,
        }),
      ) as Json;
    });
  });

const compiled = (definition: Json): Workflow => {
  const { workflow, diagnostics } = canvas.compile(definition);
  if (workflow === null) throw new Error(JSON.stringify(diagnostics));
  return workflow;
};
const hash = (workflow: Workflow) => contentHash(workflow as unknown as Json);

describe('the way back', () => {
  it('[CV12] of an unedited canvas is the document itself', () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        expect(exportDefinition(compiled(definition), canvas)).toEqual({ definition, losses: [] });
      }),
      { numRuns: 200 },
    );
  });

  it('[CV12] by structure says the same, without a loss', () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        const workflow = compiled(definition);
        const exported = canvas.export(workflow);
        expect(exported.losses).toEqual([]);
        expect(hash(compiled(exported.definition))).toBe(hash(workflow));
      }),
      { numRuns: 300 },
    );
  });

  it('[CV12] of an edited one holds the edit', () => {
    const definition = {
      ...drawCanvas('start > agent, agent > approval, approval:approve > agent2'),
      extra: 1,
    };
    const workflow = compiled(definition);
    const edited = {
      ...workflow,
      nodes: workflow.nodes.map((node) =>
        node.id === 'agent' ? { ...node, name: 'Writer' } : node,
      ),
    };
    expect(exportDefinition(edited, canvas)).toEqual({
      definition: {
        nodes: [
          { id: 'start', type: 'start' },
          { id: 'agent', type: 'agent', data: { agentName: 'Writer' } },
          { id: 'approval', type: 'approval' },
          { id: 'agent2', type: 'agent' },
        ],
        connections: drawCanvas('start > agent, agent > approval, approval:approve > agent2')
          .connections,
      },
      losses: [],
    });
  });
});

describe('a native workflow', () => {
  const exported = (definition: object) => {
    const { workflow, diagnostics } = compileDefinition({ skein: 1, ...definition });
    if (workflow === null) throw new Error(JSON.stringify(diagnostics));
    const { losses, ...rest } = canvas.export(workflow);
    return {
      ...rest,
      losses: losses.map(({ code, severity, pointer }) => `${severity} ${code} ${pointer}`),
    };
  };

  it('[CV12] that a canvas can say has no losses', () => {
    const { definition, losses } = exported({
      policy: { whileWaiting: 'hold' },
      nodes: [
        { id: 's', type: 'start' },
        { id: 'a', type: 'agent', config: { system: 'Be kind.', prompt: 'On ${previous}' } },
        {
          id: 'c',
          type: 'if',
          config: { condition: { left: '${previous}', op: 'contains', right: 'yes', fold: true } },
        },
        { id: 'p', type: 'approval', config: { prompt: 'Ok?' } },
      ],
      edges: [
        { from: 's', to: 'a' },
        { from: 'a', to: 'c' },
        { from: 'c', out: 'true', to: 'p' },
        { from: 'p', out: 'rejected', to: 'a' },
      ],
    });
    expect(losses).toEqual(['warning EXPORT_LOSS /nodes/1/join']);
    expect(definition).toEqual({
      nodes: [
        { id: 's', type: 'start' },
        {
          id: 'a',
          type: 'agent',
          data: { agentName: 'a', systemPrompt: 'Be kind.', userPrompt: 'On {{PREVIOUS_OUTPUT}}' },
        },
        { id: 'c', type: 'if', data: { conditions: [{ operator: 'contains', value: 'yes' }] } },
        { id: 'p', type: 'approval', data: { prompt: 'Ok?' } },
      ],
      connections: [
        { source: 's', target: 'a' },
        { source: 'a', target: 'c' },
        { source: 'c', sourceHandle: 'condition-0', target: 'p' },
        { source: 'p', sourceHandle: 'reject', target: 'a' },
      ],
    });
    expect(canvas.compile(definition).graph).not.toBeNull();
  });

  it('[CV12] gets a start where it has none, and says that it continues while a person is asked', () => {
    expect(
      exported({
        nodes: [
          { id: 'start', type: 'agent', config: { system: 'x', prompt: '${previous}' } },
          { id: 'b', type: 'approval' },
        ],
      }),
    ).toEqual({
      definition: {
        policy: { whileWaiting: 'continue' },
        nodes: [
          { id: 'start_2', type: 'start' },
          { id: 'start', type: 'agent', data: { agentName: 'start', systemPrompt: 'x' } },
          { id: 'b', type: 'approval' },
        ],
        connections: [
          { source: 'start_2', target: 'start' },
          { source: 'start_2', target: 'b' },
        ],
      },
      losses: [],
    });
  });

  it('[CV12] loses nothing silently', () => {
    const { definition, losses } = exported({
      trigger: { type: 'webhook' },
      nodes: [
        { id: 's', type: 'start', config: { schema: {} } },
        {
          id: 'a',
          type: 'agent',
          description: 'd',
          timeoutMs: 5,
          retry: { attempts: 2 },
          mutex: 'm',
          cancels: ['t'],
          effect: 'guarded',
          config: {
            prompt: 'On ${s.output}',
            temperature: 1,
            tools: ['web_search', '${trigger.tool}'],
            maxTurns: 3,
            model: '${trigger}',
          },
        },
        { id: 't', type: 'tool', config: { tool: 'x' } },
        {
          id: 'w',
          type: 'switch',
          name: 'W',
          config: { first: false, cases: [{ name: 'k', when: '${previous}' }] },
        },
        { id: 'p', type: 'approval', config: { prompt: '{{PREVIOUS_OUTPUT}}', deadlineMs: 5 } },
        { id: 'l', type: 'llm', config: { system: 's', prompt: 'literal {{PREVIOUS_OUTPUT}}' } },
      ],
      edges: [
        { from: 's', to: 'a', when: '${previous}', priority: 2 },
        { from: 'a', out: 'error', to: 'p' },
        { from: 'a', to: 't' },
        { from: 'a', to: 'w' },
        { from: 'w', out: 'k', to: 'l' },
        { from: 'w', out: 'default', to: 'l', carry: 'context' },
        { from: 'p', out: 'expired', to: 'l' },
      ],
    });
    expect(losses.map((line) => line.split(' ')[2])).toEqual([
      '/nodes/0/config/schema',
      '/nodes/1/config/temperature',
      '/nodes/1/config',
      '/nodes/1/config/prompt',
      '/nodes/1/config/model',
      '/nodes/1/config/tools/1',
      '/nodes/1/config/maxTurns',
      '/nodes/1/retry',
      '/nodes/1/timeoutMs',
      '/nodes/1/effect',
      '/nodes/1/mutex',
      '/nodes/1/cancels',
      '/nodes/2',
      '/nodes/3/config/cases/0/when',
      '/nodes/3/config/first',
      '/nodes/3/name',
      '/nodes/4/config/deadlineMs',
      '/nodes/4/config/prompt',
      '/nodes/5/config/prompt',
      '/nodes/5/join',
      '/edges/0/priority',
      '/edges/0/when',
      '/edges/1/out',
      '/edges/5/carry',
      '/edges/6/out',
      '/trigger',
    ]);
    expect(canvas.compile(definition).graph).not.toBeNull();
  });
});

describe('the schema', () => {
  it('[CV1] accepts what compiles without a complaint about its shape', () => {
    const schema = canvas.schema();
    const validate = (definition: Json) => checkJsonSchema(schema, definition).result === 'fits';
    fc.assert(
      fc.property(definitions, (definition) => {
        const isComplained = canvas.diagnose(definition).some(({ code }) => code === 'UNKNOWN_KEY');
        expect(validate(definition)).toBe(!isComplained);
      }),
      { numRuns: 100 },
    );
    expect(validate({ nodes: [{ id: 'a', type: 'agnet' }] })).toBe(false);
    expect(
      validate({ nodes: [{ id: 'a', type: 'if', data: { conditions: [{ operator: 'x' }] } }] }),
    ).toBe(false);
  });
});

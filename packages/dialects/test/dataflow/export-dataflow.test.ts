// Goal: there is a way back. An unedited dataflow comes back as it was; an edited or native workflow as far as a dataflow can
// say it, with everything else listed.
import { checkJsonSchema } from '@skein/agents';
import type { Json, JsonObject, Workflow } from '@skein/kernel';
import { drawFlow } from '@skein/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileDefinition, contentHash, dataflow, exportDefinition } from '../../src/index.ts';

const text = fc.oneof(
  fc.string({ maxLength: 10 }),
  fc.constantFrom(
    '${x}',
    '$${',
    '${',
    '$&',
    '@{SESSION_ID}.a',
    '<<trigger_output>>',
    '{{PREVIOUS_OUTPUT}}',
  ),
);
const maybe = (model: { readonly [key: string]: fc.Arbitrary<unknown> }) =>
  fc.record(model, { requiredKeys: [] });
const contextConfig = maybe({ provider: text, model: text, systemInstructions: text });

const configs: { readonly [type: string]: fc.Arbitrary<unknown> } = {
  defaultContextStart: contextConfig,
  newContext: contextConfig,
  userInput: maybe({ prompt: text }),
  manualInput: fc.record({ message: text }),
  chat: maybe({ provider: text, model: text, unknown: text }),
  tools: maybe({ tools: fc.oneof(fc.constant('auto'), fc.array(fc.constantFrom('a', 'b'))) }),
  intentRouter: fc.constant({ routes: { x: 'one', y: 'other' } }),
  injectMessages: fc.record({
    messages: fc.array(fc.record({ role: fc.constant('user'), content: text }), { maxLength: 2 }),
  }),
  cache: maybe({ ttlMs: fc.nat() }),
  parallelSplit: fc.constant({}),
  parallelJoin: fc.constant({}),
  conditional: fc.constant({ condition: { left: '${previous}', op: 'truthy' } }),
  approvalGate: maybe({ prompt: text }),
  budgetGuard: maybe({ tokens: fc.nat(), usd: fc.nat() }),
  redactor: maybe({ kinds: fc.constant(['email']), literals: fc.array(fc.constantFrom('x', 'y')) }),
  join: fc.constant({}),
  transform: fc.record({ value: fc.constantFrom('${previous}', 'x', 5) }),
  start: fc.constant({}),
};

const ids = ['a', 'b', 'c', 'd', 'e', '__proto__', 'constructor', 'a again'];
const port = fc.option(
  fc.constantFrom(
    'context',
    'data',
    'message',
    'result',
    'x-context',
    'x-data',
    'output',
    'input',
    'tools',
    'true',
  ),
  { nil: undefined },
);

const node = (id: string) =>
  fc.constantFrom(...Object.keys(configs)).chain((nodeType) =>
    fc.record(
      {
        id: fc.constant(id),
        nodeType: fc.constant(nodeType),
        config: configs[nodeType] as fc.Arbitrary<unknown>,
        label: text,
        position: fc.record({ x: fc.nat(), y: fc.nat() }),
        mine: fc.boolean(),
      },
      { requiredKeys: ['id', 'nodeType', 'config'] },
    ),
  );

const flows: fc.Arbitrary<JsonObject> = fc.integer({ min: 1, max: ids.length }).chain((size) => {
  const own = ids.slice(0, size);
  const edge = fc.record(
    {
      source: fc.constantFrom(...own),
      sourceOutput: port,
      target: fc.constantFrom(...own),
      targetInput: port,
      metadata: fc.record({ isContextEdge: fc.boolean(), colour: text }, { requiredKeys: [] }),
    },
    { requiredKeys: ['source', 'target'] },
  );
  return (
    fc
      .record(
        {
          name: text,
          nodes: fc.tuple(...own.map(node)),
          edges: fc
            .array(edge, { maxLength: 2 * size })
            .map((edges) =>
              edges.map((each, i) => (i % 3 === 0 ? each : { id: `e${i}`, ...each })),
            ),
          policy: fc.constant({ concurrency: 1 }),
          extra: text,
        },
        { requiredKeys: ['nodes', 'edges'] },
      )
      // As a file would hold it: without what is undefined.
      .map((flow) => JSON.parse(JSON.stringify(flow)) as JsonObject)
  );
});

function hashOf(workflow: Workflow | null): string {
  return contentHash(workflow as unknown as Json);
}

describe('the way back', () => {
  it('[DF9] unedited definitions come back as they were written', () => {
    let whole = 0;
    fc.assert(
      fc.property(flows, (definition) => {
        const { workflow, graph } = compileDefinition(definition, { dialect: 'dataflow' });
        if (graph !== null) whole++;
        const { definition: back, losses } = exportDefinition(workflow as Workflow, dataflow);
        expect(JSON.stringify(back)).toBe(JSON.stringify(definition));
        expect(losses).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(whole).toBeGreaterThan(50);
  });

  it('[DF9] what a workflow holds is said so that compiling gives it again, without a loss', () => {
    fc.assert(
      fc.property(flows, (definition) => {
        const { workflow, graph } = compileDefinition(definition, { dialect: 'dataflow' });
        if (workflow === null || graph === null) return;
        const { definition: back, losses } = dataflow.export(workflow);
        expect(losses).toEqual([]);
        expect(hashOf(compileDefinition(back, { dialect: 'dataflow' }).workflow)).toBe(
          hashOf(workflow),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('[DF9] what uses types and functions of the host comes back too', () => {
    const definition = drawFlow('a:mine b:text.upper', 'a.x>b.text b>a', {
      configs: { b: { more: '${' } },
    });
    const flow = { ...definition, edges: (definition['edges'] as Json[]).slice(0, 1) };
    const kinds = new Map([
      ...dataflow.kinds.map((kind) => [kind.type, kind] as const),
      ['mine', { type: 'mine', mode: 'execute', ports: 'any' } as const] as const,
    ]);
    const { workflow, diagnostics } = compileDefinition(flow, {
      dialect: 'dataflow',
      kinds: new Map(kinds),
      functions: new Set(['text.upper']),
    });
    expect(
      diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code),
    ).toEqual([]);
    expect(exportDefinition(workflow as Workflow, dataflow).definition).toEqual(flow);
  });

  it('[DF9] an edited workflow is exported from what it holds', () => {
    const { workflow } = compileDefinition(drawFlow('u:userInput c:chat', 'u>c c>u'));
    const edited: Workflow = {
      ...(workflow as Workflow),
      nodes: [...(workflow as Workflow).nodes, { id: 't', type: 'dataflow.tools' }],
    };
    expect(exportDefinition(edited, dataflow)).toEqual({
      definition: {
        name: 'Drawn',
        nodes: [
          { id: 'u', nodeType: 'userInput' },
          { id: 'c', nodeType: 'chat' },
          { id: 't', nodeType: 'tools' },
        ],
        edges: [
          { id: 'e0', source: 'u', sourceOutput: 'context', target: 'c', targetInput: 'context' },
          { id: 'e1', source: 'c', sourceOutput: 'context', target: 'u', targetInput: 'context' },
        ],
      },
      losses: [],
    });
  });

  it('[DF9] what a dataflow cannot say is listed', () => {
    const workflow: Workflow = {
      skein: 1,
      entry: ['b'],
      trigger: { type: 'manual' },
      contexts: { side: {} },
      nodes: [
        { id: 'a', type: 'join', join: 'any', retry: { attempts: 2 }, mutex: 'm' },
        { id: 'b', type: 'canvas.agent' },
        { id: 'c', type: 'chat' },
      ],
      edges: [
        { from: 'a', to: 'b', when: '${trigger}', priority: 3 },
        { from: 'b', to: 'a', loop: true },
        { from: 'b', to: 'c', kind: 'subagent' },
      ],
    };
    const { losses, definition } = dataflow.export(workflow);
    expect(
      losses.every(({ code, severity }) => code === 'EXPORT_LOSS' && severity === 'warning'),
    ).toBe(true);
    expect(losses.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/contexts',
      '/edges',
      '/edges/0/priority',
      '/edges/0/when',
      '/edges/2',
      '/entry',
      '/nodes/0/join',
      '/nodes/0/mutex',
      '/nodes/0/retry',
      '/nodes/1/type',
      '/nodes/2/type',
      '/trigger',
    ]);
    expect((definition as JsonObject)['edges']).toHaveLength(2);
  });

  it('[DF9] a loop that begins elsewhere is listed', () => {
    const workflow: Workflow = {
      skein: 1,
      nodes: [
        { id: 's', type: 'dataflow.tools' },
        { id: 'h', type: 'join' },
        { id: 'u', type: 'dataflow.userInput' },
      ],
      edges: [
        { from: 's', to: 'h' },
        { from: 'h', to: 'u' },
        { from: 'u', out: 'data', to: 'h', loop: true },
      ],
    };
    expect(dataflow.export(workflow).losses.map(({ pointer }) => pointer)).toEqual([
      '/edges/2/loop',
    ]);
  });
});

describe('the JSON schema', () => {
  it('[DF1] accepts what the check accepts, and refuses what it refuses or warns about', () => {
    const schema = dataflow.schema();
    const validate = (definition: Json) => checkJsonSchema(schema, definition).result === 'fits';
    fc.assert(
      fc.property(flows, (definition) => {
        const shapes = new Set(['UNKNOWN_KEY', 'WRONG_TYPE', 'BAD_VALUE', 'MISSING_KEY']);
        const { diagnostics } = compileDefinition(definition, { dialect: 'dataflow' });
        expect(validate(definition)).toBe(!diagnostics.some(({ code }) => shapes.has(code)));
      }),
      { numRuns: 200 },
    );
  });
});

// Goal: a workflow that stands in a node of n8n comes along, and runs. Method: a real engine.
import { describe, expect, it } from 'vitest';
import { importSource, type ImportedSource } from '@skein/dialects';
import type { Json, JsonObject } from '@skein/kernel';
import { set, start } from './n8n-parts.ts';
import { runN8n } from './run-n8n.ts';

const base = 'n8n-nodes-base.';

function inner(nodes: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return {
    nodes: [start, ...nodes].map((node, index) => ({
      id: `i${index}`,
      position: [index * 100, 0],
      parameters: {},
      ...node,
    })),
    connections: Object.fromEntries(
      [start, ...nodes]
        .slice(0, -1)
        .map(({ name }, index) => [
          name,
          { main: [[{ node: nodes[index]?.['name'] ?? '', type: 'main', index: 0 }]] },
        ]),
    ),
    settings: { executionOrder: 'v1' },
    ...more,
  };
}

function call(workflow: Json, more: JsonObject = {}): JsonObject {
  const workflowJson = typeof workflow === 'string' ? workflow : JSON.stringify(workflow);
  const parameters = { source: 'parameter', workflowJson, ...more };
  return { name: 'Call', type: `${base}executeWorkflow`, typeVersion: 1.2, parameters };
}

function imported(...nodes: readonly JsonObject[]): ImportedSource {
  const found = importSource({ name: 'Outer', ...inner(nodes) });
  if (found === null) throw new Error('not recognised');
  return found;
}

const double = set('Double', { twice: '={{ $json.n * 2 }}' });

describe('workflows inside of nodes', () => {
  it.each([
    ['once', {}],
    ['each', { mode: 'each' }],
    ['with inputs', { workflowInputs: { value: { n: '={{ $json.n + 10 }}' } } }],
  ])('[X3220] they run for the items of the node: %s', async (name, more) => {
    const done = await runN8n({
      nodes: [start, call(inner([double]), more), set('After', { after: 'yes' })],
      edges: ['Start>Call', 'Call>After'],
      input: [{ n: 1 }, { n: 2 }],
    });
    expect(done.losses).toEqual([]);
    const plus = name === 'with inputs' ? 10 : 0;
    expect(done).toMatchObject({
      status: 'completed',
      output: [1, 2].map((n) => ({ n: n + plus, twice: `${(n + plus) * 2}`, after: 'yes' })),
    });
  });

  it('[X3220] so do those inside of them', async () => {
    const middle = inner([call(inner([double])), set('Mark', { mark: 'middle' })]);
    const done = await runN8n({
      nodes: [start, call(middle)],
      edges: ['Start>Call'],
      input: [{ n: 4 }],
    });
    expect(done).toMatchObject({ losses: [], output: [{ n: 4, twice: '8', mark: 'middle' }] });
  });

  it('[X3221] what is left to do inside belongs to the node around', () => {
    const lamp = {
      name: 'Lamp',
      type: `${base}philipsHue`,
      typeVersion: 1,
      parameters: { operation: 'get', lightId: '1' },
    };
    const { losses, bindings } = imported(call(inner([lamp])));
    expect(losses).toMatchObject([
      {
        kind: 'binding',
        node: 'Call',
        pointer: '/nodes/1',
        message: expect.stringContaining('In the workflow of "Call": "Lamp"'),
      },
    ]);
    expect(bindings.map(({ nodes }) => nodes)).toEqual([['Call']]);
  });

  it.each([
    ['cut', '{"nodes": ['],
    ['computed', '={{ $json.workflow }}'],
    ['something else', '{"hello": "world"}'],
  ])('[X3221] one that cannot be read is a loss: %s', (_, text) => {
    const { losses } = imported(call(text));
    expect(losses).toMatchObject([
      { kind: 'other-workflow', message: expect.stringContaining('cannot be read') },
    ]);
  });

  it('[X3221] beyond five in each other they are a loss, and everything above is converted', () => {
    let workflow = inner([double]);
    for (let depth = 0; depth < 6; depth += 1) workflow = inner([call(workflow)]);
    const { losses } = imported(call(workflow));
    expect(losses.map(({ kind, message }) => [kind, message.includes('too deep')])).toEqual([
      ['other-workflow', true],
    ]);
  });

  it('[X3222] the tool of an agent calls the one it contains by its id, and both come along', () => {
    const lang = '@n8n/n8n-nodes-langchain.';
    const agent = {
      name: 'Agent',
      type: `${lang}agent`,
      typeVersion: 1.7,
      parameters: { text: 'Hi' },
    };
    const model = { name: 'Model', type: `${lang}lmChatOpenAi`, typeVersion: 1 };
    const tool = {
      ...call(inner([double]), { name: 'double_it', description: 'Doubles n.' }),
      name: 'Doubling',
      type: `${lang}toolWorkflow`,
      typeVersion: 1.2,
    };
    const source = inner([agent]);
    const found = importSource({
      ...source,
      name: 'Outer',
      nodes: [...(source['nodes'] as readonly Json[]), model, tool],
      connections: {
        ...(source['connections'] as JsonObject),
        Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
        Doubling: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
      },
    });
    expect(found?.losses.map(({ kind }) => kind)).not.toContain('other-workflow');
    expect(found?.more).toMatchObject([
      { skein: 1, id: 'Outer-doubling', name: 'Outer: Doubling' },
    ]);
    expect(JSON.stringify(found?.definition['tools'])).toContain('"workflow":"Outer-doubling"');
  });
});

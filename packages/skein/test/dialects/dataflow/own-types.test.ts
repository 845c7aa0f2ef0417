// Goal: what a host registers counts in a dataflow like what ships with Skein, and under the same names in its place.
import type { Json, JsonObject } from '@skein/kernel';
import { drawFlow } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { createEngine, type DataflowFunction, type NodeType } from '../../../src/index.ts';
import { nodeOf, runFlow, said } from './run-flow.ts';

const own: DataflowFunction = (inputs, updatedContext, config) => ({
  outputs: { result: ['own', inputs['message'] ?? null, config['tone'] ?? null] },
  updatedContext,
});

describe('names that are taken', () => {
  const flow = drawFlow('m:manualInput c:chat', 'm.message>c.message', {
    configs: { m: said('hi'), c: { tone: 'dry' } },
  });

  it('[DF32] a function called chat takes the place of the chat, with a config of its own', async () => {
    const { run, view } = await runFlow(flow, { dataflow: { chat: own } });
    expect(run.status).toBe('completed');
    expect(view.nodes['c']?.outputs).toEqual({ result: ['own', 'hi', 'dry'] });
    expect(await problems(flow, { dataflow: { chat: own } })).toEqual([]);
    expect(await problems(flow)).toEqual(['UNKNOWN_KEY /nodes/1/config/tone']);
  });

  it('[DF39] nobody is warned about a chat after a function that declares no outputs', async () => {
    const chain = drawFlow(
      'm:manualInput f:mine c:chat',
      'm.message>f.message f>c f.result>c.message',
      {
        configs: { m: said('hi') },
      },
    );
    expect(await problems(chain, { dataflow: { mine: own } })).toEqual([]);
  });

  it('[DF32] one that is called userInput pauses and is the head of a conversation', async () => {
    const ask: DataflowFunction = (_inputs, updatedContext) => ({
      outputs: { prompt: 'Mine?' },
      updatedContext,
      status: 'paused',
    });
    const circle = drawFlow('u:userInput c:chat', 'u.message>c.message c>u');
    const { run, view } = await runFlow(circle, {
      dataflow: { userInput: ask },
      answers: [['u', 'one']],
    });
    expect(run).toMatchObject({ status: 'waiting', waits: [{ node: 'u', prompt: 'Mine?' }] });
    expect(view.nodes['c']?.outputs).toEqual({ result: 'one' });
  });

  it('[DF32] one that is called tools gives what it says', async () => {
    const tools: DataflowFunction = (_inputs, updatedContext) => ({
      outputs: { tools: ['mine'], toolNames: ['mine'] },
      updatedContext,
    });
    const shown = await nodeOf('t', drawFlow('t:tools'), { dataflow: { tools } });
    expect(shown.outputs).toEqual({ tools: ['mine'], toolNames: ['mine'] });
  });

  it('[DF33] tools may be given out as they are, and a chat gets them', async () => {
    const tools: DataflowFunction = async (_inputs, updatedContext, _config, io) => {
      const selected = (await io.tools.list()).filter(({ name }) => name === 'add');
      const toolNames = selected.map(({ name }) => name);
      return { outputs: { tools: selected, toolNames }, updatedContext };
    };
    const { run, view } = await runFlow(drawFlow('t:tools c:chat', 't.tools>c.tools'), {
      dataflow: { tools },
      script: {
        tools: { add: { result: 3 }, other: { result: 4 } },
        replies: [
          { toolCalls: [{ name: 'add', id: 'a' }] },
          { when: { history: '3' }, text: 'Three.' },
        ],
        otherwise: 'fail',
      },
    });
    expect(run.error).toBeNull();
    expect(view.nodes['t']?.outputs).toMatchObject({
      tools: [{ name: 'add', parameters: { type: 'object' } }],
      toolNames: ['add'],
    });
    expect(view.nodes['c']?.outputs).toEqual({ result: 'Three.' });
  });

  it('[DF32] different values under the names of a chat are all shown', async () => {
    const chat: DataflowFunction = (_inputs, updatedContext) => ({
      outputs: { result: 1, data: 2, response: 1 },
      updatedContext,
    });
    const shown = await nodeOf('c', drawFlow('c:chat'), { dataflow: { chat } });
    expect(shown.outputs).toEqual({ result: 1, data: 2 });
  });

  it('[DF32] so do node types and registered functions', async () => {
    const type: NodeType = {
      kind: { type: 'chat', mode: 'execute', ports: ['output'] },
      description: 'Not a chat.',
      run: () => ({ value: 'by type' }),
    };
    expect((await nodeOf('c', drawFlow('c:chat'), { nodeTypes: { chat: type } })).outputs).toEqual({
      output: 'by type',
    });
    const functions = { chat: () => 'by function' };
    expect((await nodeOf('c', drawFlow('c:chat'), { functions })).outputs).toEqual({
      result: 'by function',
    });
  });

  it('[DF32] native workflows keep the native type of that name', async () => {
    const engine = await createEngine({ dataflow: { transform: own } });
    const native = {
      skein: 1,
      nodes: [{ id: 't', type: 'transform', config: { value: 'native' } }],
    };
    const first = await engine.runs.start(native);
    expect((await engine.runs.finished(first.id)).output).toBe('native');
    const second = await engine.runs.start(drawFlow('t:transform'), { dialect: 'dataflow' });
    expect((await engine.runs.finished(second.id)).output).toEqual(['own', null, null]);
    await engine.close();
  });

  it('[DF32][DF9] a dataflow with them comes back as it was written', async () => {
    const engine = await createEngine({ dataflow: { chat: own, transform: own, mine: own } });
    const written = drawFlow('a:chat b:transform c:mine', 'a>b b.result>c.message c>a', {
      configs: { a: { tone: 'dry' } },
    });
    const { edges: _, ...rest } = written;
    const definition = { ...rest, edges: (written['edges'] as Json[]).slice(0, 2) };
    const native = engine.workflows.convert(definition, 'native');
    const back = engine.workflows.convert(native.definition as JsonObject, 'dataflow');
    expect(back).toMatchObject({ definition, losses: [] });
    await engine.close();
  });
});

describe('marked edges', () => {
  it('[DF34] carry the context whatever their ports are called', async () => {
    const flow = drawFlow(
      's:newContext c:chat r:redactor f:mine g:plain d:chat',
      's.talk>c.memory! c.thread>r.x! r.y>f.z! f.dialogue>g.z! g.anything>d.w! c.result>r.data c.result>d.message',
    );
    const { run, view } = await runFlow(flow, {
      dataflow: { mine: own },
      functions: { plain: () => 1 },
    });
    expect(run.status).toBe('completed');
    expect(view.nodes['d']).toMatchObject({ state: 'completed' });
    expect(view.contexts['s']?.['messageHistory']).toHaveLength(4);
    expect(view.contexts['main']?.['messageHistory']).toEqual([]);
  });

  it('[DF34] of a port that is fired follow it', async () => {
    const route: DataflowFunction = (_inputs, updatedContext) => ({
      outputs: { yes: 1 },
      updatedContext,
    });
    const nodes = 'f:route y:injectMessages n:injectMessages';
    const configs = { y: { messages: [] }, n: { messages: [] } };
    const flow = drawFlow(nodes, 'f.yes>y.context! f.no>n.context!', { configs });
    const declared = { run: route, ports: ['yes', 'no'] };
    const { view } = await runFlow(flow, { dataflow: { route: declared } });
    expect([view.nodes['y']?.state, view.nodes['n']?.state]).toEqual(['completed', 'skipped']);
    const decision = drawFlow(
      'm:manualInput f:conditional y:injectMessages n:injectMessages',
      'm.message>f.data f.true>y.context! f.false>n.context!',
      {
        configs: { ...configs, m: said('x'), f: { condition: true } },
      },
    );
    const decided = (await runFlow(decision)).view.nodes;
    expect([decided['y']?.state, decided['n']?.state]).toEqual(['completed', 'skipped']);
  });
});

describe('the value of a registered function', () => {
  it.each(['twice', 'function'])('[DF35] is its result, for %s', async (type) => {
    const flow = drawFlow(
      `m:manualInput f:${type} p:parallelJoin`,
      'm.message>f.text f.result>p.a',
      {
        configs: { m: said('ab'), ...(type === 'function' ? { f: { name: 'twice' } } : {}) },
      },
    );
    const functions = { twice: (args: unknown) => JSON.stringify(args).repeat(2) };
    const { view } = await runFlow(flow, { functions });
    const result = '{"text":"ab"}{"text":"ab"}';
    expect(view.nodes['f']?.outputs).toEqual({ result });
    expect(view.nodes['p']?.inputs).toEqual({ a: result });
  });

  it('[DF35] leaves as result when a native workflow becomes a dataflow', async () => {
    const engine = await createEngine();
    const native = {
      skein: 1,
      nodes: [
        { id: 'f', type: 'function', config: { name: 'text.upper', args: { text: 'x' } } },
        { id: 't', type: 'transform', config: { value: '${inputs.a}' } },
      ],
      edges: [{ from: 'f', to: 't', in: 'a' }],
    };
    const { definition } = engine.workflows.convert(native, 'dataflow');
    expect(definition).toMatchObject({ edges: [{ sourceOutput: 'result' }] });
    await engine.close();
  });
});

describe('tools that are named', () => {
  const flow = drawFlow('t:tools', '', { configs: { t: { tools: ['weather', 'serch'] } } });

  it('[DF36] and not registered are warned about, with the nearest', async () => {
    const engine = await createEngine({ tools: { search: () => 'found' } });
    const diagnostics = engine.workflows.validate(flow, { dialect: 'dataflow' });
    expect(diagnostics).toMatchObject([
      { code: 'TOOL_NOT_REGISTERED', severity: 'warning', pointer: '/nodes/0/config/tools/0' },
      {
        code: 'TOOL_NOT_REGISTERED',
        pointer: '/nodes/0/config/tools/1',
        message: 'No tool is registered under the name "serch".',
        hint: 'Did you mean "search"?',
      },
    ]);
    await engine.close();
  });

  it('[DF36] are known from the host, a script, the configuration and the servers that it names', async () => {
    const named = drawFlow('t:tools', '', {
      configs: { t: { tools: ['mine', 'scripted', 'ping', 'files-read', 'askForInput'] } },
    });
    const options = {
      tools: { mine: () => 1 },
      script: { tools: { scripted: { result: 1 } } },
      config: {
        mcpServers: { files: { command: 'never-started' } },
        http: { tools: { ping: { url: 'https://example.org', description: 'Pings.' } } },
      },
    };
    expect(await problems(named, options)).toEqual([]);
  });
});

async function problems(
  definition: JsonObject,
  options: Parameters<typeof createEngine>[0] = {},
): Promise<readonly string[]> {
  const engine = await createEngine(options);
  const diagnostics = engine.workflows.validate(definition, { dialect: 'dataflow' });
  await engine.close();
  return diagnostics.map(({ code, pointer }) => `${code} ${pointer}`);
}

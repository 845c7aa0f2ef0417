// The library as users import it.
import { describe, expect, it } from 'vitest';
import {
  createEngine,
  EngineError,
  port,
  registeredFunction,
  registeredTool,
  type NodeType,
} from '../src/index.ts';
import { hello, review } from './flows.ts';

describe('createEngine', () => {
  it('[C23] without options: memory, built-in functions, an echo as model', async () => {
    const engine = await createEngine();
    const flow = await engine.workflows.save(review as object);
    const run = await engine.runs.start(flow.id, { input: 'cats' });
    const waiting = await engine.runs.settled(run.id);
    expect(waiting.waits).toMatchObject([{ node: 'review', kind: 'approval' }]);
    await engine.waits.answer({ run: run.id, node: 'review' }, { decision: 'approve' });
    expect(await engine.runs.finished(run.id)).toMatchObject({
      status: 'completed',
      output: 'Write about cats',
    });
    await engine.close();
  });

  it('[C23] takes functions, plain or described, with ports', async () => {
    const engine = await createEngine({
      functions: {
        double: (args) => Number(args) * 2,
        sort: registeredFunction({
          args: (zod) => zod.object({ amount: zod.number() }),
          ports: ['big', 'small'],
          run: ({ amount }) => port(amount > 10 ? 'big' : 'small', amount),
        }),
      },
    });
    const run = await engine.runs.start(
      {
        skein: 1,
        nodes: [
          { id: 'double', type: 'function', config: { name: 'double', args: '${trigger}' } },
          {
            id: 'sort',
            type: 'function',
            config: { name: 'sort', args: { amount: '${previous}' } },
          },
          { id: 'big', type: 'transform', config: { value: 'big: ${previous}' } },
          { id: 'small', type: 'transform', config: { value: 'small: ${previous}' } },
        ],
        edges: [
          { from: 'double', to: 'sort' },
          { from: 'sort', out: 'big', to: 'big' },
          { from: 'sort', out: 'small', to: 'small' },
        ],
      },
      { input: 21 },
    );
    expect((await engine.runs.finished(run.id)).output).toBe('big: 42');
    await engine.close();
  });

  it('[C23] takes a script and models', async () => {
    const ask = { skein: 1, nodes: [{ id: 'ask', type: 'llm', config: { prompt: 'Hi' } }] };
    const scripted = await createEngine({ script: { replies: [{ text: 'scripted' }] } });
    const first = await scripted.runs.start(ask);
    expect((await scripted.runs.finished(first.id)).output).toBe('scripted');
    const reply = { text: 'mine', toolCalls: [], usage: { input: 1, output: 1, usd: 0.5 } };
    const model = { provider: 'own', name: 'own', call: async () => reply };
    const own = await createEngine({ models: { model: () => model } });
    const second = await own.runs.start(ask);
    expect(await own.runs.finished(second.id)).toMatchObject({
      output: 'mine',
      usage: { usd: 0.5 },
    });
  });

  it('[C23] takes tools, whose names win over those of the script', async () => {
    const calls = ['own', 'scripted', 'plain'].map((name) => ({ name, arguments: { n: 2 } }));
    const engine = await createEngine({
      tools: {
        own: registeredTool({
          parameters: (zod) => zod.object({ n: zod.number() }),
          run: ({ n }) => n * 2,
        }),
        plain: (args) => args,
      },
      script: { tools: { own: { result: 'never' }, scripted: { result: 'by script' } } },
    });
    const all = { skein: 1, nodes: [{ id: 'all', type: 'tool', config: { calls } }] };
    const { id } = await engine.runs.start(all);
    expect((await engine.runs.finished(id)).output).toMatchObject({
      results: [{ result: 4 }, { result: 'by script' }, { result: { n: 2 } }],
    });
    await engine.close();
  });

  it('[C23] a node type of one’s own runs, and checks its configs wherever they stand', async () => {
    const shout: NodeType = {
      kind: { type: 'shout', mode: 'execute', ports: ['output'] },
      description: 'Says it louder.',
      checkConfig: ({ text }) =>
        typeof text === 'string' ? [] : [{ path: ['text'], message: 'No text.', hint: 'Add one.' }],
      run: ({ config }) => ({ value: `${JSON.stringify(config['text'])}!` }),
    };
    const engine = await createEngine({ nodeTypes: { shout } });
    const good = { id: 'good', type: 'shout', config: { text: 'hey' } };
    const run = await engine.runs.start({ skein: 1, nodes: [good] });
    expect((await engine.runs.finished(run.id)).output).toBe('"hey"!');
    const inner = { nodes: [{ id: 'bad', type: 'shout', config: {} }] };
    const outer = { id: 'outer', type: 'subworkflow', config: { workflow: inner } };
    const found = engine.workflows.validate({ skein: 1, nodes: [good, outer] });
    expect(found).toMatchObject([
      { code: 'BAD_CONFIG', pointer: '/nodes/1/config/workflow/nodes/0/config/text' },
    ]);
  });

  it('[C23] refuses stores that do not exist yet', async () => {
    await expect(createEngine({ store: 'nowhere:./x.db' })).rejects.toBeInstanceOf(EngineError);
    const engine = await createEngine({ store: 'memory' });
    expect(engine.workflows.validate(hello)).toEqual([]);
  });
});

// Goal: what the host's functions of a dataflow get, may do and may give.
import { drawFlow } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import {
  createEngine,
  type DataflowFunction,
  type DataflowNode,
  type NodeIo,
} from '../../../src/index.ts';
import { runFlow, said, spy, type FlowOptions } from './run-flow.ts';

/** Until others have added so many messages to a context. */
async function messages(io: NodeIo, count: number, context?: string): Promise<void> {
  while (io.context(context).messages.length < count)
    await new Promise((done) => setTimeout(done, 1));
}

describe('functions of the host', () => {
  const one = async (run: DataflowFunction | DataflowNode, options: FlowOptions = {}) =>
    runFlow(
      drawFlow(
        'm:manualInput f:mine p:parallelJoin',
        'm.message>f.text m>f f.result>p.result f>p',
        { configs: { m: said('hi'), f: { times: 2 } } },
      ),
      {
        dataflow: { mine: run },
        ...options,
      },
    );

  it('[DF22] get inputs, context and config, and give outputs, context and metadata', async () => {
    const { view, journal } = await one((inputs, context, config, io) => {
      expect(io.signal.aborted).toBe(false);
      context.messageHistory.push({ role: 'user', content: 'noted' });
      context.currentOutput = 'done';
      return {
        outputs: {
          result: [inputs['text'], context.contextId, config['times']],
          context,
          nothing: undefined,
        },
        updatedContext: context,
        metadata: {
          durationMs: 42,
          tokenUsage: { input: 7, output: 3 },
          cached: true,
          colour: 'red',
        },
        status: 'success',
      };
    });
    expect(view.nodes['f']).toEqual({
      state: 'completed',
      inputs: { text: 'hi' },
      outputs: { result: ['hi', 'main', 2] },
      metadata: {
        durationMs: 42,
        tokenUsage: { input: 7, output: 3 },
        cached: true,
        colour: 'red',
      },
    });
    expect(view.contexts['main']).toMatchObject({
      messageHistory: [{ role: 'user', content: 'noted' }],
      currentOutput: 'done',
    });
    expect(view.nodes['p']?.inputs).toEqual({ result: ['hi', 'main', 2] });
    expect(journal.filter(({ type }) => type === 'step.recorded')).toHaveLength(1);
  });

  it('[DF22] can use the model and record steps', async () => {
    const { view, run } = await one(async (inputs, updatedContext, _config, io) => {
      const result = await io.step('twice', () => [inputs['text'] ?? '', 2]);
      io.spend({ inputTokens: 5, outputTokens: 6 });
      return { outputs: { result }, updatedContext };
    });
    expect(view.nodes['f']?.outputs).toEqual({ result: ['hi', 2] });
    expect(view.nodes['f']?.metadata).toMatchObject({
      tokenUsage: { input: 5, output: 6 },
      cached: false,
    });
    expect(run.usage).toMatchObject({ inputTokens: 5, outputTokens: 6 });
  });

  it('[DF33] ask a model offline with nothing but messages, and it streams', async () => {
    const engine = await createEngine({
      dataflow: {
        mine: async (_inputs, updatedContext, _config, io) => {
          const messages = [{ role: 'user', content: 'Two words' }] as const;
          const { text, usage } = await io.model('any').call({ messages });
          return { outputs: { result: text, tokens: usage.output > 0 }, updatedContext };
        },
      },
    });
    const flow = drawFlow('u:userInput f:mine', 'u>f');
    const { id } = await engine.runs.start(flow, { dialect: 'dataflow' });
    const tokens: unknown[] = [];
    for await (const update of engine.runs.events(id)) {
      if (update.type === 'transient') tokens.push(update.data['text']);
      else if (update.derived.some(({ type }) => type === 'wait.opened'))
        await engine.waits.answer({ run: id, node: 'u' }, 'go');
    }
    const { output } = await engine.runs.finished(id);
    await engine.close();
    expect(output).toEqual({ result: 'Two words', tokens: true });
    expect(tokens.join('')).toBe('Two words');
  });

  it('[DF33] ask the model of a context with its history, instructions and tools, in recorded steps', async () => {
    const script = {
      tools: { add: { result: 3 }, hidden: { result: 0 } },
      replies: [
        {
          when: { model: 'gemini/fast', contains: 'Be brief.', history: 'earlier' },
          toolCalls: [{ name: 'add', arguments: {}, id: 'a' }],
        },
        { when: { history: '3' }, text: 'Three.', usage: { input: 7, output: 2 } },
        { text: 'Again.' },
      ],
      otherwise: 'fail' as const,
    };
    const flow = drawFlow(
      's:defaultContextStart i:injectMessages t:tools f:mine',
      's>i i>f t.tools>f.tools',
      {
        configs: {
          s: { provider: 'gemini', model: 'fast', systemInstructions: 'Be brief.' },
          i: { messages: [{ role: 'user', content: 'earlier' }] },
          t: { tools: ['add'] },
        },
      },
    );
    const { run, view, journal } = await runFlow(flow, {
      script,
      dataflow: {
        mine: async (inputs, context, _config, io) => {
          const first = await io.callLLM(context, inputs['tools']);
          const second = await io.callLLM(context);
          return { outputs: { result: [first, second] }, updatedContext: context };
        },
      },
    });
    expect(run.error).toBeNull();
    expect(view.nodes['f']?.outputs).toEqual({ result: ['Three.', 'Again.'] });
    expect(run.usage).toMatchObject({ modelCalls: 3 });
    const steps = journal.flatMap((event) => (event.type === 'step.recorded' ? [event.key] : []));
    expect(steps).toEqual(['model#1', 'tool:a#1', 'model#2', 'model#3']);
  });

  it('[DF33] a tool that needs approval waits for a person', async () => {
    const chat: DataflowFunction = async (_inputs, context, _config, io) => ({
      outputs: { result: await io.callLLM(context, ['pay']) },
      updatedContext: context,
    });
    const pay = { approve: true, effect: 'pure', run: () => 'paid' } as const;
    const replies = [
      { toolCalls: [{ name: 'pay', id: 'p' }] },
      { when: { history: 'paid' }, text: 'Done.' },
    ];
    const options = { dataflow: { mine: chat }, tools: { pay }, script: { replies } };
    const { run } = await runFlow(drawFlow('f:mine'), { ...options, answers: [['f', 'yes']] });
    expect(run).toMatchObject({ status: 'completed', output: 'Done.' });
  });

  it('[DF22] paused opens a wait, and the answer is their message', async () => {
    const paused: DataflowFunction = (_inputs, updatedContext) => ({
      outputs: { prompt: 'Really?', result: 'kept' },
      updatedContext,
      status: 'paused',
    });
    const open = await one(paused);
    expect(open.run).toMatchObject({
      status: 'waiting',
      waits: [{ node: 'f', prompt: 'Really?' }],
    });
    expect(open.view.nodes['f']?.state).toBe('paused');
    const { view } = await one(paused, { answers: [['f', { message: 'yes' }]] });
    expect(view.nodes['f']?.outputs).toEqual({
      prompt: 'Really?',
      result: 'kept',
      message: 'yes',
      data: 'yes',
    });
  });

  it('[DF22] error is a failure with the message of the output', async () => {
    const { run } = await one((_inputs, updatedContext) => ({
      outputs: { error: 'out of paper' },
      updatedContext,
      status: 'error',
    }));
    expect(run.error).toMatchObject({
      code: 'NODE_REPORTED_ERROR',
      message: 'out of paper',
      node: 'f',
    });
    const silent = await one((_inputs, updatedContext) => ({
      outputs: {},
      updatedContext,
      status: 'error',
    }));
    expect(silent.run.error?.message).toBe('The node "f" has failed.');
  });

  it('[DF22] a failure can be handled, and retried when they say so', async () => {
    let calls = 0;
    const flaky: DataflowNode = {
      retry: { attempts: 2, backoffMs: 1 },
      run: (_inputs, updatedContext) =>
        ++calls < 2
          ? { outputs: { error: 'again' }, updatedContext, status: 'error' }
          : { outputs: { result: calls }, updatedContext },
    };
    expect((await one(flaky)).view.nodes['f']?.outputs).toEqual({ result: 2 });
    const handled = drawFlow('f:mine p:parallelJoin', 'f.error>p.failure');
    const failing: DataflowFunction = (_inputs, updatedContext) => ({
      outputs: { error: 'no' },
      updatedContext,
      status: 'error',
    });
    const { run, view } = await runFlow(handled, { dataflow: { mine: failing } });
    expect(run.status).toBe('completed');
    expect(view.nodes['p']?.inputs).toMatchObject({ failure: { message: 'no' } });
  });

  it.each<readonly [unknown, string]>([
    [undefined, 'returned nothing. Return { outputs:'],
    ['hello', 'returned "hello". Return { outputs:'],
    [['hello'], 'returned a list. Return { outputs:'],
    [{ result: 'hello' }, 'returned no object as "outputs". Return { outputs:'],
    [{ outputs: {}, status: 'done' }, 'returned the status "done". Use "success",'],
    [{ outputs: {}, updatedContext: 'main' }, 'returned an "updatedContext" that is no context.'],
    [{ outputs: {}, updatedContext: { contextId: 'main' } }, 'that is no context.'],
    ...[null, 'hi', { role: 'bot', content: 'hi' }, { role: 'user' }].map(
      (message): [unknown, string] => [
        { outputs: {}, updatedContext: { contextId: 'main', messageHistory: [message] } },
        'added something to the context "main" that is no message. Add { role:',
      ],
    ),
  ])('[DF38] %j is no result, and the failure says what is', async (returned, complaint) => {
    // As JavaScript without types would.
    const { run } = await one(() => returned as never);
    expect(run).toMatchObject({ status: 'failed', error: { code: 'BAD_RESULT', node: 'f' } });
    expect(run.error?.message).toContain(complaint);
  });

  it('[DF38] asking and failing need no outputs, and a context that is not returned stays', async () => {
    const asks = await one(() => ({ status: 'paused' }) as never, { answers: [['f', 'yes']] });
    expect(asks.view.nodes['f']?.outputs).toEqual({ message: 'yes', data: 'yes' });
    const fails = await one(() => ({ status: 'error' }) as never);
    expect(fails.run.error?.message).toBe('The node "f" has failed.');
    const gives = await one(() => ({ outputs: { result: 1 } }) as never);
    expect(gives.run.status).toBe('completed');
  });

  it('[DF22] messages are added, never rewritten', async () => {
    const run: DataflowFunction = (_inputs, context) => ({
      outputs: {},
      updatedContext: { ...context, messageHistory: context.messageHistory.slice(1) },
    });
    const flow = drawFlow('c:chat f:mine', 'c>f');
    const { run: ended } = await runFlow(flow, { dataflow: { mine: run } });
    expect(ended.error).toMatchObject({ code: 'CONTEXT_REWRITTEN', node: 'f' });
  });

  it('[DF31] a function that returns its context unchanged runs beside a chat of the same context', async () => {
    const flow = drawFlow(
      's:defaultContextStart m:manualInput c:chat f:mine',
      's>c s>f m.message>c.message',
      {
        configs: { m: said('hello') },
      },
    );
    const { run, view } = await runFlow(flow, {
      dataflow: {
        mine: async (_inputs, context, _config, io) => {
          await messages(io, 2);
          return { outputs: { result: 'seen' }, updatedContext: context };
        },
      },
    });
    expect(run.status).toBe('completed');
    expect(view.contexts['main']).toMatchObject({
      messageHistory: [
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: 'hello' },
      ],
      // What the chat has set is not taken back by who returns an older copy.
      currentOutput: 'hello',
    });
  });

  it('[DF31] two nodes that add in parallel both keep their messages, in the order of completion', async () => {
    const add = (content: string, seen: number): DataflowFunction => {
      return async (_inputs, context, _config, io) => {
        context.messageHistory.push({ role: 'user', content });
        await messages(io, seen);
        return { outputs: { result: content }, updatedContext: context };
      };
    };
    const flow = drawFlow('s:defaultContextStart a:last b:first', 's>a s>b');
    const { run, view } = await runFlow(flow, {
      dataflow: { last: add('from a', 1), first: add('from b', 0) },
    });
    expect(run.status).toBe('completed');
    expect(view.contexts['main']?.['messageHistory']).toEqual([
      { role: 'user', content: 'from b' },
      { role: 'user', content: 'from a' },
    ]);
  });

  it('[DF31] another context is compared with what the function has read of it', async () => {
    const side: DataflowFunction = async (_inputs, context, _config, io) => {
      const read = io.context('side').messages;
      await messages(io, 1, 'side');
      const messageHistory = [
        ...read,
        { role: 'user', content: 'late' },
      ] as typeof context.messageHistory;
      return { outputs: {}, updatedContext: { ...context, contextId: 'side', messageHistory } };
    };
    const first: DataflowFunction = (_inputs, context) => ({
      outputs: {},
      updatedContext: {
        ...context,
        contextId: 'side',
        messageHistory: [{ role: 'user', content: 'early' }],
      },
    });
    const flow = drawFlow('s:defaultContextStart a:late b:early', 's>a s>b');
    const { run, view } = await runFlow(flow, { dataflow: { late: side, early: first } });
    expect(run.error).toBeNull();
    expect(view.contexts['side']?.['messageHistory']).toEqual([
      { role: 'user', content: 'early' },
      { role: 'user', content: 'late' },
    ]);
  });

  it('[DF22] may continue in another context', async () => {
    const run: DataflowFunction = (_inputs, context) => ({
      outputs: {},
      updatedContext: {
        ...context,
        contextId: 'side',
        messageHistory: [{ role: 'system', content: 'new' }],
      },
    });
    const { view } = await runFlow(drawFlow('f:mine c:chat', 'f>c'), { dataflow: { mine: run } });
    expect(view.contexts['side']?.['messageHistory']).toHaveLength(3);
    expect(view.contexts['main']?.['messageHistory']).toEqual([]);
  });

  it('[DF22][DF25] require nothing unless they declare it', async () => {
    const { run, seen } = spy(0);
    const flow = drawFlow(
      'm:manualInput i:conditional f:mine g:mine',
      'm.message>i.data i.true>f.x m.message>f.y',
      { configs: { m: said('x'), i: { condition: false } } },
    );
    const free = await runFlow(flow, { dataflow: { mine: run } });
    expect(free.view.nodes['f']).toMatchObject({ state: 'completed', inputs: { y: 'x' } });
    expect(seen.calls).toContainEqual({ y: 'x' });
    const strict = await runFlow(flow, { dataflow: { mine: { run, required: ['x'] } } });
    expect(strict.view.nodes['f']?.state).toBe('skipped');
    // Without an edge to it, it is not asked for.
    expect(strict.view.nodes['g']?.state).toBe('completed');
  });

  it('[DF22] outputs that are no JSON fail with their place', async () => {
    const { run } = await one((_inputs, updatedContext) => ({
      outputs: { result: () => 1 },
      updatedContext,
    }));
    expect(run.error?.code).toBe('BAD_RESULT');
  });
});

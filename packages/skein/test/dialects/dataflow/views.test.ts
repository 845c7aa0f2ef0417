// Goal: what a run of a dataflow shows, and what it has in common with other dialects.
import { drawFlow } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { createEngine, type DataflowFunction } from '../../../src/index.ts';
import { runFlow, said } from './run-flow.ts';

describe('what is not of this dialect', () => {
  it('[DF23] native types and plain functions work, and contexts lead through them', async () => {
    const flow = drawFlow(
      'n:newContext m:manualInput t:transform f:text.upper c:chat',
      'n>m m>t m.message>t.input t.output>f.text t>f f>c f.result>c.message',
      { configs: { m: said('hello'), t: { value: '${previous}!' } } },
    );
    const { view } = await runFlow(flow);
    expect(view.nodes['t']?.outputs).toEqual({ output: 'hello!' });
    expect(view.nodes['f']).toMatchObject({
      inputs: { text: 'hello!' },
      outputs: { result: 'HELLO!' },
    });
    expect(view.contexts['n']).toMatchObject({ currentOutput: 'HELLO!' });
    expect(view.contexts['n']?.['messageHistory']).toHaveLength(2);
  });

  it('[DF23] a plain function takes what its config says where no edge brings something', async () => {
    const flow = drawFlow('s:defaultContextStart f:math.add', 's.data>f.b', {
      configs: { f: { a: 2, b: 100 } },
    });
    expect((await runFlow(flow, { input: 3 })).run.output).toBe(5);
  });
});

describe('the view', () => {
  it('[DF28] is the whole run in the shape of the format', async () => {
    const flow = drawFlow(
      's:defaultContextStart u:userInput c:chat x:conditional y:chat',
      's>u u>c u.message>c.message c.result>x.data x.true>y.message',
      {
        configs: {
          s: { provider: 'openai', model: 'm', systemInstructions: 'Hm.' },
          x: { condition: false },
        },
      },
    );
    const script = {
      replies: [{ when: { node: 'c' }, text: 'Hello!', usage: { input: 11, output: 4 } }],
    };
    const { view } = await runFlow(flow, { answers: [['u', 'Hi']], script });
    const plain = {
      tokenUsage: { input: 0, output: 0 },
      cached: false,
      durationMs: expect.any(Number) as number,
    };
    expect(view).toEqual({
      id: expect.any(String),
      status: 'completed',
      nodes: {
        s: { state: 'completed', inputs: {}, outputs: {}, metadata: plain },
        u: { state: 'completed', inputs: {}, outputs: { message: 'Hi' }, metadata: plain },
        c: {
          state: 'completed',
          inputs: { message: 'Hi' },
          outputs: { result: 'Hello!' },
          metadata: { ...plain, tokenUsage: { input: 11, output: 4 } },
        },
        x: {
          state: 'completed',
          inputs: { data: 'Hello!' },
          outputs: { false: 'Hello!' },
          metadata: plain,
        },
        y: { state: 'skipped', inputs: {}, outputs: {}, metadata: {} },
      },
      contexts: {
        main: {
          contextId: 'main',
          provider: 'openai',
          model: 'm',
          systemInstructions: 'Hm.',
          messageHistory: [
            { role: 'user', content: 'Hi' },
            { role: 'assistant', content: 'Hello!' },
          ],
          sessionId: 'main',
          currentOutput: 'Hello!',
        },
      },
    });
  });

  it('[DF28] knows what is executing, and what was cancelled', async () => {
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    const slow: DataflowFunction = async (_inputs, updatedContext) => {
      await held;
      return { outputs: {}, updatedContext };
    };
    const engine = await createEngine({ dataflow: { slow } });
    const { id } = await engine.runs.start(drawFlow('a:slow b:parallelJoin', 'a.x>b.x'), {
      dialect: 'dataflow',
    });
    const nodes = async () => (await engine.runs.view(id))['nodes'];
    expect(await nodes()).toMatchObject({ a: { state: 'executing' }, b: { state: 'pending' } });
    await engine.runs.cancel(id);
    expect(await nodes()).toMatchObject({ a: { state: 'error' }, b: { state: 'skipped' } });
    release();
    await engine.close();
  });

  it('[DF28] shows runs of other dialects too', async () => {
    const engine = await createEngine();
    const native = {
      skein: 1,
      nodes: [
        { id: 'a', type: 'transform', config: { value: 5 } },
        { id: 'b', type: 'join' },
      ],
      edges: [{ from: 'a', to: 'b' }],
    };
    const { id } = await engine.runs.start(native);
    await engine.runs.finished(id);
    expect(await engine.runs.view(id, 'dataflow')).toMatchObject({
      status: 'completed',
      nodes: { a: { outputs: { output: 5 } }, b: { inputs: { input: 5 }, outputs: { output: 5 } } },
    });
    await engine.close();
  });
});

describe('the same in two dialects', () => {
  it('[DF23] gives the same output', async () => {
    const flow = drawFlow(
      's:defaultContextStart a:text.upper b:transform',
      's.data>a.text a.result>b.input',
      { configs: { b: { value: '${previous}!' } } },
    );
    const native = {
      skein: 1,
      nodes: [
        { id: 'a', type: 'function', config: { name: 'text.upper', args: { text: '${trigger}' } } },
        { id: 'b', type: 'transform', config: { value: '${previous}!' } },
      ],
      edges: [{ from: 'a', to: 'b' }],
    };
    const engine = await createEngine();
    const { id } = await engine.runs.start(native, { input: 'hi' });
    const { output } = await engine.runs.finished(id);
    await engine.close();
    expect(output).toBe('HI!');
    expect((await runFlow(flow, { input: 'hi' })).run.output).toEqual(output);
  });
});

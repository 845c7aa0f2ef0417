// Goal: when nodes of a dataflow run, with which values and in which context; what a run shows.
import type { Json, JsonObject } from '@skein/kernel';
import { drawFlow } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { createEngine, type DataflowFunction, type DataflowNode } from '../../../src/index.ts';
import { runFlow, said, spy, type FlowOptions } from './run-flow.ts';

describe('the order', () => {
  // toolsNode → processNode → formatNode → chatNode ← userInput; chatNode → responseNode
  const traced = (concurrency: number) =>
    drawFlow(
      'toolsNode:tools processNode:process formatNode:format userInput:userInput chatNode:chat responseNode:respond',
      'toolsNode.tools>processNode.tools processNode.processedTools>formatNode.processedTools formatNode.formattedData>chatNode.tools userInput.message>chatNode.message chatNode.response>responseNode.response',
      { policy: { concurrency } },
    );
  const dataflow: FlowOptions['dataflow'] = {
    process: ({ tools = [] }, updatedContext) => ({
      outputs: { processedTools: tools },
      updatedContext,
    }),
    format: ({ processedTools = [] }, updatedContext) => ({
      outputs: { formattedData: processedTools },
      updatedContext,
    }),
    respond: ({ response = '' }, updatedContext) => ({ outputs: { response }, updatedContext }),
  };

  it('[DF24] with one slot is depth first: the chain before the question, the answer before what needs it', async () => {
    const open = await runFlow(traced(1), { dataflow });
    const before = [
      '+toolsNode',
      '-toolsNode',
      '+processNode',
      '-processNode',
      '+formatNode',
      '-formatNode',
      '+userInput',
      '?userInput',
    ];
    expect(open.trace).toEqual(before);
    expect(open.view.nodes['chatNode']?.state).toBe('pending');
    const { trace, view } = await runFlow(traced(1), {
      dataflow,
      answers: [['userInput', 'Hello']],
    });
    expect(trace).toEqual([
      ...before,
      '-userInput',
      '+chatNode',
      '-chatNode',
      '+responseNode',
      '-responseNode',
    ]);
    expect(view.nodes['chatNode']?.inputs).toEqual({ tools: [], message: 'Hello' });
    expect(view.nodes['responseNode']?.outputs).toEqual({ response: 'Hello' });
  });

  it('[DF24] with more the question is open at once', async () => {
    const { trace } = await runFlow(traced(16), { dataflow });
    expect(trace.indexOf('+userInput')).toBeLessThan(trace.indexOf('+processNode'));
  });
});

describe('side by side', () => {
  it('[DF24] independent branches run in parallel', async () => {
    const { run, seen } = spy();
    await runFlow(drawFlow('a:spy b:spy c:spy'), { dataflow: { spy: run } });
    expect(seen.most).toBe(3);
  });

  it('[DF24] nodes that add to one context never do, those of different contexts do', async () => {
    const same = spy();
    const writer: DataflowNode = { run: same.run, writesContext: true };
    await runFlow(drawFlow('a:spy b:spy c:spy'), { dataflow: { spy: writer } });
    expect(same.seen.most).toBe(1);
    const apart = spy();
    const other: DataflowNode = { run: apart.run, writesContext: true };
    await runFlow(drawFlow('m:newContext n:newContext a:spy b:spy', 'm>a n>b'), {
      dataflow: { spy: other },
    });
    expect(apart.seen.most).toBe(2);
  });

  it('[DF24] chats of one context take turns, so that the history stays in order', async () => {
    const flow = drawFlow('a:chat b:chat c:chat');
    const replies = ['a', 'b', 'c'].map((node) => ({
      when: { node },
      text: `reply to ${node}`,
      delayMs: 3,
    }));
    const { view } = await runFlow(flow, { script: { replies } });
    expect(view.contexts['main']?.['messageHistory']).toEqual(
      ['a', 'b', 'c'].flatMap((node) => [
        { role: 'user', content: node === 'a' ? '' : `reply to ${node === 'b' ? 'a' : 'b'}` },
        { role: 'assistant', content: `reply to ${node}` },
      ]),
    );
  });

  it('[DF24] an open question holds nothing up', async () => {
    const { run, view } = await runFlow(drawFlow('u:userInput c:chat d:chat', 'c>d'));
    expect(run.status).toBe('waiting');
    expect([view.nodes['c']?.state, view.nodes['d']?.state]).toEqual(['completed', 'completed']);
  });

  it('[DF24] without a context edge a node uses main', async () => {
    const flow = drawFlow('n:newContext a:chat b:chat', 'n>a a.result>b.message', {});
    const { view } = await runFlow(flow);
    expect(view.contexts['n']?.['messageHistory']).toHaveLength(2);
    expect(view.contexts['main']?.['messageHistory']).toHaveLength(2);
  });

  it('[DF24] the first failure ends the run', async () => {
    const broken: DataflowFunction = () => {
      throw new Error('boom');
    };
    const { run, view } = await runFlow(drawFlow('u:userInput x:broken'), { dataflow: { broken } });
    expect(run).toMatchObject({ status: 'failed', error: { message: 'boom', node: 'x' } });
    expect(view.nodes['x']).toMatchObject({ state: 'error', outputs: { error: 'boom' } });
    // What was stopped shows as an error too.
    expect(view.nodes['u']?.state).toBe('error');
  });
});

describe('values that meet', () => {
  it('[DF25] joins behind a choice settle with the branch that was taken, in parallel with others', async () => {
    const flow = drawFlow(
      'm:manualInput i:conditional a:redactor b:redactor o:redactor j:parallelJoin',
      'm.message>i.data i.true>a.data i.false>b.data m.message>o.data a.data>j.a b.data>j.b o.data>j.o',
      {
        configs: { m: said('x'), i: { condition: { left: '${previous}', op: 'eq', right: 'x' } } },
      },
    );
    const { view, run } = await runFlow(flow);
    expect(view.nodes['j']?.outputs).toEqual({ result: { a: 'x', o: 'x' } });
    expect(view.nodes['b']?.state).toBe('skipped');
    expect(run.status).toBe('completed');
  });

  it('[DF7] of two values for one input the later edge wins', async () => {
    const flow = drawFlow(
      'a:manualInput b:manualInput j:parallelJoin',
      'b.message>j.x a.message>j.x',
      { configs: { a: said('A'), b: said('B') } },
    );
    expect((await runFlow(flow)).view.nodes['j']?.inputs).toEqual({ x: 'A' });
  });
});

describe('conversations', () => {
  const talk = (edges: string, nodes = '', configs: { [id: string]: JsonObject } = {}) =>
    drawFlow(`u:userInput c:chat ${nodes}`, `u>c c>u ${edges}`, { configs });
  const answers = [
    ['u', 'one'],
    ['u', 'two'],
    ['u', 'three'],
  ] as const;

  it('[DF26] each answer starts a round, and the history goes on', async () => {
    const { run, view, trace } = await runFlow(talk(''), { answers });
    expect(run.status).toBe('waiting');
    expect(run.waits).toHaveLength(1);
    expect(view.nodes['u']?.state).toBe('paused');
    expect(view.contexts['main']?.['messageHistory']).toHaveLength(6);
    expect(trace.filter((item) => item === '?u')).toHaveLength(4);
  });

  it('[DF26] what does not depend on the answer runs once and keeps its value', async () => {
    const { run, seen } = spy();
    const flow = talk('s.out>j.kept c.result>j.reply', 's:spy j:parallelJoin');
    const { view, trace } = await runFlow(flow, { dataflow: { spy: run }, answers });
    expect(seen.calls).toHaveLength(1);
    expect(trace.filter((item) => item === '-j')).toHaveLength(3);
    expect(view.nodes['j']?.inputs).toEqual({ kept: {}, reply: 'three' });
  });

  it('[DF26] a new context keeps its history over the rounds', async () => {
    const flow = drawFlow(
      'u:userInput n:newContext c:chat',
      'u.message>n.data n>c n.data>c.message c.result>u.data',
    );
    const { view } = await runFlow(flow, { answers });
    expect(view.contexts['n']?.['messageHistory']).toHaveLength(6);
    expect(view.contexts['main']?.['messageHistory']).toEqual([]);
  });

  it('[DF26] several ways back open one wait, with values of one round', async () => {
    const flow = drawFlow(
      'u:userInput a:chat b:chat j:parallelJoin',
      'u.message>a.message u.message>b.message a>u b.result>u.data a.result>j.a b.result>j.b',
    );
    const { run, view, trace } = await runFlow(flow, { answers });
    expect(run.waits).toHaveLength(1);
    expect(trace.filter((item) => item === '?u')).toHaveLength(4);
    expect(view.nodes['j']?.inputs).toEqual({ a: 'three', b: 'three' });
  });

  it('[DF26] a router in the circle: the way back is that of the intent', async () => {
    const flow = drawFlow(
      'u:userInput r:intentRouter a:chat b:chat',
      'u>r u.message>r.data r.x-context>a r.x-data>a.message r.y-context>b r.y-data>b.message a>u b>u',
      { configs: { r: { routes: { x: '', y: '' } } } },
    );
    const replies = ['x', 'y', 'x'].map((intent, i) => ({
      when: { node: 'r', call: i + 1 },
      text: `{"intent":"${intent}"}`,
    }));
    const { run, view, trace } = await runFlow(flow, { answers, script: { replies } });
    expect(run.waits).toHaveLength(1);
    expect(trace.filter((item) => item === '-a')).toHaveLength(2);
    expect(trace.filter((item) => item === '-b')).toHaveLength(1);
    expect(view.contexts['main']?.['messageHistory']).toHaveLength(6);
  });

  it('[DF6] a start beside the circle: the person is asked first', async () => {
    const flow = drawFlow('s:defaultContextStart c:chat u:userInput', 's>c c>u u>c', {
      configs: { s: { model: 'm' } },
    });
    const open = await runFlow(flow);
    expect(open.view.nodes['c']?.state).toBe('pending');
    const { view } = await runFlow(flow, { answers: [['u', 'hi']] });
    expect(view.nodes['c']?.outputs).toEqual({ result: 'hi' });
  });
});

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
      outputs: { output: 'HELLO!' },
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

describe('texts', () => {
  const hostile = [
    '${context.id}',
    '$${x}',
    '$&',
    '$1',
    '@{SESSION_ID}.a|d',
    '{{PREVIOUS_OUTPUT}}',
    '<<trigger_output>>',
    '${',
  ].join(' ');

  it('[DF29] outputs and configs are literal, whatever they hold', async () => {
    const flow = drawFlow(
      'm:manualInput c:chat i:conditional t:transform r:redactor j:parallelJoin',
      'm.message>c.message c.result>i.data i.true>t.input t.output>r.data r.data>j.x',
      {
        configs: {
          m: said(hostile),
          i: { condition: { left: '${previous}', op: 'eq', right: '${m.output}' } },
          t: { value: '${previous}' },
        },
      },
    );
    const { view } = await runFlow(flow);
    expect(view.nodes['j']?.outputs).toEqual({ result: { x: hostile } });
  });

  it('[DF29] so are answers, instructions, injected messages and intents', async () => {
    const routes = { [hostile]: hostile };
    const flow = drawFlow(
      `s:defaultContextStart u:userInput i:injectMessages r:intentRouter`,
      's>u u>i i>r u.message>r.data',
      {
        configs: {
          s: { systemInstructions: hostile },
          u: { prompt: hostile },
          i: { messages: [{ role: 'user', content: hostile }] },
          r: { routes },
        },
      },
    );
    const edges = [
      ...(flow['edges'] as Json[]),
      { source: 'r', sourceOutput: `${hostile}-data`, target: 'j', targetInput: hostile },
    ];
    const nodes = [...(flow['nodes'] as Json[]), { id: 'j', nodeType: 'parallelJoin' }];
    const script = {
      replies: [{ when: { node: 'r' }, text: JSON.stringify({ intent: hostile }) }],
    };
    const { view, run } = await runFlow(
      { ...flow, nodes, edges },
      { answers: [['u', hostile]], script },
    );
    expect(run.output).toEqual({ [hostile]: hostile });
    expect(view.contexts['main']).toMatchObject({
      systemInstructions: hostile,
      messageHistory: [{ content: hostile }],
    });
  });

  it('[DF29] ids are plain data', async () => {
    const flow = drawFlow(
      '__proto__:newContext constructor:chat toString:parallelJoin',
      '__proto__>constructor constructor.result>toString.__proto__',
    );
    const { view } = await runFlow(flow);
    expect(Object.keys(view.nodes)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.keys(view.contexts)).toEqual(['main', '__proto__']);
    expect(Object.getPrototypeOf(view.nodes)).toBe(Object.prototype);
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

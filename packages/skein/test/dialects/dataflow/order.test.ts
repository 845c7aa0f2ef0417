// Goal: when nodes of a dataflow run, with which values and in which context.
import type { JsonObject } from '@skein/kernel';
import { drawFlow } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import type { DataflowFunction, DataflowNode } from '../../../src/index.ts';
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
  it('[DF25] joins after a choice settle with the branch that was taken, in parallel with others', async () => {
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

  it('[DF26] each answer starts a round, and the history continues', async () => {
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

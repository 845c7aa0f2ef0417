// Goal: texts and ids of a dataflow are literal, whatever they hold.
import type { Json } from '@skein/kernel';
import { drawFlow } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { runFlow, said } from './run-flow.ts';

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

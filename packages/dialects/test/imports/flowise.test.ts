// Goal: agentflows keep prompts, conditions, loops and state.
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { importSource } from '../../src/index.ts';
import { toMarkdown } from '../../src/imports/flowise/flowise-text.ts';
import { imported } from './dify-app.ts';

const node = (id: string, name: string, label: string, inputs: JsonObject): JsonObject => ({
  id,
  position: { x: 0, y: 0 },
  data: { name: `${name}Agentflow`, label, inputs },
});
const edge = (source: string, target: string, output = 0): JsonObject => ({
  source,
  sourceHandle: `${source}-output-${output}`,
  target,
});

const flow: JsonObject = {
  nodes: [
    node('s', 'start', 'Start', { startState: [{ key: 'next', value: '' }] }),
    node('l', 'llm', 'Supervisor', {
      llmModel: 'chatOpenAI',
      llmModelConfig: { modelName: 'gpt-4o-mini', temperature: 0.5, reasoningEffort: 'low' },
      llmMessages: [
        {
          role: 'system',
          content: '<p>Choose for <span class="variable">{{ question }}</span>.</p>',
        },
      ],
      llmStructuredOutput: [{ key: 'next', type: 'enum', enumValues: 'WRITE, FINISH' }],
      llmUpdateState: [{ key: 'next', value: '{{ output.next }}' }],
    }),
    node('c', 'condition', 'Check', {
      conditions: [
        {
          type: 'string',
          value1: '<p>{{ $flow.state.next }}</p>',
          operation: 'equal',
          value2: '<p>WRITE</p>',
        },
      ],
    }),
    node('b', 'loop', 'Again', { loopBackToNode: 'l-Supervisor', maxLoopCount: 3 }),
    node('r', 'directReply', 'Reply', { directReplyMessage: 'Done: {{ l.output.next }}' }),
    node('n', 'stickyNote', 'Note', { note: 'A <b>note</b>' }),
  ],
  edges: [edge('s', 'l'), edge('l', 'c'), edge('c', 'b', 0), edge('c', 'r', 1)],
};

describe('agentflows', () => {
  it('[N1361] keep prompts, models, structured answers and state', () => {
    const made = imported(flow);
    expect(made.node('supervisor')).toMatchObject({
      type: 'llm',
      config: {
        model: 'openai/gpt-4o-mini',
        temperature: 0.5,
        reasoningEffort: 'low',
        system: 'Choose for ${trigger.question|}.',
        schema: { properties: { next: { enum: ['WRITE', 'FINISH'] } } },
      },
    });
    expect(made.node('supervisor_state')).toMatchObject({
      type: 'set',
      config: { set: { next: '${= (supervisor.output.next ?? "") }' } },
    });
    expect(made.node('check')).toMatchObject({
      type: 'switch',
      config: {
        cases: [{ name: 'output-0', when: '${= text((state.next ?? "")) == text("WRITE") }' }],
      },
    });
    expect(made.kinds).toEqual([]);
  });

  it('[N1361] loops go back at most as often as they say', () => {
    const made = imported(flow);
    expect(made.node('again_again')).toMatchObject({
      type: 'if',
      config: { condition: { left: '${state.rounds_again}', op: 'lte', right: 3 } },
    });
    expect(made.definition['edges']).toContainEqual({
      from: 'again_again',
      out: 'true',
      to: 'supervisor',
    });
  });

  it('[N1361] texts are Markdown', () => {
    expect(
      toMarkdown(
        '<h2>A</h2><p>Use <strong>this</strong> &amp; that</p><ul><li><p>one</p></li><li>two</li></ul>',
      ),
    ).toBe('## A\n\nUse **this** & that\n\n- one\n- two');
  });

  it('[N1361] chatflows are not recognised', () => {
    expect(
      importSource({ nodes: [{ id: 'a', data: { name: 'chatOpenAI' } }], edges: [] }),
    ).toBeNull();
  });
});

// Small workflows in every dialect
// One row for each, so that what must hold for all of them is tested for all of them: whoever adds a dialect adds its row.
import { escapeTemplate, isObject, type Json, type JsonObject } from '@skein/kernel';
import type { DialectName } from '@skein/dialects';

export interface DialectRow {
  readonly dialect: DialectName;
  /**
   * Two model calls, the second of which sees the first one's answer. With a model that echoes, the run's input comes out
   * again behind what the prompts put before it.
   */
  readonly chain: { readonly definition: JsonObject; readonly before: string };
  /** A workflow whose first text holds so many placeholders; null where no text has any. */
  readonly placeholders: ((count: number) => JsonObject) | null;
  /** Leads to a node that says YES when the input is this text, else to NO; null where that cannot be written. */
  readonly compare: ((text: string) => JsonObject | null) | null;
  /** A text of a run's output: dialects wrap what a model says in different ways. */
  readonly textOf: (output: Json) => Json;
}

const asItIs = (output: Json) => output;

const native: DialectRow = {
  dialect: 'native',
  chain: {
    definition: {
      skein: 1,
      nodes: [
        { id: 'first', type: 'llm', config: { prompt: 'Say: ${trigger}' } },
        { id: 'second', type: 'llm', config: { prompt: 'Again: ${first.output}' } },
      ],
      edges: [{ from: 'first', to: 'second' }],
    },
    before: 'Again: Say: ',
  },
  placeholders: (count) => ({
    skein: 1,
    nodes: [{ id: 'a', type: 'llm', config: { prompt: '${trigger} '.repeat(count) } }],
  }),
  compare: (text) => ({
    skein: 1,
    nodes: [
      {
        id: 'if',
        type: 'if',
        config: {
          condition: { left: '${trigger}', op: 'eq', right: escapeTemplate(text) },
        },
      },
      { id: 'yes', type: 'transform', config: { value: 'YES' } },
      { id: 'no', type: 'transform', config: { value: 'NO' } },
    ],
    edges: [
      { from: 'if', out: 'true', to: 'yes' },
      { from: 'if', out: 'false', to: 'no' },
    ],
  }),
  textOf: asItIs,
};

const canvas: DialectRow = {
  dialect: 'canvas',
  chain: {
    definition: {
      nodes: [
        { id: 'start', type: 'start', x: 0, y: 0, data: {} },
        {
          id: 'first',
          type: 'agent',
          x: 1,
          y: 0,
          data: { userPrompt: 'Say: {{PREVIOUS_OUTPUT}}' },
        },
        {
          id: 'second',
          type: 'agent',
          x: 2,
          y: 0,
          data: { userPrompt: 'Again: {{PREVIOUS_OUTPUT}}' },
        },
      ],
      connections: [
        { source: 'start', target: 'first' },
        { source: 'first', target: 'second' },
      ],
    },
    before: 'Again: Say: ',
  },
  placeholders: (count) => ({
    nodes: [
      { id: 'start', type: 'start', data: {} },
      { id: 'a', type: 'agent', data: { userPrompt: '{{PREVIOUS_OUTPUT}} '.repeat(count) } },
    ],
    connections: [{ source: 'start', target: 'a' }],
  }),
  compare: (text) => ({
    nodes: [
      { id: 'start', type: 'start', data: {} },
      { id: 'if', type: 'if', data: { conditions: [{ operator: 'equal', value: text }] } },
      { id: 'yes', type: 'agent', data: { userPrompt: 'YES' } },
      { id: 'no', type: 'agent', data: { userPrompt: 'NO' } },
    ],
    connections: [
      { source: 'start', target: 'if' },
      { source: 'if', target: 'yes', sourceHandle: 'condition-0' },
      { source: 'if', target: 'no', sourceHandle: 'false' },
    ],
  }),
  textOf: asItIs,
};

const agentGraph: DialectRow = {
  dialect: 'agent-graph',
  chain: {
    definition: {
      entrypointNodeId: 'first',
      agents: [{ id: 'helper', systemPrompt: 'Help.' }],
      nodes: [
        { id: 'first', nodeType: 'AGENT', nodeName: 'First', agentId: 'helper' },
        { id: 'second', nodeType: 'AGENT', nodeName: 'Second', agentId: 'helper' },
      ],
      edges: [
        {
          sourceNodeId: 'first',
          targetNodeId: 'second',
          conditionType: 'ALWAYS',
          conditionValue: null,
        },
      ],
    },
    before: '',
  },
  placeholders: null,
  compare: null,
  textOf: asItIs,
};

const steps = ['6f0c1d3e-52a4-4b8e-9a57-000000000001', '6f0c1d3e-52a4-4b8e-9a57-000000000002'];

const pipeline: DialectRow = {
  dialect: 'pipeline',
  chain: {
    definition: {
      uuid: '6f0c1d3e-52a4-4b8e-9a57-000000000000',
      name: 'Chain',
      description: 'Two prompts.',
      is_active: true,
      trigger: null,
      steps: [
        promptStep(0, 'Say: <<trigger_output>>'),
        promptStep(1, `Again: <<step_output.${steps[0]}>>`),
      ],
    },
    before: 'Again: Say: ',
  },
  placeholders: (count) => ({
    uuid: '6f0c1d3e-52a4-4b8e-9a57-000000000000',
    name: 'Many',
    description: 'Many placeholders.',
    is_active: true,
    trigger: null,
    steps: [promptStep(0, '<<trigger_output>> '.repeat(count))],
  }),
  // Stops when it is the text, so that the second step does not run.
  compare: (text) => ({
    uuid: '6f0c1d3e-52a4-4b8e-9a57-000000000000',
    name: 'Compare',
    description: 'Compares the output of the first step.',
    is_active: true,
    trigger: null,
    steps: [
      promptStep(0, '<<trigger_output>>'),
      {
        uuid: '6f0c1d3e-52a4-4b8e-9a57-000000000003',
        name: 'Check',
        type: 'stop_checker',
        stop_conditions: [
          {
            step_definition_uuid: steps[0] ?? '',
            extraction_json_path: '$',
            operator: 'equals',
            target_value: text,
          },
        ],
      },
      promptStep(1, 'NO'),
    ],
  }),
  textOf: asItIs,
};

function promptStep(place: number, system_prompt: string): JsonObject {
  const name = `Step ${place}`;
  return { uuid: steps[place] ?? '', name, type: 'custom_llm', model: 'm', system_prompt };
}

const sessionGraph: DialectRow = {
  dialect: 'session-graph',
  chain: {
    definition: {
      steps: [
        {
          id: 'root',
          function: 'utils.generate.generate',
          input: { user: 'Say: @{SESSION_ID}.input' },
        },
        {
          id: 'second',
          function: 'utils.generate.generate',
          input: { user: 'Again: @{SESSION_ID}.root.response' },
        },
      ],
      paths: [{ from: 'root', to: 'second' }],
    },
    before: 'Again: Say: ',
  },
  placeholders: (count) => ({
    steps: [
      {
        id: 'root',
        function: 'utils.generate.generate',
        input: { user: '@{SESSION_ID}.input '.repeat(count) },
      },
    ],
    paths: [],
  }),
  compare: (text) => {
    // In a condition of this dialect it is a reference, however it is written.
    if (text.startsWith('@{')) return null;
    const is = (op: string) => ({ left: '${trigger}', op, right: escapeTemplate(text) });
    const reply = (id: string, message: string) => ({
      id,
      function: 'utils.reply.reply',
      input: { message },
    });
    return {
      steps: [{ id: 'root' }, reply('yes', 'YES'), reply('no', 'NO')],
      paths: [
        { from: 'root', to: 'yes', conditions: is('eq') },
        { from: 'root', to: 'no', conditions: { not: is('eq') } },
      ],
    };
  },
  textOf: (output) => {
    const said = isObject(output) ? (output['response'] ?? output['message']) : undefined;
    return said ?? output;
  },
};

const dataflow: DialectRow = {
  dialect: 'dataflow',
  chain: {
    definition: {
      name: 'Chain',
      nodes: [
        { id: 'start', nodeType: 'defaultContextStart', config: {} },
        { id: 'first', nodeType: 'chat', config: {} },
        { id: 'second', nodeType: 'chat', config: {} },
      ],
      edges: [
        connect('start.context', 'first.context'),
        connect('start.data', 'first.data'),
        connect('first.context', 'second.context'),
        connect('first.result', 'second.message'),
      ],
    },
    before: '',
  },
  placeholders: (count) => ({
    name: 'Many',
    nodes: [
      { id: 'start', nodeType: 'defaultContextStart', config: {} },
      { id: 'a', nodeType: 'llm', config: { prompt: '${trigger} '.repeat(count) } },
    ],
    edges: [connect('start.data', 'a.data')],
  }),
  compare: (text) => ({
    name: 'Compare',
    nodes: [
      { id: 'start', nodeType: 'defaultContextStart', config: {} },
      {
        id: 'if',
        nodeType: 'conditional',
        config: { condition: { left: '${inputs.data}', op: 'eq', right: escapeTemplate(text) } },
      },
      { id: 'yes', nodeType: 'transform', config: { value: 'YES' } },
      { id: 'no', nodeType: 'transform', config: { value: 'NO' } },
    ],
    edges: [
      connect('start.data', 'if.data'),
      connect('if.true', 'yes.data'),
      connect('if.false', 'no.data'),
    ],
  }),
  textOf: asItIs,
};

function connect(from: string, to: string): JsonObject {
  const [source = '', sourceOutput = ''] = from.split('.');
  const [target = '', targetInput = ''] = to.split('.');
  return { id: `${from}-${to}`, source, sourceOutput, target, targetInput };
}

export const dialectRows: readonly DialectRow[] = [
  native,
  sessionGraph,
  dataflow,
  agentGraph,
  canvas,
  pipeline,
];

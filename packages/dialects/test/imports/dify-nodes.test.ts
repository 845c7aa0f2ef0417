// Goal: each node type of Dify becomes the native nodes that do the same, or a loss says what is left to do.
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { difyApp, imported } from './dify-app.ts';

const start = { type: 'start', variables: [{ variable: 'n', type: 'number', required: true }] };

/** One node between a start and an end that reads its output. */
function between(node: JsonObject, output: string, more: JsonObject = {}) {
  const end = { type: 'end', outputs: [{ variable: 'out', value_selector: ['x', output] }] };
  return imported(
    difyApp({
      nodes: { start, x: node, end, ...more } as Record<string, JsonObject>,
      edges: ['start>x', 'x>end'],
    }),
  );
}

describe('nodes of Dify', () => {
  it('[N1350] the form of the start is the schema of the input', () => {
    const { node } = between(
      {
        type: 'template-transform',
        template: 'n is {{ n }}',
        variables: [{ variable: 'n', value_selector: ['start', 'n'] }],
      },
      'output',
    );
    expect(node('start')).toMatchObject({
      config: { schema: { properties: { n: { type: 'number' } }, required: ['n'] } },
    });
    expect(node('x')).toMatchObject({
      type: 'transform',
      config: { value: 'n is ${trigger.n|}' },
    });
    expect(node('end')).toMatchObject({
      type: 'end',
      config: { value: { out: '${x.output|null}' } },
    });
  });

  it('[N1350] if-else is a switch whose cases are its handles', () => {
    const conditions = [
      {
        variable_selector: ['start', 'n'],
        comparison_operator: '>',
        value: '3',
        varType: 'number',
      },
    ];
    const made = imported(
      difyApp({
        nodes: {
          start,
          x: { type: 'if-else', cases: [{ case_id: 'big', logical_operator: 'and', conditions }] },
          a: { type: 'end', outputs: [] },
          b: { type: 'end', outputs: [] },
        },
        edges: ['start>x', 'x:big>a', 'x:false>b'],
      }),
    );
    expect(made.node('x')).toMatchObject({
      type: 'switch',
      config: { cases: [{ name: 'big', when: { left: '${trigger.n|null}', op: 'gt', right: 3 } }] },
    });
    expect(made.definition['edges']).toContainEqual({ from: 'x', out: 'default', to: 'b' });
  });

  it('[N1351] a model call has its messages, its model and its settings', () => {
    const { node, kinds } = between(
      {
        type: 'llm',
        model: {
          provider: 'langgenius/openai/openai',
          name: 'gpt-4o-mini',
          completion_params: { temperature: 0.2, max_tokens: 100, top_p: 1 },
        },
        prompt_template: [
          { role: 'system', text: 'Be brief.' },
          { role: 'user', text: 'About {{#start.n#}}' },
        ],
      },
      'text',
    );
    expect(node('x')).toMatchObject({
      type: 'llm',
      config: {
        model: 'openai/gpt-4o-mini',
        temperature: 0.2,
        maxOutputTokens: 100,
        system: 'Be brief.',
        prompt: 'About ${trigger.n|start.n}',
      },
    });
    expect(kinds).toEqual([]);
  });

  it('[N1351] sampling is kept, and settings of a model that cannot be set are named', () => {
    const { losses, node } = between(
      {
        type: 'llm',
        model: {
          provider: 'openai',
          name: 'm',
          completion_params: { top_p: 0.5, stop: ['#'], enable_thinking: false },
        },
        prompt_template: [],
      },
      'text',
    );
    expect(losses).toMatchObject([
      {
        kind: 'model-setting',
        node: 'x',
        native: 'x',
        message: expect.stringMatching(/sets enable_thinking false for its model/),
      },
    ]);
    expect(node('x')).toMatchObject({ config: { topP: 0.5, stopSequences: ['#'] } });
  });

  it('[N1352] tools, knowledge and documents are tools to bind, and say so', () => {
    const tool = between(
      {
        type: 'tool',
        provider_id: 'langgenius/tavily/tavily',
        tool_name: 'tavily_search',
        tool_label: 'Search',
        tool_parameters: { query: { type: 'variable', value: ['start', 'n'] } },
      },
      'text',
    );
    expect(tool.node('x')).toMatchObject({
      type: 'tool',
      config: { tool: 'tavily-tavily_search', args: { query: '${trigger.n|null}' } },
    });
    expect(tool.bindings).toMatchObject([{ tool: 'tavily-tavily_search', nodes: ['x'] }]);
    expect(tool.kinds).toEqual(['binding']);
    expect(
      between(
        {
          type: 'knowledge-retrieval',
          dataset_ids: ['d'],
          query_variable_selector: ['start', 'n'],
        },
        'result',
      ).bindings,
    ).toMatchObject([{ tool: 'knowledge-search' }]);
    expect(
      between({ type: 'document-extractor', variable_selector: ['start', 'n'] }, 'text').bindings,
    ).toMatchObject([{ tool: 'document-text' }]);
  });

  it('[N1353] credentials are named, never copied', () => {
    const made = between(
      {
        type: 'http-request',
        method: 'post',
        url: 'https://api.example.com/{{#start.n#}}',
        headers: 'X-Api-Key: sk-very-secret\nAccept: text/plain',
        body: { type: 'json', data: '{"n": {{#start.n#}}, "t": "n {{#start.n#}}"}' },
      },
      'body',
    );
    expect(made.node('x')).toMatchObject({
      type: 'http',
      config: {
        url: 'https://api.example.com/${trigger.n|start.n}',
        auth: { header: { name: 'X-Api-Key', secret: 'X_KEY' } },
        headers: { Accept: 'text/plain' },
        body: { json: { n: '${trigger.n|start.n}', t: 'n ${trigger.n|start.n}' } },
      },
    });
    expect(JSON.stringify(made)).not.toContain('sk-very-secret');
    expect([made.kinds, made.secrets]).toEqual([['credential'], ['X_KEY']]);
  });

  it('[N1350] an iteration is a map that is handed what it reads from outside', () => {
    const made = imported(
      difyApp({
        nodes: {
          start,
          it: {
            type: 'iteration',
            iterator_selector: ['start', 'n'],
            output_selector: ['t', 'output'],
            error_handle_mode: 'continue-on-error',
            flatten_output: false,
          },
          s: { type: 'iteration-start', parent: 'it' },
          t: {
            type: 'template-transform',
            parent: 'it',
            template: '{{ a }}{{ b }}',
            variables: [
              { variable: 'a', value_selector: ['it', 'item'] },
              { variable: 'b', value_selector: ['start', 'n'] },
            ],
          },
          end: { type: 'end', outputs: [{ variable: 'o', value_selector: ['it', 'output'] }] },
        },
        edges: ['start>it', 's>t', 'it>end'],
      }),
    );
    expect(made.node('it_each')).toMatchObject({
      type: 'map',
      config: { with: { start_n: '${trigger.n|null}' }, concurrency: 1, failures: 'collect' },
    });
    expect(JSON.stringify(made.node('it_each'))).toContain(
      '${trigger.item|}${trigger.with.start_n|}',
    );
    expect(made.node('it')).toMatchObject({ type: 'transform' });
  });

  it('[N1354] variables of a conversation are recalled at the start and remembered at the end', () => {
    const made = imported(
      difyApp({
        mode: 'advanced-chat',
        nodes: {
          start: { type: 'start', variables: [] },
          x: {
            type: 'assigner',
            items: [
              {
                variable_selector: ['conversation', 'count'],
                operation: '+=',
                input_type: 'constant',
                value: 1,
              },
            ],
          },
          a: { type: 'answer', answer: 'Turn {{#conversation.count#}}' },
        },
        edges: ['start>x', 'x>a'],
        workflow: { conversation_variables: [{ name: 'count', value: 0, value_type: 'number' }] },
      }),
    );
    expect(made.definition['state']).toEqual({ count: 0 });
    expect(made.node('recall')).toMatchObject({ type: 'store', config: { do: 'get' } });
    expect(made.node('x')).toMatchObject({
      type: 'set',
      config: { set: { count: '${= state.count + number(1) }' } },
    });
    expect(made.node('remember')).toMatchObject({
      type: 'store',
      config: { do: 'set', value: { count: '${state.count|null}' } },
    });
    expect(made.kinds).toEqual([]);
  });

  it('[N1355] an unknown node, a lost edge and a doubled id are named', () => {
    const { kinds } = imported(
      difyApp({ nodes: { start, x: { type: 'teleport' } }, edges: ['start>x', 'x>nowhere'] }),
    );
    expect(kinds).toEqual(['unknown-node', 'edge']);
    const app = difyApp({
      nodes: { start, end: { type: 'end', outputs: [] } },
      edges: ['start>end'],
    }) as { workflow: { graph: { nodes: JsonObject[] } } };
    app.workflow.graph.nodes.push({
      id: 'end',
      data: {
        type: 'code',
        title: 'Twin',
        code: 'function main() { return {} }',
        code_language: 'javascript',
      },
    });
    expect(imported(app as unknown as JsonObject).losses).toMatchObject([
      { kind: 'duplicate-id', message: expect.stringContaining('"Twin"') },
    ]);
  });

  it('[N1350] an app without a graph is one model or one agent', () => {
    const app = {
      app: { name: 'Helper', mode: 'agent-chat' },
      model_config: {
        model: { provider: 'openai', name: 'gpt-4o' },
        pre_prompt: 'Help {{who}}.',
        agent_mode: {
          enabled: true,
          tools: [{ enabled: true, provider_id: 'time', tool_name: 'now' }],
        },
      },
    };
    const made = imported(app);
    expect(made.node('agent')).toMatchObject({
      type: 'agent',
      config: { tools: ['time-now'], prompt: '${trigger.query|}' },
    });
    expect(JSON.stringify(made.node('agent'))).toContain('Help ${trigger.who|}.');
  });

  it('[N1355] every native node says which node of the source it stands for', () => {
    const made = between({ type: 'template-transform', template: 'x', variables: [] }, 'output');
    expect(made.definition['studio']).toMatchObject({
      origin: { start: 'start', x: 'x', end: 'end' },
      positions: { x: { x: 10, y: 20 } },
    });
  });
});

it('[N3211] what an author wrote about a node is kept in front of the words of Dify', () => {
  const node = { type: 'code', desc: 'Counts the words.', code_language: 'javascript', code: '' };
  const { node: found } = between(node, 'result');
  expect(found('x')['description']).toBe('Counts the words.\n\nIn Dify: javascript');
  const { node: plain } = between({ type: 'llm', desc: 'Asks once.' }, 'text');
  expect(plain('x')['description']).toBe('Asks once.');
});

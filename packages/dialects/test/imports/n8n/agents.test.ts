import { describe, expect, it } from 'vitest';
import { configOf, convert, errorsOf, kindsOf, n8n, start, type BuiltNode } from './build-n8n.ts';

const lc = '@n8n/n8n-nodes-langchain.';
const agent: BuiltNode = {
  name: 'Ask',
  type: `${lc}agent`,
  version: 1.7,
  parameters: {
    promptType: 'define',
    text: '=About {{ $json.topic }}',
    options: { systemMessage: 'Be brief.', maxIterations: 4 },
  },
};
const model: BuiltNode = {
  name: 'Model',
  type: `${lc}lmChatOpenAi`,
  version: 1.2,
  parameters: {
    model: { __rl: true, mode: 'list', value: 'gpt-4o' },
    options: { temperature: 0.2, maxTokens: 500 },
  },
  more: { credentials: { openAiApi: { id: '1', name: 'Team key' } } },
};

function sound(nodes: readonly BuiltNode[], edges: readonly string[]) {
  const imported = convert(n8n([start, ...nodes], ['Start>Ask', ...edges]));
  expect(errorsOf(imported)).toEqual([]);
  return imported;
}

describe('agents', () => {
  it('[N1330] an agent with its model and parser is one node, which stands for all of them', () => {
    const parser: BuiltNode = {
      name: 'Shape',
      type: `${lc}outputParserStructured`,
      version: 1.2,
      parameters: { jsonSchemaExample: '{"score": 1, "why": "text"}' },
    };
    const imported = sound(
      [agent, model, parser],
      ['Model>ai_languageModel>Ask', 'Shape>ai_outputParser>Ask'],
    );
    expect(configOf(imported, 'ask_call')).toMatchObject({
      model: 'openai/gpt-4o',
      temperature: 0.2,
      maxOutputTokens: 500,
      prompt: 'About ${= item.topic ?? "" }',
      system: 'Be brief.',
      maxTurns: 4,
      schema: {
        type: 'object',
        properties: { score: { type: 'number' }, why: { type: 'string' } },
        required: ['score', 'why'],
      },
    });
    expect(configOf(imported, 'ask')['value']).toBe(
      '${= previous.map(answer => ({ output: answer })) }',
    );
    expect(imported.definition['studio']).toMatchObject({
      origin: { ask_call: ['Ask', 'Model', 'Shape'] },
    });
    expect(kindsOf(imported)).toEqual(['credential']);
  });

  it('[N1331] tools that are described completely come along, those of apps are bound', () => {
    const http: BuiltNode = {
      name: 'Get weather',
      type: 'httpRequestTool',
      version: 4.2,
      parameters: {
        toolDescription: 'Tells the weather',
        url: "=https://api.example.org/{{ $fromAI('city', 'where', 'string') }}",
      },
    };
    const mail: BuiltNode = {
      name: 'Send mail',
      type: 'outlookTool',
      version: 2,
      parameters: { sendTo: "={{ $fromAI('to') }}", subject: 'Hello' },
    };
    const code: BuiltNode = {
      name: 'Count',
      type: `${lc}toolCode`,
      version: 1,
      parameters: { description: 'Counts', jsCode: 'return query.length' },
    };
    const imported = sound(
      [agent, model, http, mail, code],
      [
        'Model>ai_languageModel>Ask',
        'Get weather>ai_tool>Ask',
        'Send mail>ai_tool>Ask',
        'Count>ai_tool>Ask',
      ],
    );
    expect(configOf(imported, 'ask_call')['tools']).toEqual(['Get_weather', 'Send_mail', 'Count']);
    expect(imported.definition['tools']).toMatchObject({
      Get_weather: {
        description: 'Tells the weather',
        parameters: {
          type: 'object',
          properties: { city: { type: 'string', description: 'where' } },
          required: ['city'],
        },
        http: { url: 'https://api.example.org/${= args.city ?? "" }' },
      },
      Send_mail: {
        parameters: { properties: { to: { type: 'string' } } },
        code: { tools: ['outlook'] },
      },
      Count: { code: { code: 'const query = args.query ?? args;\nreturn query.length' } },
    });
    expect(imported.bindings.map(({ tool }) => tool)).toEqual(['outlook']);
  });

  it('[N1331] a tool that reads the item of its agent is a loss', () => {
    const mail: BuiltNode = {
      name: 'Send mail',
      type: 'outlookTool',
      version: 2,
      parameters: { sendTo: '={{ $json.mail }}' },
    };
    const imported = sound(
      [agent, model, mail],
      ['Model>ai_languageModel>Ask', 'Send mail>ai_tool>Ask'],
    );
    expect(kindsOf(imported)).toContain('tool-expression');
  });

  it('[N1332] an agent as a tool is a subagent', () => {
    const below: BuiltNode = {
      name: 'Expert',
      type: `${lc}agentTool`,
      version: 2,
      parameters: {
        toolDescription: 'Knows all',
        text: "={{ $fromAI('question') }}",
        options: { systemMessage: 'You know.' },
      },
    };
    const imported = sound(
      [agent, model, below],
      ['Model>ai_languageModel>Ask', 'Model>ai_languageModel>Expert', 'Expert>ai_tool>Ask'],
    );
    expect(imported.definition['edges']).toContainEqual({
      from: 'ask_call',
      to: 'expert',
      kind: 'subagent',
    });
    expect(configOf(imported, 'expert')).toMatchObject({
      model: 'openai/gpt-4o',
      system: 'You know.',
    });
  });

  it('[N1333] fallback models, options and memory that is elsewhere are told', () => {
    const memory: BuiltNode = {
      name: 'Memory',
      type: `${lc}memoryPostgresChat`,
      version: 1.3,
      parameters: { sessionIdType: 'customKey', sessionKey: '={{ $json.user }}' },
    };
    const second: BuiltNode = {
      name: 'Second',
      type: `${lc}lmChatAnthropic`,
      version: 1.3,
      parameters: { options: { topK: 5 } },
    };
    const imported = sound(
      [agent, { ...model, parameters: { options: { topP: 0.4, topK: 3 } } }, second, memory],
      ['Model>ai_languageModel>Ask', 'Second>ai_languageModel>Ask.1', 'Memory>ai_memory>Ask'],
    );
    expect(configOf(imported, 'ask_call')['topP']).toBe(0.4);
    expect(kindsOf(imported)).toEqual(['credential', 'model-option', 'fallback-model', 'memory']);
  });

  it('[N2653] the memory of an agent is recalled before it, told to it, and kept behind it', () => {
    const memory: BuiltNode = {
      name: 'Memory',
      type: `${lc}memoryBufferWindow`,
      version: 1.3,
      parameters: {
        sessionIdType: 'customKey',
        sessionKey: '={{ $json.user }}',
        contextWindowLength: 3,
      },
    };
    const imported = sound(
      [agent, model, memory],
      ['Model>ai_languageModel>Ask', 'Memory>ai_memory>Ask'],
    );
    expect(kindsOf(imported)).toEqual(['credential']);
    const key = 'conversation:${= item.user ?? null }';
    expect(configOf(imported, 'ask_recall')).toMatchObject({ do: 'get', key, default: [] });
    expect(configOf(imported, 'ask_call')['system']).toContain(
      'Be brief.${= empty(ask_recall.output[index].value)',
    );
    expect(configOf(imported, 'ask_remember')).toMatchObject({
      do: 'set',
      key,
      value: expect.stringContaining('].last(3) }'),
    });
    expect(configOf(imported, 'ask')['value']).toBe(
      '${= ask_call.output.map(answer => ({ output: answer })) }',
    );
  });

  it('[N1334] chains, extractors and messages to a provider ask a model once', () => {
    const chain: BuiltNode = {
      name: 'Ask',
      type: `${lc}chainLlm`,
      version: 1.5,
      parameters: {
        promptType: 'define',
        text: '={{ $json.q }}',
        messages: { messageValues: [{ message: 'You translate.' }] },
      },
    };
    const asked = sound([chain, model], ['Model>ai_languageModel>Ask']);
    expect(configOf(asked, 'ask_call')).toMatchObject({
      system: 'You translate.',
      prompt: '${= item.q ?? null }',
    });
    const extractor: BuiltNode = {
      name: 'Ask',
      type: `${lc}informationExtractor`,
      version: 1,
      parameters: {
        text: '={{ $json.mail }}',
        attributes: { attributes: [{ name: 'city', description: 'where', required: true }] },
      },
    };
    expect(
      configOf(sound([extractor, model], ['Model>ai_languageModel>Ask']), 'ask_call')['schema'],
    ).toEqual({
      type: 'object',
      properties: { city: { type: 'string', description: 'where' } },
      required: ['city'],
    });
    const openAi: BuiltNode = {
      name: 'Ask',
      type: `${lc}openAi`,
      version: 1.8,
      parameters: {
        modelId: { __rl: true, value: 'gpt-4o' },
        messages: {
          values: [{ role: 'system', content: 'Be kind.' }, { content: '={{ $json.q }}' }],
        },
      },
    };
    expect(configOf(sound([openAi], []), 'ask_call')).toMatchObject({
      model: 'openai/gpt-4o',
      system: 'Be kind.',
    });
  });

  it('[N1335] a classifier asks for each item and parts them by the answer', () => {
    const classify: BuiltNode = {
      name: 'Ask',
      type: `${lc}textClassifier`,
      version: 1,
      parameters: {
        inputText: '={{ $json.text }}',
        categories: {
          categories: [{ category: 'Bug', description: 'broken' }, { category: 'Wish' }],
        },
        options: { fallback: 'other' },
      },
    };
    const imported = sound(
      [classify, model, { name: 'Bugs', type: 'noOp' }],
      ['Model>ai_languageModel>Ask', 'Ask.0>Bugs'],
    );
    expect(configOf(imported, 'ask')).toMatchObject({
      items: '${= ask_list.output }',
      rest: 'rest',
      cases: [
        { name: 'Bug', when: '${= ask_call.output[index].category == "Bug" }' },
        { name: 'Wish' },
      ],
    });
    expect(imported.definition['edges']).toContainEqual({ from: 'ask', out: 'Bug', to: 'bugs' });
  });
});

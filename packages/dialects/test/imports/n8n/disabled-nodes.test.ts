// Goal: what a node did that is switched off can be read in the workflow, and no key of it can.
import { describe, expect, it } from 'vitest';
import { behindStart, convert, errorsOf, kindsOf, n8n, nodeOf, start } from './build-n8n.ts';

const lang = '@n8n/n8n-nodes-langchain.';
const off = { disabled: true };

describe('nodes that are switched off', () => {
  it('[N3220] their type, parameters, expressions, credentials and notes are in the description', () => {
    const imported = convert(
      behindStart({
        name: 'Post',
        type: 'httpRequest',
        version: 4.2,
        parameters: {
          method: 'POST',
          url: '=https://example.org/{{ $json.id }}',
          jsonBody: '{"greeting": "Good morning to all"}',
          options: { timeout: 2500 },
        },
        more: {
          ...off,
          notes: 'Off since May.',
          credentials: { httpHeaderAuth: { id: '1', name: 'Shop' } },
        },
      }),
    );
    expect(errorsOf(imported)).toEqual([]);
    expect(kindsOf(imported)).toEqual([]);
    const { description, config } = nodeOf(imported, 'post');
    expect(config).toEqual({ value: '${previous}' });
    for (const said of [
      'Off since May.',
      'Disabled in n8n (httpRequest, version 4.2)',
      'httpHeaderAuth: Shop',
      '=https://example.org/{{ $json.id }}',
      'Good morning to all',
      '"timeout": 2500',
    ]) {
      expect(description).toContain(said);
    }
  });

  it('[N3221] what may be a key is not repeated, and a loss says where it stood', () => {
    const imported = convert(
      behindStart({
        name: 'Post',
        type: 'httpRequest',
        version: 4.2,
        parameters: {
          url: 'https://example.org/?page=3&api_key=0123456789abcdef',
          apiKey: 'key-of-somebody',
          sessionToken: '={{ $json.token }}',
          headerParameters: {
            parameters: [
              { name: 'Authorization', value: 'private words' },
              { name: 'Accept', value: 'text/plain' },
              { name: 'X-Other', value: 'Bearer abcdefghijkl' },
            ],
          },
          jsCode: "const token = 'hunter2hunter2'; return items;",
          max_tokens: 100,
        },
        more: off,
      }),
    );
    expect(kindsOf(imported)).toEqual(['credential']);
    const said = JSON.stringify([imported.definition, imported.losses]);
    for (const key of ['0123456789abcdef', 'key-of-somebody', 'private words', 'abcdefghijkl'])
      expect(said).not.toContain(key);
    expect(said).not.toContain('hunter2');
    const { description } = nodeOf(imported, 'post');
    for (const kept of ['page=3', '={{ $json.token }}', 'text/plain', 'return items', '100'])
      expect(description).toContain(kept);
    expect(imported.losses[0]).toMatchObject({
      node: 'Post',
      message: expect.stringContaining(
        '(url, apiKey, headerParameters.parameters.Authorization, headerParameters.parameters.value, jsCode)',
      ),
      hint: expect.stringContaining('skein secrets set'),
    });
  });

  it('[N3220] so it is for a tool below an agent, and for all below an agent that is switched off', () => {
    const model = {
      name: 'Model',
      type: `${lang}lmChatOpenAi`,
      parameters: { model: 'gpt-4o-mini' },
    };
    const tool = {
      name: 'Search',
      type: `${lang}toolHttpRequest`,
      parameters: { url: 'https://search.example.org/find' },
    };
    const agent = { name: 'Agent', type: `${lang}agent`, parameters: { text: 'Who is it?' } };
    const edges = ['Start>Agent', 'Model>ai_languageModel>Agent', 'Search>ai_tool>Agent'];
    const toolOff = convert(n8n([start, agent, model, { ...tool, more: off }], edges));
    expect(JSON.stringify(nodeOf(toolOff, 'agent_call'))).toContain('https://search.example.org');
    expect(nodeOf(toolOff, 'agent_call')['description']).toContain(
      'Below it in n8n, "Search":\nDisabled in n8n (langchain.toolHttpRequest, version 1)',
    );
    const agentOff = convert(n8n([start, { ...agent, more: off }, model, tool], edges));
    expect(kindsOf(agentOff)).toEqual([]);
    for (const said of ['Who is it?', 'gpt-4o-mini', 'https://search.example.org/find'])
      expect(nodeOf(agentOff, 'agent')['description']).toContain(said);
  });
});

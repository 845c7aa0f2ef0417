// Goal: nothing of a file is gone without a word, whatever its converter knows of.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@skein/kernel';
import {
  behindStart,
  configOf,
  convert,
  errorsOf,
  kindsOf,
  n8n,
  nodeOf,
  start,
  type BuiltNode,
} from './build-n8n.ts';

const lang = '@n8n/n8n-nodes-langchain.';
const only = (type: string, version: number, parameters: JsonObject, more: JsonObject = {}) =>
  convert(behindStart({ name: 'Node', type, version, parameters, more }));

describe('texts and expressions that no converter takes', () => {
  it.each([
    ['set', 3.3, { values: { string: [{ name: 'a', value: 'Welcome to the shop' }] } }],
    ['set', 2, { values: [{ name: 'a', value: '={{ $json.welcome }}' }] }],
    ['function', 1, { function: 'return items.slice(1);' }],
    ['noOp', 1, { message: 'Nothing was found in the sheet' }],
    ['respondToWebhook', 1, { jsCode: 'return $input.first().json;' }],
  ])('[N3200] %s %d: they are a loss that names them', (type, version, parameters) => {
    const imported = only(type, version, parameters);
    expect(errorsOf(imported)).toEqual([]);
    expect(kindsOf(imported)).toEqual(['parameter']);
    expect(imported.losses[0]?.message).toMatch(
      /^"Node" has texts that are not in the workflow \(.*(Welcome to the shop|\$json\.welcome|items\.slice|Nothing was found|\$input\.first)/,
    );
  });

  it('[N3200] what may be a key is not repeated, neither in the loss nor in the definition', () => {
    const imported = only('noOp', 1, { apiKey: 'sk_live_0123456789', token: 'not a choice 123' });
    expect(kindsOf(imported)).toEqual(['parameter']);
    const said = JSON.stringify([imported.losses, imported.definition]);
    expect(said).not.toContain('sk_live_0123456789');
    expect(said).not.toContain('not a choice 123');
  });
});

describe('what is said in other words', () => {
  it.each([
    ['splitOut', 1, { fieldToSplitOut: 'name, address.city' }, 'name, address.city'],
    ['splitOut', 1, { fieldToSplitOut: 'tasks[0].result' }, 'tasks[0].result'],
    ['set', 3.4, { assignments: { assignments: [{ name: 'a.b.c', value: 1 }] } }, 'a.b.c'],
    ['set', 3.4, { assignments: { assignments: [{ name: 'a.b[0]', value: 1 }] } }, 'a.b[0]'],
    ['form', 1, { options: { buttonLabel: 'Go on!' } }, 'Go on!'],
  ])('[N3201] %s: %j is kept in the description', (type, version, parameters, text) => {
    const imported = only(type, version, parameters as JsonObject);
    expect(kindsOf(imported)).toEqual([]);
    const { nodes } = imported.definition as { nodes: readonly { description?: string }[] };
    expect(nodes.map(({ description }) => description ?? '').join(' ')).toContain(text);
  });

  it('[N3201] so is a value that n8n does not compare with; marks of rows are not', () => {
    const operator = { type: 'array', operation: 'empty', singleValue: true };
    const conditions = [
      { id: 'ab12-cd34', leftValue: '={{ $json.a }}', rightValue: '[empty list]', operator },
    ];
    const imported = only('if', 2.2, { conditions: { combinator: 'and', conditions } });
    expect(kindsOf(imported)).toEqual([]);
    const description = nodeOf(imported, 'node')['description'];
    expect(description).toContain('rightValue: [empty list]');
    expect(description).not.toContain('ab12');
  });

  it('[N3201] so is the example of an answer, which is not told to the model', () => {
    const parser = { jsonSchemaExample: '{"mood":"good","tags":["a first one","a second one"]}' };
    const imported = convert(withHelper(`${lang}outputParserStructured`, parser, 'outputParser'));
    expect(errorsOf(imported)).toEqual([]);
    const { description, config } = nodeOf(imported, 'agent_call');
    expect(description).toContain('a second one');
    expect(JSON.stringify(config)).not.toContain('a second one');
  });
});

function withHelper(type: string, parameters: JsonObject, kind: string): JsonObject {
  const nodes: readonly BuiltNode[] = [
    start,
    { name: 'Agent', type: `${lang}agent`, version: 2 },
    { name: 'Helper', type, version: 1.2, parameters },
  ];
  return n8n(nodes, ['Start>Agent', `Helper>ai_${kind}>Agent`]);
}

it('[N3202] a page of HTML with an expression that only code can compute is made by code', () => {
  const imported = only('html', 1.2, {
    html: '<ul>{{ $json.rows.map((row) => { return `<li>${row.name}</li>`; }).join("") }}</ul>',
  });
  expect(errorsOf(imported)).toEqual([]);
  expect(kindsOf(imported)).toEqual([]);
  expect(nodeOf(imported, 'node')['type']).toBe('code');
  expect(JSON.stringify(configOf(imported, 'node'))).toContain('<li>${row.name}</li>');
});

it('[N3202] a tool to bind that code would have to compute for names what is lost', () => {
  const imported = only('crypto', 1, {
    action: 'sign',
    value: '={{ (() => { return $json.secretText; })() }}',
  });
  expect(kindsOf(imported)).toContain('expression');
});

it('[N3203] two tools whose names have the same letters are two tools', () => {
  const tool = (name: string, url: string): BuiltNode => ({
    name,
    type: 'n8n-nodes-base.httpRequestTool',
    version: 4.2,
    parameters: { url },
  });
  const nodes = [
    start,
    { name: 'Agent', type: `${lang}agent`, version: 2 },
    tool('天気', 'https://one.example'),
    tool('地図', 'https://two.example'),
  ];
  const edges = ['Start>Agent', '天気>ai_tool>Agent', '地図>ai_tool>Agent'];
  const imported = convert(n8n(nodes, edges));
  expect(errorsOf(imported)).toEqual([]);
  expect(configOf(imported, 'agent_call')['tools']).toEqual(['tool', 'tool_2']);
  const tools = imported.definition['tools'] as { [name: string]: { http: { url: string } } };
  expect(Object.values(tools).map(({ http }) => http.url)).toEqual([
    'https://one.example',
    'https://two.example',
  ]);
});

it('[N3203] a placeholder keeps its type and description', () => {
  const parameters = {
    url: 'https://weather.example',
    sendQuery: true,
    parametersQuery: { values: [{ name: 'days' }] },
    placeholderDefinitions: {
      values: [{ name: 'days', type: 'number', description: 'how many days ahead' }],
    },
  };
  const imported = convert(withHelper(`${lang}toolHttpRequest`, parameters, 'tool'));
  const tools = imported.definition['tools'] as { [name: string]: { parameters: JsonObject } };
  expect(tools['Helper']?.parameters['properties']).toEqual({
    days: { type: 'number', description: 'how many days ahead' },
  });
});

it('[N3204] an expression in a text that n8n does not compute stays, and is told', () => {
  const assignments = { assignments: [{ name: 'a', value: 'Dear {{ $json.name }}' }] };
  const imported = only('set', 3.4, { assignments });
  expect(kindsOf(imported)).toEqual(['literal']);
  expect(configOf(imported, 'node')).toEqual({ value: { a: 'Dear {{ $json.name }}' } });
  expect(imported.losses[0]?.message).toContain('{{ $json.name }}');
  const code = only('code', 2, { jsCode: 'return [{ a: "{{ $json.name }}" }];' });
  expect(kindsOf(code)).toEqual([]);
});

it('[N3205] pictures of a chain have an address, or are a loss', () => {
  const message = { type: 'HumanMessagePromptTemplate' };
  const messageValues = [
    { ...message, messageType: 'imageUrl', imageUrl: '={{ $json.photo }}' },
    { ...message, messageType: 'imageBinary', binaryImageDataKey: 'scan' },
  ];
  const parameters = { promptType: 'define', text: 'Look!', messages: { messageValues } };
  const imported = only(`${lang}chainLlm`, 1.5, parameters);
  expect(errorsOf(imported)).toEqual([]);
  expect(configOf(imported, 'node_call')).toMatchObject({
    prompt: 'Look!',
    images: ['${= item.photo ?? null }'],
  });
  const told = imported.losses.find(({ kind }) => kind === 'binary');
  expect(told?.message).toContain('"scan"');
});

it('[N3206] what a form only shows is in its prompt, and names that are computed are told', () => {
  const html = '<p>Zones are <a href="https://zones.example">here</a>.</p>';
  const values = [
    { fieldType: 'html', fieldLabel: 'Help', html },
    { fieldLabel: '={{ $json.question }}' },
  ];
  const imported = only('form', 1, { formFields: { values } });
  expect(errorsOf(imported)).toEqual([]);
  expect(configOf(imported, 'node_form')['prompt']).toBe(`Help\n\n${html}`);
  expect(JSON.stringify(configOf(imported, 'node_form')['schema'])).not.toContain('Help');
  expect(kindsOf(imported)).toEqual(['form-page']);
});

it('[N3207] null among the types of a schema is its name', () => {
  const inputSchema = JSON.stringify({
    type: 'object',
    properties: { city: { type: ['string', null] } },
  });
  const parameters = { schemaType: 'manual', inputSchema };
  const imported = convert(withHelper(`${lang}outputParserStructured`, parameters, 'outputParser'));
  expect(errorsOf(imported)).toEqual([]);
  expect(configOf(imported, 'agent_call')['schema']).toEqual({
    type: 'object',
    properties: { city: { type: ['string', 'null'] } },
  });
});

it('[N3208] a comparison without case keeps the text as it was written', () => {
  const operator = { type: 'string', operation: 'contains' };
  const conditions = {
    options: { caseSensitive: false },
    conditions: [{ leftValue: '={{ $json.a }}', rightValue: '@Shop_BOT', operator }],
  };
  const imported = only('if', 2.2, { conditions });
  expect(JSON.stringify(configOf(imported, 'node'))).toContain('@Shop_BOT\\".toLowerCase()');
});

it('[N3209] triggers whose nodes have one name are two triggers', () => {
  const hook = (path: string): BuiltNode => ({
    name: 'Hook',
    type: 'webhook',
    version: 2,
    parameters: { path },
  });
  const imported = convert(n8n([hook('a'), hook('b'), { name: 'End', type: 'noOp' }]));
  expect(errorsOf(imported)).toEqual([]);
  expect(imported.definition['triggers']).toMatchObject([{ name: 'Hook' }, { name: 'Hook 2' }]);
  expect(kindsOf(imported)).not.toContain('invalid');
});

it('[N3210] entries that are not nodes are told', () => {
  const source = n8n([start]);
  const nodes = [7, ...(source['nodes'] as readonly JsonObject[]), null];
  const imported = convert({ ...source, nodes });
  expect(errorsOf(imported)).toEqual([]);
  expect(imported.losses.map(({ kind, pointer }) => [kind, pointer])).toEqual([
    ['invalid', '/nodes/0'],
    ['invalid', '/nodes/2'],
  ]);
});

// A server with the workflows that the conformance suite calls as tools, on a port of this machine.
import process from 'node:process';
import { openStore } from '@skein/stores';
import { composeServer } from '../../src/server/compose-server.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const wav = Buffer.from('UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=', 'base64');

const note = Buffer.from('{"test":"data","value":123}');

const text = (said: string) => ({ id: 'say', type: 'transform', config: { value: said } });
const call = (name: string) => ({ id: 'call', type: 'function', config: { name } });
const form = (prompt: string, properties: object, required: string[] = []) => ({
  id: 'ask',
  type: 'input',
  config: { prompt, schema: { type: 'object', properties, required } },
});
const start = (schema: object) => ({ id: 'start', type: 'start', config: { schema } });
const flow = (id: string, ...nodes: { readonly id: string }[]) => ({
  skein: 1,
  id,
  description: `For the conformance suite: ${id}.`,
  nodes,
  edges: nodes.slice(1).map(({ id: to }, i) => ({ from: nodes[i]?.id, to })),
});
const options = ['option1', 'option2', 'option3'];
const titled = [1, 2, 3].map((n) => ({ const: `value${n}`, title: `Option ${n}` }));
const message = {
  type: 'object',
  properties: { message: { type: 'string' } },
  required: ['message'],
};

const flows = [
  flow('test_simple_text', text('This is a simple text response for testing.')),
  flow('test_image_content', call('image')),
  flow('test_audio_content', call('sound')),
  flow('test_multiple_content_types', call('mixed')),
  flow('test_error_handling', call('fail')),
  flow(
    'test_tool_with_progress',
    text('one'),
    { ...text('two'), id: 'two' },
    { ...text('done'), id: 'three' },
  ),
  flow('test_embedded_resource', call('note')),
  flow('test_tool_with_logging', text('one'), { ...text('done'), id: 'two' }),
  flow(
    'test_elicitation',
    start(message),
    form(
      '${trigger.message}',
      {
        username: { type: 'string', description: 'User’s response' },
        email: { type: 'string', description: 'User’s email address' },
      },
      ['username', 'email'],
    ),
  ),
  flow(
    'test_elicitation_sep1034_defaults',
    form('Please fill this in.', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  ),
  flow(
    'test_elicitation_sep1330_enums',
    form('Please choose.', {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    }),
  ),
  flow(
    'json_schema_2020_12_tool',
    start({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    }),
    text('done'),
  ),
  flow(
    'test_prompt_with_arguments',
    start({
      type: 'object',
      properties: { arg1: { type: 'string' }, arg2: { type: 'string' } },
      required: ['arg1', 'arg2'],
    }),
    text('done'),
  ),
  ...['elicitation', 'request_state', 'capabilities', 'tampered_state'].map((name) =>
    flow(
      `test_input_required_result_${name}`,
      form('What is your name?', { name: { type: 'string' } }),
    ),
  ),
  flow(
    'test_input_required_result_multi_round',
    form('Step 1: What is your name?', { name: { type: 'string' } }, ['name']),
    {
      ...form('Step 2: What is your favorite color?', { color: { type: 'string' } }, ['color']),
      id: 'again',
    },
  ),
  flow('test_streaming_elicitation', form('Go on?', { yes: { type: 'boolean' } })),
  flow('test_simple_prompt', text('done')),
];

const store = await openStore('memory');
const server = await composeServer({
  store,
  environment: {},
  functions: {
    image: (_, io) => io.files.write({ name: 'dot.png', type: 'image/png' }, png),
    sound: (_, io) => io.files.write({ name: 'beep.wav', type: 'audio/wav' }, wav),
    mixed: async (_, io) => ({
      text: 'Multiple content types test:',
      image: await io.files.write({ name: 'dot.png', type: 'image/png' }, png),
      data: await io.files.write({ name: 'data.json', type: 'application/json' }, note),
    }),
    note: (_, io) => io.files.write({ name: 'note.txt', type: 'text/plain' }, note),
    fail: () => {
      throw new Error('This tool intentionally returns an error for testing');
    },
  },
});
const { url } = await server.listen({ port: 0 });
for (const each of flows) {
  const response = await fetch(`${url}/api/v1/workflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(each),
  });
  if (!response.ok) process.stderr.write(`${each.id}: ${await response.text()}\n`);
}
process.on('disconnect', () => process.exit());
process.send?.(url);
if (process.send === undefined) process.stdout.write(`${url}\n`);

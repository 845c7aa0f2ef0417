// What an MCP client finds besides tools: definitions, outputs, prompts; and images in results.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { makeKey } from '@skein/server';
import { openStore } from '@skein/stores';
import { expect, it, onTestFinished } from 'vitest';
import { composeServer } from '../../src/server/compose-server.ts';

const png = Buffer.from('89504e470d0a1a0a', 'hex');
const greet = {
  skein: 1,
  id: 'greet',
  description: 'Greets somebody.',
  nodes: [
    {
      id: 'start',
      type: 'start',
      config: {
        schema: {
          type: 'object',
          properties: { name: { type: 'string', description: 'Whom to greet.' } },
          required: ['name'],
        },
      },
    },
    { id: 'say', type: 'transform', config: { value: 'Hello, ${trigger.name}!' } },
  ],
  edges: [{ from: 'start', to: 'say' }],
};
const draw = {
  skein: 1,
  id: 'draw',
  nodes: [{ id: 'dot', type: 'function', config: { name: 'dot' } }],
  edges: [],
};
const write = {
  ...draw,
  id: 'write',
  nodes: [{ id: 'note', type: 'function', config: { name: 'note' } }],
};
const paint = {
  ...draw,
  id: 'paint',
  nodes: [
    {
      id: 'start',
      type: 'start',
      config: {
        schema: {
          type: 'object',
          properties: { colour: { enum: ['red', 'rose', 'blue'] }, size: { type: 'string' } },
        },
      },
    },
    { id: 'say', type: 'transform', config: { value: 'painted' } },
  ],
  edges: [{ from: 'start', to: 'say' }],
};

async function world(mode: 'auto' | 'legacy' = 'auto') {
  const store = await openStore('memory');
  const server = await composeServer({
    store,
    environment: {},
    functions: {
      dot: (_, io) => io.files.write({ name: 'dot.png', type: 'image/png' }, png),
      note: (_, io) =>
        io.files.write({ name: 'note.txt', type: 'text/plain' }, Buffer.from('Hello.')),
    },
  });
  onTestFinished(() => server.close());
  const { url } = await server.listen({ port: 0 });
  const connect = async (user: string) => {
    const key = makeKey({
      user,
      name: user,
      scopes: ['read', 'write', 'run'],
      expiresAt: null,
      now: 0,
    });
    await store.keys.create(key.record);
    const headers = { authorization: `Bearer ${key.secret}` };
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
    );
    onTestFinished(() => client.close());
    const save = (flow: object) =>
      fetch(`${url}/api/v1/workflows`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(flow),
      });
    return { client, save };
  };
  return { ann: await connect('ann'), bob: await connect('bob') };
}

it('[X2521] definitions of workflows and outputs of runs are resources of their owner, and of nobody else', async () => {
  const { ann, bob } = await world();
  await ann.save(greet);
  const called = await ann.client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
  const { run } = called.structuredContent as { run: string };
  const { resources } = await ann.client.listResources();
  const uris = ['skein://workflows/greet', `skein://runs/${run}/output`];
  expect(resources.map(({ uri }) => uri)).toEqual(uris);
  const read = async ({ client }: typeof ann, uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return JSON.parse(content !== undefined && 'text' in content ? content.text : '');
  };
  expect(await read(ann, uris[0] ?? '')).toMatchObject({ id: 'greet', nodes: greet.nodes });
  expect(await read(ann, uris[1] ?? '')).toBe('Hello, Ada!');
  expect((await bob.client.listResources()).resources).toEqual([]);
  for (const uri of [...uris, 'skein://workflows/%', 'file:///etc/passwd'])
    await expect(bob.client.readResource({ uri })).rejects.toMatchObject({ code: -32_602 });
});

it('[X2522] every workflow is a prompt with the fields of its input', async () => {
  const { ann, bob } = await world();
  await ann.save(greet);
  expect((await ann.client.listPrompts()).prompts).toMatchObject([
    { name: 'greet', arguments: [{ name: 'name', description: 'Whom to greet.', required: true }] },
  ]);
  const { messages } = await ann.client.getPrompt({ name: 'greet', arguments: { name: 'Ada' } });
  expect(messages).toMatchObject([{ role: 'user', content: { type: 'text' } }]);
  expect(JSON.stringify(messages)).toMatch(/tool greet.*name: Ada/);
  await expect(ann.client.getPrompt({ name: 'greet' })).rejects.toThrow('It needs name.');
  await expect(bob.client.getPrompt({ name: 'greet' })).rejects.toMatchObject({ code: -32_602 });
});

it('[X2523] an image in the output of a run follows its text as an image', async () => {
  const { ann } = await world();
  await ann.save(draw);
  const { content } = await ann.client.callTool({ name: 'draw', arguments: {} });
  expect(content).toMatchObject([
    { type: 'text' },
    { type: 'image', mimeType: 'image/png', data: png.toString('base64') },
  ]);
});

it('[X2756] other files of a run are embedded in its result, and are resources of its owner', async () => {
  const { ann, bob } = await world();
  await ann.save(write);
  const { content } = await ann.client.callTool({ name: 'write', arguments: {} });
  const [, embedded] = content;
  expect(embedded).toMatchObject({
    type: 'resource',
    resource: { mimeType: 'text/plain', text: 'Hello.' },
  });
  const uri = embedded?.type === 'resource' ? embedded.resource.uri : '';
  expect(await ann.client.readResource({ uri })).toMatchObject({
    contents: [{ uri, mimeType: 'text/plain', text: 'Hello.' }],
  });
  for (const other of [uri, `${uri}x`, uri.replace('files', 'flies')])
    await expect(bob.client.readResource({ uri: other })).rejects.toMatchObject({ code: -32_602 });
});

it('[X2757] an argument of a prompt that has choices is completed', async () => {
  const { ann, bob } = await world();
  await ann.save(paint);
  const complete = async ({ client }: typeof ann, name: string, value: string) => {
    const ref = { type: 'ref/prompt' as const, name: 'paint' };
    return (await client.complete({ ref, argument: { name, value } })).completion.values;
  };
  expect(await complete(ann, 'colour', 'R')).toEqual(['red', 'rose']);
  expect(await complete(ann, 'size', '')).toEqual([]);
  expect(await complete(bob, 'colour', 'r')).toEqual([]);
});

it('[X2758] a client that asks for a log is told what each node does; others are not', async () => {
  const { ann } = await world('legacy');
  await ann.save(greet);
  const logged: unknown[] = [];
  ann.client.setNotificationHandler('notifications/message', ({ params }) => {
    logged.push(params.data);
  });
  const call = () => ann.client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
  await call();
  expect(logged).toEqual([]);
  await ann.client.setLoggingLevel('error');
  await call();
  expect(logged).toEqual([]);
  await ann.client.setLoggingLevel('info');
  await call();
  expect(logged.slice(-2)).toEqual(['say started', 'say completed']);
});

// Goal: what callers of an imported workflow see: each trigger starts at its node, an answer comes before the end, and tools of agents that
// the file describes run. Method: a file of n8n as it is exported, on a real engine, with a real server on this machine.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importSource } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import { expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../../src/index.ts';
import { code, set } from './n8n-parts.ts';

const base = 'n8n-nodes-base.';
const placed = (nodes: readonly JsonObject[]) =>
  nodes.map((node, index) => ({
    id: `${index}`,
    position: [index * 100, 0],
    parameters: {},
    ...node,
  }));
const to = (node: string, kind = 'main') => ({ [kind]: [[{ node, type: kind, index: 0 }]] });

it('[C1752] two triggers, an answer before the end, and what follows it', async () => {
  const imported = importSource({
    name: 'Orders',
    nodes: placed([
      {
        name: 'Order',
        type: `${base}webhook`,
        typeVersion: 2,
        parameters: { path: 'order', responseMode: 'responseNode' },
      },
      {
        name: 'Nightly',
        type: `${base}scheduleTrigger`,
        typeVersion: 1.2,
        parameters: {
          rule: {
            interval: [
              { field: 'days', triggerAtHour: 3 },
              { field: 'weeks', triggerAtDay: [1], triggerAtHour: 9 },
            ],
          },
        },
      },
      {
        name: 'Answer',
        type: `${base}respondToWebhook`,
        typeVersion: 1.1,
        parameters: {
          respondWith: 'json',
          responseBody: '={{ { "taken": $json.body.number } }}',
          options: { responseCode: 201 },
        },
      },
      set('After', { done: '={{ $json.body.number }}' }),
      code('Report', 'return [{ json: { report: $input.all().length } }];'),
    ]),
    connections: { Order: to('Answer'), Answer: to('After'), Nightly: to('Report') },
    settings: { executionOrder: 'v1' },
  });
  expect(imported?.losses.map(({ kind }) => kind)).toEqual(['credential']);
  const definition = imported?.definition ?? {};
  expect(definition['triggers']).toMatchObject([
    { name: 'Order', type: 'webhook', config: { respond: true } },
    { name: 'Nightly', type: 'schedule', config: { cron: '0 3 * * *' } },
    { name: 'Nightly 2', type: 'schedule', config: { cron: '0 9 * * 1' } },
  ]);
  const engine = await createEngine({ environment: {} });
  onTestFinished(() => engine.close());
  const { id } = await engine.workflows.save(definition);
  const order = await engine.runs.start(id, { trigger: 'Order', input: { number: 7 } });
  expect(await engine.runs.responded(order.id)).toMatchObject({ status: 201, value: { taken: 7 } });
  const ended = await engine.runs.finished(order.id);
  expect([ended.status, ended.output]).toMatchObject(['completed', [{ done: '7' }]]);
  const nightly = await engine.runs.start(id, { trigger: 'Nightly 2', input: {} });
  expect(await engine.runs.finished(nightly.id)).toMatchObject({ output: [{ report: 1 }] });
});

it('[C1752] tools of an agent that the file describes are called', async () => {
  const urls: string[] = [];
  const server = createServer((request, response) => {
    urls.push(request.url ?? '');
    response.setHeader('content-type', 'application/json');
    response.end('{"sky":"blue"}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lang = '@n8n/n8n-nodes-langchain.';
  const imported = importSource({
    name: 'Weather',
    nodes: placed([
      { name: 'Chat', type: `${lang}chatTrigger`, typeVersion: 1.1 },
      { name: 'Agent', type: `${lang}agent`, typeVersion: 1.7 },
      {
        name: 'Model',
        type: `${lang}lmChatOpenAi`,
        typeVersion: 1.2,
        parameters: { model: { value: 'gpt-4o-mini' } },
      },
      {
        name: 'weather',
        type: `${base}httpRequestTool`,
        typeVersion: 4.2,
        parameters: {
          toolDescription: 'The weather.',
          url: `=http://${host}/{{ $fromAI('city', 'The city', 'string') }}`,
        },
      },
      {
        name: 'double',
        type: `${lang}toolCode`,
        typeVersion: 1.1,
        parameters: {
          name: 'double',
          description: 'Doubles.',
          jsCode: 'return String(Number(query) * 2);',
        },
      },
    ]),
    connections: {
      Chat: to('Agent'),
      Model: to('Agent', 'ai_languageModel'),
      weather: to('Agent', 'ai_tool'),
      double: to('Agent', 'ai_tool'),
    },
    settings: { executionOrder: 'v1' },
  });
  const script = {
    replies: [
      { when: { contains: '84' }, text: 'Blue, and 84.' },
      { when: { contains: 'blue' }, toolCalls: [{ name: 'double', arguments: { query: '42' } }] },
      { toolCalls: [{ name: 'weather', arguments: { city: 'Gent' } }] },
    ],
  };
  const engine = await createEngine({ environment: {}, script, http: { allow: [host] } });
  onTestFinished(() => engine.close());
  const { id } = await engine.workflows.save(imported?.definition ?? {});
  const run = await engine.runs.start(id, { input: [{ chatInput: 'How is it?' }] });
  const ended = await engine.runs.finished(run.id);
  expect([ended.error, urls]).toEqual([null, ['/Gent']]);
  expect(JSON.stringify(ended.output)).toContain('Blue, and 84.');
});

// Who answers through MCP, and what clients are asked: a real server over HTTP, the official client.
import type { CallToolResult, ElicitRequestFormParams } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { serve, type Loose } from '../serving.ts';
import { addKey, connect } from './keyed-clients.ts';
import type { Elicit } from './mcp-clients.ts';

const dataOf = (result: CallToolResult): Loose => result.structuredContent;

function input(config: object): object {
  return { skein: 1, id: 'ask', nodes: [{ id: 'q', type: 'input', config }], edges: [] };
}

const approval = (config: object) => ({
  skein: 1,
  id: 'ask',
  nodes: [{ id: 'q', type: 'approval', config: { prompt: 'Go?', ...config } }],
  edges: [],
});

for (const era of ['newer', 'older'] as const) {
  describe(`with clients that are ${era}`, () => {
    it('[M300] a client that always answers wrong is asked three times, and the run is left waiting', async () => {
      const serving = await serve();
      const key = await addKey(serving, 'ann');
      await serving.engine.workflows.save(
        input({
          prompt: 'Size?',
          schema: { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] },
        }),
        { user: 'ann' },
      );
      let asked = 0;
      const client = await connect(serving.url, {
        era,
        key,
        elicit: () => {
          asked += 1;
          return { action: 'accept', content: { size: 'big' } };
        },
      });
      const result = await client.callTool({ name: 'ask', arguments: {} });
      expect(asked).toBe(3);
      expect(dataOf(result)).toMatchObject({ status: 'waiting', answerWith: 'answer_wait' });
      const [wait] = (await serving.engine.waits.list()).items;
      expect(wait?.status).toBe('open');
    });

    it('[M301] choices with titles, and of several, are those of the protocol', async () => {
      const serving = await serve();
      const key = await addKey(serving, 'ann');
      const properties = {
        colour: {
          oneOf: [
            { const: 'r', title: 'Red' },
            { const: 'b', title: 'Blue' },
          ],
        },
        sizes: { type: 'array', items: { enum: ['s', 'm', 'l'] }, minItems: 1, maxItems: 2 },
        extras: {
          type: 'array',
          title: 'Extras',
          items: { anyOf: [{ const: 'x', title: 'Wax' }, { const: 'y' }] },
        },
      };
      await serving.engine.workflows.save(
        input({ prompt: 'Which?', schema: { type: 'object', properties, required: ['colour'] } }),
        { user: 'ann' },
      );
      const forms: ElicitRequestFormParams[] = [];
      const content = { colour: 'b', sizes: ['s', 'l'], extras: ['y'] };
      const client = await connect(serving.url, {
        era,
        key,
        elicit: (params) => {
          forms.push(params as ElicitRequestFormParams);
          return { action: 'accept', content };
        },
      });
      const result = await client.callTool({ name: 'ask', arguments: {} });
      expect(forms[0]?.requestedSchema.properties).toEqual({
        colour: {
          type: 'string',
          oneOf: [
            { const: 'r', title: 'Red' },
            { const: 'b', title: 'Blue' },
          ],
        },
        sizes: {
          type: 'array',
          items: { type: 'string', enum: ['s', 'm', 'l'] },
          minItems: 1,
          maxItems: 2,
        },
        extras: {
          type: 'array',
          title: 'Extras',
          items: {
            anyOf: [
              { const: 'x', title: 'Wax' },
              { const: 'y', title: 'y' },
            ],
          },
        },
      });
      expect(dataOf(result)).toMatchObject({ status: 'completed', output: content });
    });

    it('[M302] an unknown tool is an error of the protocol', async () => {
      const serving = await serve();
      const client = await connect(serving.url, { era, key: await addKey(serving, 'ann') });
      await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining('"nothing"'),
      });
    });

    it('[M303] only whom a wait names is asked, and may answer it; and only with the scope', async () => {
      const serving = await serve();
      const ann = await addKey(serving, 'ann', ['admin']);
      await serving.engine.workflows.save(approval({ who: ['bob'] }), { user: 'ann' });
      let asked = 0;
      const elicit: Elicit = () => {
        asked += 1;
        return { action: 'accept', content: { decision: 'approve' } };
      };
      const client = await connect(serving.url, { era, key: ann, elicit });
      const result = await client.callTool({ name: 'ask', arguments: {} });
      expect([asked, dataOf(result).status]).toEqual([0, 'waiting']);
      const [wait] = (await serving.engine.waits.list()).items;
      const given = { name: 'answer_wait', arguments: { wait: wait?.id, answer: 'yes' } };
      const refused = await client.callTool(given);
      expect(dataOf(refused)).toMatchObject({ error: { code: 'NOT_ALLOWED' } });
      // Whom it names answers it, though the run is somebody else's: and sees no more of it than that.
      const bob = await connect(serving.url, { era, key: await addKey(serving, 'bob', ['run']) });
      const lacks = await bob.callTool(given);
      expect(dataOf(lacks)).toMatchObject({ error: { code: 'NOT_ALLOWED' } });
      expect((await serving.engine.waits.get(wait?.id ?? '')).status).toBe('open');
      const named = await connect(serving.url, { era, key: await addKey(serving, 'bob') });
      const answered = await named.callTool(given);
      expect(answered.isError).toBeFalsy();
      expect(JSON.stringify(answered)).not.toContain('output');
      expect((await serving.engine.waits.get(wait?.id ?? '')).status).toBe('answered');
      const audit = await serving.send('GET', '/api/v1/audit?action=wait.answer', {
        headers: { authorization: `Bearer ${ann}` },
      });
      expect(audit.body.items).toMatchObject([
        { subject: wait?.id, actor: expect.stringMatching(/^bob /) },
      ]);
    });

    it('[M560] a tool call is approved only by whom it names', async () => {
      let paid = 0;
      const serving = await serve({
        engineOptions: { tools: { pay: { run: () => (paid += 1) } } },
      });
      const config = { tool: 'pay', approve: true, who: ['bob'] };
      const paying = { skein: 1, id: 'pay', nodes: [{ id: 'q', type: 'tool', config }], edges: [] };
      await serving.engine.workflows.save(paying, { user: 'ann' });
      const ann = await connect(serving.url, { era, key: await addKey(serving, 'ann', ['admin']) });
      await ann.callTool({ name: 'pay', arguments: {} });
      const [wait] = (await serving.engine.waits.list()).items;
      const given = { name: 'answer_wait', arguments: { wait: wait?.id, answer: 'yes' } };
      const refused = await ann.callTool(given);
      expect(dataOf(refused)).toMatchObject({ error: { code: 'NOT_ALLOWED' } });
      expect(paid).toBe(0);
      const bob = await connect(serving.url, { era, key: await addKey(serving, 'bob') });
      expect((await bob.callTool(given)).isError).toBeFalsy();
      await serving.engine.runs.finished(wait?.run ?? '');
      expect(paid).toBe(1);
    });
  });
}

it('[M304] mistakes of clients are told to them, and are no errors of the server', async () => {
  const bugs: unknown[] = [];
  const serving = await serve({ onBug: (error) => bugs.push(error) });
  const key = await addKey(serving, 'ann');
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  };
  const begun = await fetch(`${serving.url}/mcp`, {
    method: 'POST',
    headers,
    body: JSON.stringify(initialize),
  });
  await begun.text();
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
  const bodies = [
    '{',
    '7',
    '{}',
    '[]',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":1,"method":7}',
    '{"jsonrpc":"2.0","id":1,"method":"nothing"}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing"}}',
    '{"jsonrpc":"2.0","id":99,"result":{}}',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{}}',
    JSON.stringify(initialize),
  ];
  for (const extra of [{}, session, { 'mcp-session-id': 'made-up' }, { accept: 'text/plain' }]) {
    for (const body of bodies) {
      const reply = await fetch(`${serving.url}/mcp`, {
        method: 'POST',
        headers: { ...headers, ...extra },
        body,
        signal: AbortSignal.timeout(5000),
      });
      expect([body, reply.status >= 500]).toEqual([body, false]);
      await reply.body?.cancel();
    }
  }
  expect(bugs).toEqual([]);
});

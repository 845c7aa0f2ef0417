// Goal: a model behind an MCP client does not approve what its own calls led to. Method: a real server over HTTP, the official client with a key
// that may answer, and a tool that counts how often it was really called.
import type { CallToolResult } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { serve, type Loose } from '../serving.ts';
import { addKey, connect } from './keyed-clients.ts';
import type { Elicit } from './mcp-clients.ts';

const dataOf = (result: CallToolResult): Loose => result.structuredContent;

/** A tool call that a person must approve, as a model has asked for it. */
const paying = (policy: object) => ({
  skein: 1,
  id: 'pay',
  policy,
  nodes: [
    { id: 'clerk', type: 'agent', config: { prompt: 'Pay.', tools: ['pay'], approve: true } },
  ],
  edges: [],
});

async function shop(policy: object = {}) {
  const paid: unknown[] = [];
  const serving = await serve({
    engineOptions: {
      tools: { pay: { run: (args: unknown) => paid.push(args) } },
      script: {
        replies: [{ toolCalls: [{ name: 'pay', arguments: { usd: 500 } }] }, { text: 'Paid.' }],
      },
    },
  });
  await serving.engine.workflows.save(paying(policy), { user: 'ann' });
  const key = await addKey(serving, 'ann', ['admin']);
  return { serving, paid, key };
}

const approve = (wait: string) => ({
  name: 'answer_wait',
  arguments: { wait, answer: { decision: 'approve' } },
});

for (const era of ['newer', 'older'] as const)
  describe(`with clients that are ${era}`, () => {
    it('[M2750] a model does not approve what its calls led to, whatever its key may do', async () => {
      const { serving, paid, key } = await shop();
      const client = await connect(serving.url, { era, key });
      const waiting = await client.callTool({ name: 'pay', arguments: {} });
      const [wait] = dataOf(waiting).waits;
      expect(wait).toMatchObject({ kind: 'approval', data: { arguments: { usd: 500 } } });
      expect(JSON.stringify(waiting.content)).toContain('decided by a person');
      for (const _meta of [undefined, { 'skein/run': 'made-up' }]) {
        const refused = await client.callTool({ ...approve(wait.wait), ...(_meta && { _meta }) });
        expect(refused.isError).toBe(true);
        expect(dataOf(refused)).toMatchObject({ error: { code: 'NOT_ALLOWED' } });
      }
      expect((await serving.engine.waits.get(wait.wait)).status).toBe('open');
      expect(paid).toEqual([]);
      // A person does, over REST as the studio does it.
      const given = { headers: { authorization: `Bearer ${key}` }, body: 'approve' };
      await serving.send('POST', `/api/v1/waits/${wait.wait}/answer`, given);
      await serving.engine.runs.finished(dataOf(waiting).run);
      expect(paid).toEqual([{ usd: 500 }]);
    });

    it('[M2751] a client that shows forms asks its user instead, and what the model said does not count', async () => {
      const { serving, paid, key } = await shop();
      const asked: string[] = [];
      const decisions = ['decline', 'reject'];
      const elicit: Elicit = ({ message }) => {
        asked.push(message);
        return decisions.shift() === 'decline'
          ? { action: 'decline' }
          : { action: 'accept', content: { decision: 'reject' } };
      };
      const client = await connect(serving.url, { era, key, elicit });
      const waiting = await client.callTool({ name: 'pay', arguments: {} });
      expect([asked.length, dataOf(waiting).status]).toEqual([1, 'waiting']);
      const done = await client.callTool(approve(dataOf(waiting).waits[0].wait));
      expect(asked).toEqual([asked[0], asked[0]]);
      expect(dataOf(done)).toMatchObject({ status: 'completed' });
      expect(paid).toEqual([]);
    });

    it('[M2752] `policy.modelAnswers` permits it, or takes nothing from models at all', async () => {
      const open = await shop({ modelAnswers: 'all' });
      const client = await connect(open.serving.url, { era, key: open.key });
      const waiting = await client.callTool({ name: 'pay', arguments: {} });
      const done = await client.callTool(approve(dataOf(waiting).waits[0].wait));
      expect(dataOf(done)).toMatchObject({ status: 'completed' });
      expect(open.paid).toEqual([{ usd: 500 }]);

      const asking = (modelAnswers: string) => ({
        skein: 1,
        id: `ask-${modelAnswers}`,
        policy: { modelAnswers },
        nodes: [{ id: 'q', type: 'input', config: { prompt: 'Size?' } }],
        edges: [],
      });
      for (const [modelAnswers, code] of [
        ['others', undefined],
        ['none', 'NOT_ALLOWED'],
      ] as const) {
        await open.serving.engine.workflows.save(asking(modelAnswers), { user: 'ann' });
        const name = `ask-${modelAnswers}`;
        const [wait] = dataOf(await client.callTool({ name, arguments: {} })).waits;
        const given = { wait: wait.wait, answer: 'large' };
        const said = await client.callTool({ name: 'answer_wait', arguments: given });
        expect([name, dataOf(said).error?.code]).toEqual([name, code]);
      }
    });
  });

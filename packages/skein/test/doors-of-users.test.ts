// Goal: agents of the host's code are there for every user of `skein serve`, each with chats of their own, and the model that asks for
// something never decides about it. Method: the server as it is composed for the command, with two users and keys of several scopes.
import OpenAI from 'openai';
import type { Scope } from '@skein/api';
import { makeKey } from '@skein/server';
import { openStore } from '@skein/stores';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { composeServer } from '../src/server/compose-server.ts';
import { agent, tool } from '../src/index.ts';

const doors = ['openai', 'ai-sdk', 'a2a', 'ag-ui'] as const;

async function served() {
  const paid: number[] = [];
  const support = agent({
    id: 'support',
    publish: doors,
    tools: {
      refund: tool({
        description: 'Pays back.',
        inputSchema: z.object({ amount: z.number() }),
        approve: true,
        execute: ({ amount }) => {
          paid.push(amount);
          return 'paid';
        },
      }),
    },
  });
  const script = {
    replies: [
      {
        when: { contains: 'money back' },
        toolCalls: [{ name: 'refund', arguments: { amount: 40 } }],
        repeat: true as const,
      },
      { text: 'approve', repeat: true as const },
    ],
  };
  const store = await openStore('memory');
  const server = await composeServer({ store, agents: [support], script });
  onTestFinished(() => server.close());
  const { url } = await server.listen({ port: 0 });
  const key = async (user: string, scopes: readonly Scope[]) => {
    const { record, secret } = makeKey({
      user,
      name: user,
      scopes,
      expiresAt: null,
      now: Date.now(),
    });
    await store.keys.create(record);
    return secret;
  };
  return { url, paid, key };
}

async function json(response: Promise<Response>): Promise<ReturnType<typeof JSON.parse>> {
  return (await response).json();
}

it('[V2550] two users of a server talk to an agent of its code, each in chats of their own', async () => {
  const { url, key, paid } = await served();
  const client = async (user: string) =>
    new OpenAI({ baseURL: `${url}/v1`, apiKey: await key(user, ['admin']), maxRetries: 0 });
  const [ann, bob] = [await client('ann'), await client('bob')];
  for (const each of [ann, bob])
    expect((await each.models.list()).data.map(({ id }) => id)).toEqual(['support']);
  const asked = await ann.responses.create({ model: 'support', input: 'My money back' });
  const [request] = asked.output.filter(({ type }) => type === 'mcp_approval_request');
  const approval = {
    type: 'mcp_approval_response' as const,
    approval_request_id: request?.id ?? '',
    approve: true,
  };
  const answer = { model: 'support', previous_response_id: asked.id, input: [approval] };
  await expect(bob.responses.create(answer)).rejects.toMatchObject({ status: 404 });
  expect(paid).toEqual([]);
  await ann.responses.create(answer);
  expect(paid).toEqual([40]);
});

it('[V2550] the same through threads over REST', async () => {
  const { url, key } = await served();
  for (const user of ['ann', 'bob']) {
    const headers = {
      authorization: `Bearer ${await key(user, ['admin'])}`,
      'content-type': 'application/json',
    };
    const place = `${url}/api/v1/threads/support/one`;
    const body = JSON.stringify({ id: 'm1', text: `I am ${user}` });
    expect((await fetch(`${place}/messages`, { method: 'POST', headers, body })).status).toBe(202);
    await expect
      .poll(async () => JSON.stringify(await json(fetch(place, { headers }))))
      .toContain('"role":"assistant"');
    const told = JSON.stringify(await json(fetch(place, { headers })));
    expect(told).toContain(`I am ${user}`);
    expect(told).not.toContain(`I am ${user === 'ann' ? 'bob' : 'ann'}`);
  }
});

it('[V2551] who may run and not answer approves through no door, whatever the model says', async () => {
  const { url, key, paid } = await served();
  const runner = await key('ann', ['run']);
  const answerer = await key('ann', ['run', 'answer']);
  const say = (secret: string, task?: string) => {
    const message = {
      messageId: crypto.randomUUID(),
      role: 'ROLE_USER',
      parts: [{ text: task === undefined ? 'My money back' : 'approve' }],
      ...(task === undefined ? {} : { taskId: task }),
    };
    return json(
      fetch(`${url}/api/v1/a2a/support`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'SendMessage',
          params: { message },
        }),
      }),
    );
  };
  const { result } = await say(runner);
  const { id, status } = result.task;
  // Whoever cannot answer is not asked.
  expect(status.state).toBe('TASK_STATE_WORKING');
  await say(runner, id);
  const model = new OpenAI({ baseURL: `${url}/v1`, apiKey: runner, maxRetries: 0 });
  const chat = { model: 'support', messages: [{ role: 'user' as const, content: 'approve' }] };
  // The model itself says "approve" here: what it says is no answer to anything.
  expect((await model.chat.completions.create(chat)).choices[0]?.message.content).toContain(
    'approve',
  );
  expect(paid).toEqual([]);
  await say(answerer, id);
  expect(paid).toEqual([40]);
});

// Agents of a program's own code, through the doors of a mounted handler.
import OpenAI from 'openai';
import { agent, createEngine, tool } from 'skein';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

it('[V2010][V2022] a chat with an agent of the host is a thread, for each user their own', async () => {
  const paid: number[] = [];
  const support = agent({
    id: 'support',
    publish: ['openai', 'ai-sdk'],
    tools: {
      refund: tool({
        description: 'Pays back.',
        inputSchema: z.object({ amount: z.number() }),
        approve: true,
        execute: ({ amount }) => {
          paid.push(amount);
          return 'paid 40';
        },
      }),
    },
  });
  const hidden = agent({ id: 'hidden' });
  const engine = await createEngine({
    agents: [support, hidden],
    script: {
      replies: [
        {
          when: { contains: 'money back' },
          toolCalls: [{ name: 'refund', arguments: { amount: 40 } }],
          repeat: true,
        },
        { when: { contains: 'paid 40' }, text: 'Paid back.', repeat: true },
        { text: 'As you wish.', repeat: true },
      ],
    },
  });
  onTestFinished(() => engine.close());
  const handler = engine.handler({
    user: (request) => ({
      id: request.headers.get('authorization')?.slice('Bearer '.length) ?? '',
    }),
    studio: false,
  });
  const clientOf = (user: string) =>
    new OpenAI({
      baseURL: 'http://localhost/v1',
      apiKey: user,
      maxRetries: 0,
      fetch: (url, init) => handler(new Request(url as string, init as RequestInit)),
    });
  const [ann, bob] = [clientOf('ann'), clientOf('bob')];
  expect((await ann.models.list()).data.map(({ id }) => id)).toEqual(['support']);
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'user', content: 'My money back' },
  ];
  const say = async (client: OpenAI) =>
    (await client.chat.completions.create({ model: 'support', messages })).choices[0]?.message
      .content ?? '';
  const asked = await say(ann);
  expect(asked).toContain('Answer "approve" or "reject"');
  messages.push({ role: 'assistant', content: asked }, { role: 'user', content: 'approve' });
  expect(await say(bob)).not.toContain('Paid');
  expect(paid).toEqual([]);
  expect(await say(ann)).toContain('Paid back.');
  expect(paid).toEqual([40]);
  await expect(ann.chat.completions.create({ model: 'hidden', messages })).rejects.toMatchObject({
    status: 404,
  });
});

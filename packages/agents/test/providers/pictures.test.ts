// What a tool shows: pictures among the files of its result, as each provider takes them, over real HTTP.
import { expect, it } from 'vitest';
import { kinds, providerWorld, request, search } from './provider-world.ts';

const world = providerWorld();
const bytes = Buffer.from('89504e470d0a1a0a0000000d', 'hex');

const file = (id: string, type: string) => ({
  $file: { run: 'run', id, name: id, type, size: bytes.length },
});
const files = {
  open: async (value: unknown) => {
    const { $file: named } = value as ReturnType<typeof file>;
    if (named.id === 'gone') throw new Error('There is no such file.');
    return named;
  },
  read: async () => bytes,
};

const seen = kinds.map(({ kind, model }) => ({ kind, model, takes: kind !== 'openai-compatible' }));

it.each(seen)(
  '[A2750] $kind is shown the pictures of a result, if it takes any, and their names in any case',
  async ({ model, takes }) => {
    const content = [
      { type: 'image', mimeType: 'image/png', ...file('dot.png', 'image/png') },
      file('list.pdf', 'application/pdf'),
      file('gone', 'image/png'),
    ];
    const toolCalls = [{ id: 'one', name: 'search', arguments: { query: 'dot' } }];
    await world.model(model).call(
      request(
        [
          { role: 'user', content: 'Look' },
          { role: 'assistant', content: '', toolCalls },
          { role: 'tool', toolCallId: 'one', name: 'search', content },
        ],
        { tools: [search], files },
      ),
    );
    const sent = JSON.stringify(world.fake.requests.at(-1)?.body);
    for (const name of ['dot.png', 'list.pdf', 'gone']) expect(sent).toContain(name);
    expect(sent.split(bytes.toString('base64')).length - 1).toBe(takes ? 1 : 0);
  },
);

it('[A2751] of many pictures the newest eight are shown', async () => {
  const messages = Array.from({ length: 10 }, (_, i) => [
    {
      role: 'assistant' as const,
      content: '',
      toolCalls: [{ id: `c${i}`, name: 'search', arguments: {} }],
    },
    {
      role: 'tool' as const,
      toolCallId: `c${i}`,
      name: 'search',
      content: [file(`dot${i}`, 'image/png')],
    },
  ]).flat();
  await world
    .model('anthropic/claude-sonnet-4-5')
    .call(request([{ role: 'user', content: 'Look' }, ...messages], { tools: [search], files }));
  const sent = JSON.stringify(world.fake.requests.at(-1)?.body);
  expect(sent.split(bytes.toString('base64')).length - 1).toBe(8);
});

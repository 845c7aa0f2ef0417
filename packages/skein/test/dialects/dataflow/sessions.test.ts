// Chats in one context against providers that keep conversations, and one that does not.
import type { Json } from '@skein/kernel';
import { drawFlow, startFakeProvider, type FakeProvider } from '@skein/testkit';
import { createEngine } from 'skein';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let fake: FakeProvider;
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.close());

async function run(definition: object) {
  const environment = {
    OPENAI_API_KEY: 'key',
    ANTHROPIC_API_KEY: 'key',
    GOOGLE_GENERATIVE_AI_API_KEY: 'key',
    OPENAI_BASE_URL: `${fake.url}/v1`,
    ANTHROPIC_BASE_URL: `${fake.url}/v1`,
    GOOGLE_GENERATIVE_AI_BASE_URL: `${fake.url}/v1beta`,
  };
  const engine = await createEngine({
    environment,
    tools: { lookup: { description: 'Looks up.', effect: 'pure', run: () => 'three hits' } },
  });
  const { id } = await engine.workflows.save(definition as Json & object);
  const started = await engine.runs.start(id, { input: 'first question' });
  const ended = await engine.runs.finished(started.id);
  const sent: unknown[] = [];
  for await (const update of engine.runs.events(started.id)) {
    if (update.type !== 'event' || update.event.type !== 'node.completed') continue;
    sent.push(update.event.context?.set?.['historySent']);
  }
  await engine.close();
  return { ended, sent: sent.filter((each) => each !== undefined) };
}

const flow = (provider: string, model: string, between = '') =>
  drawFlow(
    `s:defaultContextStart c:chat ${between === '' ? '' : 'i:injectMessages '}m:manualInput d:chat`,
    `s>c s.data>c.message ${between === '' ? 'c>m' : 'c>i i>m'} m>d m.message>d.message`,
    {
      configs: {
        s: { provider, model, systemInstructions: 'Be brief.' },
        m: { message: 'second question' },
        ...(between === '' ? {} : { i: { messages: [{ role: 'user', content: between }] } }),
      },
    },
  );

const bodies = (count: number) =>
  fake.requests.slice(-count).map(({ body }) => JSON.stringify(body));

describe('conversations that providers keep', () => {
  it.each([
    ['openai', 'gpt-5', 'previous_response_id', false],
    ['google', 'gemini-2.5-flash', 'previous_interaction_id', true],
  ])('[C68] %s is sent what is new', async (provider, model, key, isRepeated) => {
    fake.reply({ text: 'first answer' }, { text: 'second answer' });
    const { ended, sent } = await run(flow(provider, model));
    expect(ended).toMatchObject({ status: 'completed' });
    expect(sent).toEqual(['full', 'session']);
    const [first = '', second = ''] = bodies(2);
    expect(first).toContain('Be brief.');
    expect(second).toContain(key);
    expect(second).toContain('second question');
    expect(second).not.toContain('first');
    expect(second.includes('Be brief.')).toBe(isRepeated);
  });

  it('[C68] Anthropic is sent everything', async () => {
    fake.reply({ text: 'first answer' }, { text: 'second answer' });
    const { sent } = await run(flow('anthropic', 'claude-sonnet-4-5'));
    expect(sent).toEqual(['full', 'full']);
    expect(bodies(1)[0]).toContain('first answer');
  });

  it('[C68] what was added by others makes it send everything', async () => {
    fake.reply({ text: 'first answer' }, { text: 'second answer' });
    const { sent } = await run(flow('openai', 'gpt-5', 'By the way.'));
    expect(sent).toEqual(['full', 'full']);
    expect(bodies(1)[0]).toContain('By the way.');
    expect(bodies(1)[0]).toContain('first answer');
  });

  it('[C68] a session that the provider has forgotten is started again', async () => {
    const error = { status: 404, body: { error: { message: 'no such response', type: 'x' } } };
    fake.reply({ text: 'first answer' }, { error }, { text: 'second answer' });
    const { ended, sent } = await run(flow('openai', 'gpt-5'));
    expect(ended).toMatchObject({ status: 'completed' });
    expect(sent).toEqual(['full', 'full']);
    expect(bodies(1)[0]).toContain('first answer');
  });

  it('[C68] results of tools are all that a turn sends', async () => {
    const definition = drawFlow(
      's:defaultContextStart t:tools c:chat',
      's>c s.data>c.message t.tools>c.tools',
      { configs: { s: { provider: 'openai', model: 'gpt-5' }, t: { tools: ['lookup'] } } },
    );
    fake.reply(
      { toolCalls: [{ id: 'c1', name: 'lookup', arguments: {} }] },
      { text: 'There are three.' },
    );
    const { ended } = await run(definition);
    expect(ended).toMatchObject({ status: 'completed' });
    const [, second = ''] = bodies(2);
    expect(second).toContain('three hits');
    expect(second).not.toContain('first question');
    expect(second).toContain('previous_response_id');
  });
});

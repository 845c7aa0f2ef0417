// Goal: what is given to an engine by mistake is refused where it is given, in the words of a program, with what to do.
import { agent, createEngine, workflow, type CreateEngineOptions } from 'skein';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const order = workflow('order', { input: z.object({ item: z.string() }) }, async (io, { item }) =>
  io.step('price', () => item.length),
);
const helper = agent({ id: 'helper', model: 'openai/gpt-5' });

/** What a program without types would give. */
const loose = (options: object) => createEngine(options as CreateEngineOptions);

describe('createEngine', () => {
  it.each([
    [{ workflows: order }, 'workflows: give a list, [one, another]'],
    [{ workflows: [order, undefined] }, 'workflows[1] is undefined, and not what workflow()'],
    [{ workflows: ['order'] }, 'workflows[0] is of type string'],
    [{ agents: [{ id: 'helper' }] }, 'agents[0] is of type object, and not what agent() makes'],
  ])('[SD2357] refuses lists of something else: %j', async (options, said) => {
    await expect(loose(options)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining(said),
    });
  });
});

describe('a handle', () => {
  it('[SD2356] of another workflow’s run gives no result of the wrong type', async () => {
    const other = workflow('other', async () => 'text');
    await using engine = await createEngine({ workflows: [order, other] });
    const { id } = await engine.start(order, { item: 'tea' });
    expect((await engine.get(order, id).result()).output).toBe(3);
    await expect(engine.get(other, id).result()).rejects.toMatchObject({
      code: 'RUN_NOT_FOUND',
      hint: expect.stringContaining('one of the workflow "order"'),
    });
  });

  it('[SD2356] that is answered before it asks says how to wait for the question', async () => {
    const asks = workflow('asks', async (io) => io.approval('boss', { prompt: 'Buy it?' }));
    await using engine = await createEngine({ workflows: [asks] });
    const run = await engine.start(asks, null);
    await expect(run.answer('boss', true)).rejects.toMatchObject({
      hint: expect.stringContaining('await run.settled()'),
    });
  });
});

describe('[SD2358] a schedule', () => {
  it.each([
    [{ cron: 'soon' }, 'cron has 1 field'],
    [{ cron: '0 9 * * *', timezone: 'Mars/Base' }, 'timezone "Mars/Base" is not a time zone'],
  ])('says which of its times is wrong: %j', async (times, said) => {
    await using engine = await createEngine({ workflows: [order] });
    const refused = engine.schedule(order, times, { item: 'tea' });
    await expect(refused).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    await expect(refused).rejects.toThrow(said);
    await expect(refused).rejects.not.toThrow('request');
  });

  it('of a workflow that the engine does not have says where to register it', async () => {
    await using engine = await createEngine({});
    await expect(
      engine.schedule(order, { cron: '0 9 * * *' }, { item: 'tea' }),
    ).rejects.toMatchObject({ code: 'WORKFLOW_NOT_REGISTERED' });
  });
});

describe('[SD2359] a thread', () => {
  it.each([
    ['', 'It is empty.'],
    [{ text: ' ' }, 'It is empty.'],
    [undefined, 'It is neither a text nor'],
    [{ id: 'm1' }, 'It is neither a text nor'],
  ])('refuses a message that says nothing: %j', async (message, said) => {
    await using engine = await createEngine({ agents: [helper] });
    const thread = engine.thread('t', helper);
    expect(() => thread.send(message as string)).toThrow(`The message cannot be used: ${said}`);
    expect(await thread.messages()).toEqual([]);
  });

  it('answers an empty message of useChat with 400', async () => {
    await using engine = await createEngine({ agents: [helper] });
    const messages = [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: '' }] }];
    const body = JSON.stringify({ id: 't', messages });
    const request = new Request('http://localhost/chat', { method: 'POST', body });
    expect((await engine.thread('t', helper).respond(request)).status).toBe(400);
  });

  it('says what is wrong with its id, and that there is nothing to try again', async () => {
    await using engine = await createEngine({ agents: [helper] });
    expect(() => engine.thread('', helper)).toThrow('The id of the thread cannot be used');
    await expect(engine.thread('t', helper).retry().text).rejects.toMatchObject({
      message:
        'The thread cannot be used: Nothing was said in it yet, so there is no turn to try again.',
      hint: expect.stringContaining('thread.send'),
    });
  });
});

// Goal: an answer means what the person wrote, and the conversation reads in the order in which it was held.

import type { Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';

import { graph, path, S, start, step } from './session-run.ts';

const branch = (name: string, input = {}) =>
  graph(
    [step('root', name, { prompt: 'Well?', ...input }), { id: 'yes' }, { id: 'no' }],
    [
      path('root yes', { conditions: `${S}.root.response` }),
      path('root no', { conditions: { false: `${S}.root.response` } }),
    ],
  );

describe('utils.request.confirm', () => {
  it.each<[Json, boolean]>([
    [true, true],
    ['yes', true],
    ['Y', true],
    ['TRUE', true],
    [' Ok ', true],
    ['okay', true],
    [{ response: 'yes' }, true],
    [false, false],
    ['no', false],
    ['No', false],
    ['n', false],
    ['false', false],
    [{ response: 'no' }, false],
  ])('[SG26] takes %j as %j', async (answer, response) => {
    const run = await start(branch('utils.request.confirm'));
    await run.settled();
    const [wait] = (await run.engine.runs.get(run.id)).waits;
    await run.answer('root', answer);
    await run.engine.waits.answer(wait?.id ?? '', answer);
    expect(await run.settled()).toBe('completed');
    expect(await run.statuses()).toEqual({
      root: 'complete',
      [response ? 'yes' : 'no']: 'complete',
    });
    expect((await run.view()).data.outputs['root']).toEqual([{ prompt: 'Well?', response }]);
  });

  it.each<[Json]>([['maybe'], ['no way'], [''], [1], [null], [{ response: 'later' }], [['yes']]])(
    '[SG26] refuses %j with the words it knows, and stays open',
    async (answer) => {
      const run = await start(branch('utils.request.confirm'));
      await run.settled();
      await expect(run.answer('root', answer)).rejects.toMatchObject({
        code: 'ANSWER_REFUSED',
        hint: 'Answer with one of: true, yes, y, ok, okay, false, no, n.',
      });
      expect(await run.settled()).toBe('waiting');
      await run.answer('root', 'no');
      expect(await run.settled()).toBe('completed');
    },
  );
});

describe('utils.request.select', () => {
  const options = ['red', 'Green', 2, { id: 'x' }];

  it.each<[Json, Json]>([
    ['red', 'red'],
    ['green', 'Green'],
    [' Red ', 'red'],
    [2, 2],
    ['2', 2],
    [{ id: 'x' }, { id: 'x' }],
    [{ response: 'red' }, 'red'],
  ])('[SG26] takes %j as the option %j', async (answer, response) => {
    const run = await start(branch('utils.request.select', { options }));
    await run.settled();
    await run.answer('root', answer);
    await run.settled();
    expect((await run.view()).data.outputs['root']).toEqual([
      { prompt: 'Well?', options, response },
    ]);
  });

  it.each<[Json]>([['blue'], [3], [null], ['red or Green']])(
    '[SG26] refuses %j with the options, and stays open',
    async (answer) => {
      const run = await start(branch('utils.request.select', { options }));
      await run.settled();
      await expect(run.answer('root', answer)).rejects.toMatchObject({
        code: 'ANSWER_REFUSED',
        hint: 'Answer with one of: red, Green, 2, {"id":"x"}.',
      });
      expect(await run.settled()).toBe('waiting');
    },
  );

  it('[SG26] texts that differ only in case are told apart', async () => {
    const run = await start(branch('utils.request.select', { options: ['a', 'A'] }));
    await run.settled();
    await run.answer('root', 'A');
    await run.settled();
    expect((await run.view()).data.outputs['root']).toMatchObject([{ response: 'A' }]);
  });

  it('[SG26] takes anything where nothing is offered', async () => {
    const run = await start(branch('utils.request.select'));
    await run.settled();
    await run.answer('root', 'blue');
    expect(await run.settled()).toBe('completed');
  });
});

describe('messages', () => {
  const said = (text: string) =>
    text
      .split(' ')
      .map((content) => ({ role: content.endsWith('?') ? 'assistant' : 'user', content }));
  const two = graph(
    [
      { id: 'root' },
      step('a', 'utils.request.request', { prompt: 'A?' }),
      step('b', 'utils.request.request', { prompt: 'B?' }),
      step('c', 'utils.request.request', { prompt: 'C?' }),
    ],
    [path('root a', { priority: 1 }), path('root b', { priority: 2 }), path('b c')],
  );

  it('[SG28] a question is there from when it was asked, whichever is answered first', async () => {
    const run = await start(two);
    await run.settled();
    expect((await run.view()).data.messages).toEqual(said('A? B?'));
    await run.answer('b', 'b');
    await run.settled();
    expect((await run.view()).data.messages).toEqual(said('A? B? b C?'));
    await run.answer('a', 'a');
    await run.settled();
    expect((await run.view()).data.messages).toEqual(said('A? B? b C? a'));
    await run.answer('c', 'c');
    await run.settled();
    expect((await run.view()).data.messages).toEqual(said('A? B? b C? a c'));
  });

  it('[SG28] in the order of answers they read the same', async () => {
    const run = await start(two);
    await run.settled();
    await run.answer('a', 'a');
    await run.settled();
    expect((await run.view()).data.messages).toEqual(said('A? B? a'));
    await run.answer('b', 'b');
    await run.settled();
    expect((await run.view()).data.messages).toEqual(said('A? B? a b C?'));
  });

  it('[SG28] a question that nobody answers stays', async () => {
    const run = await start(two);
    await run.settled();
    await run.answer('b', 'b');
    await run.engine.runs.cancel(run.id);
    expect((await run.view()).data.messages).toEqual(said('A? B? b C?'));
  });

  it('[SG28] a reply stands between the question before it and the answer after it', async () => {
    const definition = graph(
      [
        { id: 'root' },
        step('a', 'utils.request.request', { prompt: 'A?' }),
        step('tell', 'utils.reply.reply', { message: 'Told?' }),
      ],
      [path('root a', { priority: 1 }), path('root tell', { priority: 2 })],
    );
    const run = await start(definition);
    await run.settled();
    expect((await run.view()).data.messages).toEqual(said('A? Told?'));
    await run.answer('a', 'a');
    await run.settled();
    expect((await run.view()).data.messages).toEqual(said('A? Told? a'));
  });
});

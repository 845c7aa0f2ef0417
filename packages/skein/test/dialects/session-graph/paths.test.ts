// Goal: which paths a run of session-graph takes, and how it asks people.

import type { Json, JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';

import { calls, graph, path, S, start, step } from './session-run.ts';

describe('paths', () => {
  it.each<[string, Json, boolean]>([
    ['null', null, false],
    ['false', false, false],
    ['0', 0, false],
    ['""', '', false],
    ['"false"', 'false', true],
    ['"0"', '0', true],
    ['an empty list', [], true],
    ['an empty object', {}, true],
    ['1', 1, true],
  ])('[SG12] %s as a condition', async (_, value, isTrue) => {
    const definition = graph(
      [step('root', 'give', { value: { x: value } }), { id: 'yes' }, { id: 'no' }],
      [
        path('root yes', { conditions: `${S}.root.x` }),
        path('root no', { conditions: { false: `${S}.root.x` } }),
      ],
    );
    const run = await start(definition);
    await run.settled();
    expect(await run.statuses()).toEqual({ root: 'complete', [isTrue ? 'yes' : 'no']: 'complete' });
  });

  it('[SG12] a missing value is false', async () => {
    const definition = graph(
      [{ id: 'root' }, { id: 'yes' }, { id: 'no' }],
      [
        path('root yes', { conditions: `${S}.yes.x` }),
        path('root no', { conditions: { false: `${S}.yes.x` } }),
      ],
    );
    const run = await start(definition);
    await run.settled();
    expect(await run.statuses()).toEqual({ root: 'complete', no: 'complete' });
  });

  it.each([
    ['AND', false],
    ['and', false],
    ['OR', true],
    ['oR', true],
    [undefined, false],
  ])('[SG12] operator %s over true and false', async (operator, isFollowed) => {
    const definition = graph(
      [step('root', 'give', { value: { t: 1, f: 0 } }), { id: 'b' }],
      [
        path('root b', {
          conditions: [`${S}.root.t`, `${S}.root.f`],
          ...(operator === undefined ? {} : { operator }),
        }),
      ],
    );
    const run = await start(definition);
    await run.settled();
    expect(Object.keys(await run.statuses())).toEqual(isFollowed ? ['root', 'b'] : ['root']);
  });

  it('[SG14] all that hold are followed, by priority, steps one by one', async () => {
    const ids = ['a', 'b', 'c', 'd'];
    const definition = graph(
      [{ id: 'root' }, ...ids.map((id) => step(id, 'note'))],
      [
        path('root a'),
        path('root b', { priority: 9 }),
        path('root c', { priority: 2 }),
        path('root d'),
      ],
    );
    const run = await start(definition);
    await run.settled();
    expect(calls).toEqual(['c', 'b', 'a', 'd']);
  });

  it('[SG19] two paths to a step that is active run it once, a complete one runs again', async () => {
    const definition = graph(
      [{ id: 'root' }, { id: 'a' }, { id: 'b' }, step('join', 'note'), { id: 'late' }],
      [
        path('root a'),
        path('root b'),
        path('a join'),
        path('b join'),
        path('join late', { conditions: { false: `${S}.late2` } }),
      ],
    );
    const run = await start(definition);
    await run.settled();
    expect(calls).toEqual(['join']);
    const again = graph(
      [{ id: 'root' }, step('join', 'note'), { id: 'a' }],
      [path('root join'), path('root a'), path('a join')],
    );
    const second = await start(again);
    await second.settled();
    expect(calls).toEqual(['join', 'join']);
    expect((await second.view()).data.outputs['join']).toHaveLength(2);
  });

  it('[SG4] a loop without an end is stopped at maxIterations, which the failure names', async () => {
    const definition = graph([step('root', 'note')], [path('root root')], {
      policy: { maxIterations: 3 },
    });
    const run = await start(definition);
    expect(await run.settled()).toBe('failed');
    expect(calls).toHaveLength(3);
    expect((await run.engine.runs.get(run.id)).error).toMatchObject({
      code: 'LIMIT_REACHED',
      message: /maxIterations/,
      details: { limit: 'maxIterations' },
    });
    const usual = await start(graph([step('root', 'note')], [path('root root')]));
    await usual.settled();
    expect(calls).toHaveLength(100);
  });

  it('[SG4] iterations count from the last answer', async () => {
    const definition = graph(
      [step('root', 'utils.request.request', { prompt: '?' }), step('b', 'note')],
      [path('root b'), path('b root')],
      { policy: { maxIterations: 3 } },
    );
    const run = await start(definition);
    for (let round = 0; round < 8; round++) {
      expect(await run.settled()).toBe('waiting');
      await run.answer('root', round);
    }
    expect(await run.settled()).toBe('waiting');
    expect((await run.view()).data.outputs['root']).toHaveLength(5);
  });
});

describe('questions', () => {
  const ask = (name: string, input: JsonObject) =>
    graph(
      [step('root', name, input), step('b', 'note', { said: `${S}.root.response` })],
      [path('root b')],
    );

  it.each([
    ['utils.request.request', 'request', {}],
    ['utils.request.select', 'select', { options: ['x', 'y'] }],
  ])(
    '[SG22] %s stores nothing and waits; the answer becomes one output',
    async (name, kind, more) => {
      const run = await start(ask(name, { prompt: 'Well?', other: [1], ...more }));
      expect(await run.settled()).toBe('waiting');
      const waiting = await run.view();
      expect(waiting.workflow).toEqual({ root: { status: 'awaiting_input', error: '' } });
      expect(waiting.data).toEqual({
        outputs: {},
        messages: [{ role: 'assistant', content: 'Well?' }],
      });
      const { waits } = await run.engine.runs.get(run.id);
      expect(waits).toMatchObject([{ node: 'root', kind, prompt: 'Well?' }]);
      await run.answer('root', 'x');
      expect(await run.settled()).toBe('completed');
      const { data } = await run.view();
      expect(data.outputs).toEqual({
        root: [{ prompt: 'Well?', other: [1], ...more, response: 'x' }],
        b: [{ said: 'x' }],
      });
      expect(data.messages).toEqual([
        { role: 'assistant', content: 'Well?' },
        { role: 'user', content: 'x' },
      ]);
    },
  );

  it.each<[string, Json, Json]>([
    ['a text', 'yes', 'yes'],
    ['an object with only a response', { response: { deep: 1 } }, { deep: 1 }],
    ['another object', { response: 1, more: 2 }, { response: 1, more: 2 }],
    ['null', null, null],
    ['a list', [1], [1]],
  ])('[SG22] %s as an answer', async (_, answer, response) => {
    const run = await start(ask('utils.request.request', { prompt: 'Well?', response: 'old' }));
    await run.settled();
    const [wait] = (await run.engine.runs.get(run.id)).waits;
    await run.answer('root', answer);
    // The same answer again is one answer.
    await run.engine.waits.answer(wait?.id ?? '', answer);
    await run.settled();
    expect((await run.view()).data.outputs['root']).toEqual([{ prompt: 'Well?', response }]);
  });

  it('[SG22] while one is open, the pass ends and nothing follows', async () => {
    const definition = graph(
      [
        { id: 'root' },
        step('ask', 'utils.request.request', { prompt: '?' }),
        step('a', 'note'),
        step('after', 'note'),
      ],
      [path('root ask'), path('root a'), path('a after')],
    );
    const run = await start(definition);
    expect(await run.settled()).toBe('waiting');
    expect(calls).toEqual(['a']);
    await run.answer('ask', 1);
    await run.settled();
    expect(calls).toEqual(['a', 'after']);
  });
});

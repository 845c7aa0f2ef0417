import type { Json } from '@skein/kernel';
import { buildWorkflow, deferred, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const one = buildWorkflow({ nodes: [task('a')] });

describeEngine('what a function may do', (make) => {
  it('[E10] a step is in the journal before the function sees its result', async () => {
    const { run, engine, store } = await make({
      task: async (call, io) => {
        const value = await io.step('fetch', async () => ({ body: 'x' }));
        const rows = (await store.runs.journal(call.run)) ?? [];
        return { value: [value, rows.at(-1)?.type ?? null] };
      },
    });
    const done = await run(one);
    expect(done.output).toEqual([{ body: 'x' }, 'step.recorded']);
    const rows = await engine.runs.journal(done.id);
    expect(rows[1]).toMatchObject({
      key: 'fetch#1',
      value: { body: 'x' },
      node: 'a',
      activation: 1,
    });
  });

  it('[E10] recorded steps are given back in call order when the function is called again', async () => {
    const made: string[] = [];
    const { engine, clock, start } = await make({
      task: async ({ attempt }, io) => {
        // Functions take it apart.
        // oxlint-disable-next-line typescript/unbound-method -- That it works without `this` is what is tested.
        const { step } = io;
        const results: Json[] = [];
        for (const name of ['get', 'get', 'put']) {
          results.push(
            await step(name, () => {
              made.push(`${name} in attempt ${attempt}`);
              return made.length;
            }),
          );
          if (attempt === 1 && results.length === 2) throw new Error('half way');
        }
        return { value: results };
      },
    });
    const id = await start(
      buildWorkflow({ nodes: [task('a', { retry: { attempts: 2, backoffMs: 10 } })] }),
    );
    await clock.advance(100);
    expect((await engine.runs.finished(id)).output).toEqual([1, 2, 3]);
    expect(made).toEqual(['get in attempt 1', 'get in attempt 1', 'put in attempt 2']);
  });

  it('[E10] a step that fails is not recorded, and its error reaches the function', async () => {
    const { run, engine } = await make({
      task: async (_, io) => {
        const outcome = await io
          .step('try', () => {
            throw new Error('not today');
          })
          .catch((error: Error) => error.message);
        return { value: outcome ?? null };
      },
    });
    const done = await run(one);
    expect(done.output).toBe('not today');
    const types = (await engine.runs.journal(done.id)).map(({ type }) => type);
    expect(types).not.toContain('step.recorded');
  });

  it('[E10] a step without a result is recorded too', async () => {
    const { run, engine } = await make({
      task: async (_, io) => {
        await io.step('notify', () => undefined);
        return {};
      },
    });
    const { id } = await run(one);
    expect((await engine.runs.journal(id))[1]).toMatchObject({ key: 'notify#1' });
  });

  it('[E10] a step of a cancelled function is not recorded; the function is told of the cancel', async () => {
    const gate = deferred();
    const heard: unknown[] = [];
    const { engine, start, settle } = await make({
      task: async (_, io) => {
        await io.step('slow', () => gate.promise.then(() => 1)).catch((error) => heard.push(error));
        return {};
      },
    });
    const id = await start(one);
    await engine.runs.cancel(id);
    gate.resolve();
    await settle();
    expect(heard).toHaveLength(1);
    expect((await engine.runs.journal(id)).map(({ type }) => type)).not.toContain('step.recorded');
  });

  it('[E11] a function asks, and continues with the answer', async () => {
    const { engine, start, settle } = await make({
      task: async (_, io) => {
        const name = await io.step('look up', () => 'Ada');
        const first = await io.wait({ kind: 'question', prompt: `Greet ${name}?` });
        const second = await io.wait({ kind: 'question', prompt: 'Sure?' });
        return { value: [name, first, second] };
      },
    });
    const id = await start(one);
    await settle();
    const waiting = await engine.runs.get(id);
    expect(waiting).toMatchObject({ status: 'waiting', nodes: { a: { status: 'waiting' } } });
    expect(waiting.waits).toMatchObject([{ node: 'a', kind: 'question', prompt: 'Greet Ada?' }]);
    await engine.waits.answer({ run: id, node: 'a' }, 'yes');
    await settle();
    expect((await engine.runs.get(id)).waits).toMatchObject([{ prompt: 'Sure?' }]);
    await engine.waits.answer({ run: id, node: 'a' }, { really: true });
    const done = await engine.runs.finished(id);
    expect(done.output).toEqual(['Ada', 'yes', { really: true }]);
    const steps = (await engine.runs.journal(id)).filter(({ type }) => type === 'step.recorded');
    expect(steps).toHaveLength(1);
  });

  it('[E11] the schema of a question is checked before its answer is taken', async () => {
    const { engine, start, settle } = await make({
      task: async (_, io) => ({
        value: await io.wait({ kind: 'form', schema: { type: 'object', required: ['age'] } }),
      }),
    });
    const id = await start(one);
    await settle();
    const name = { run: id, node: 'a' };
    await expect(engine.waits.answer(name, {})).rejects.toMatchObject({ code: 'ANSWER_REFUSED' });
    expect((await engine.runs.get(id)).waits).toHaveLength(1);
    await engine.waits.answer(name, { age: 3 });
    expect((await engine.runs.finished(id)).output).toEqual({ age: 3 });
  });

  it('[E11] questions asked at the same time are asked one after the other', async () => {
    const { engine, start, settle } = await make({
      task: async (_, io) => ({
        value: await Promise.all([
          io.wait({ kind: 'question', prompt: 'first' }),
          io.wait({ kind: 'question', prompt: 'second' }),
        ]),
      }),
    });
    const id = await start(one);
    await settle();
    expect((await engine.runs.get(id)).waits.map(({ prompt }) => prompt)).toEqual(['first']);
    await engine.waits.answer({ run: id }, 1);
    await settle();
    await engine.waits.answer({ run: id }, 2);
    expect((await engine.runs.finished(id)).output).toEqual([1, 2]);
  });

  it('[E11] a node does not end while its own question is open', async () => {
    const { engine, start, settle } = await make({
      task: async (_, io) => {
        void io.wait({ kind: 'question' });
        return { value: 'not awaited' };
      },
    });
    const id = await start(one);
    await settle();
    expect((await engine.runs.get(id)).status).toBe('waiting');
    await engine.waits.answer({ run: id }, null);
    expect((await engine.runs.finished(id)).output).toBe('not awaited');
  });

  it('[E11] a question with a deadline that passes fails the node and aborts the function', async () => {
    let isAborted = false;
    const { engine, start, clock, settle } = await make({
      task: async (_, io) => {
        io.signal.addEventListener('abort', () => {
          isAborted = true;
        });
        return { value: await io.wait({ kind: 'question', deadlineMs: 1000 }) };
      },
    });
    const id = await start(one);
    await settle();
    await clock.advance(1000);
    const done = await engine.runs.finished(id);
    expect(done).toMatchObject({ status: 'failed', error: { code: 'WAIT_EXPIRED' } });
    expect(isAborted).toBe(true);
  });

  it('[E12] what is spent is counted once, with the step or the end that it belongs to', async () => {
    const { run, engine } = await make({
      task: async (_, io) => {
        await io.step('call', () => {
          io.spend({ modelCalls: 1, inputTokens: 10, outputTokens: 2, usd: 0.5 });
          return 'x';
        });
        io.spend({ outputTokens: 3 });
        return {};
      },
    });
    const done = await run(one);
    expect(done.usage).toEqual({
      steps: 1,
      modelCalls: 1,
      inputTokens: 10,
      outputTokens: 5,
      usd: 0.5,
    });
    const rows = await engine.runs.journal(done.id);
    expect(rows[1]).toMatchObject({ usage: { modelCalls: 1, inputTokens: 10 } });
    expect(rows[2]).toMatchObject({ usage: { outputTokens: 3 } });
  });

  it('[E12] a function knows what the run has spent so far, and the time of the engine', async () => {
    const seen: Json[] = [];
    const { run, clock } = await make({
      task: (_, io) => {
        seen.push([io.usage().inputTokens, io.usage().usd, io.now() === clock.now()]);
        io.spend({ inputTokens: 7, usd: 0.5 });
        return {};
      },
    });
    await run(buildWorkflow({ nodes: [task('a'), task('b')], edges: ['a -> b'] }));
    expect(seen).toEqual([
      [0, 0, true],
      [7, 0.5, true],
    ]);
  });

  it('[E12] a failed attempt has spent something too', async () => {
    const { run } = await make({
      task: (_, io) => {
        io.spend({ inputTokens: 7 });
        throw new Error('no');
      },
    });
    expect((await run(one)).usage.inputTokens).toBe(7);
  });

  it('[E12] a function reads its context and appends to it', async () => {
    const seen: Json[] = [];
    const { run } = await make({
      task: ({ node }, io) => {
        const { id, messages, settings } = io.context();
        seen.push([node, id, messages.length, settings]);
        const append = [{ role: 'user', content: node }];
        return { context: { append, set: { model: 'm' } } };
      },
    });
    const done = await run(buildWorkflow({ nodes: [task('a'), task('b')], edges: ['a -> b'] }));
    expect(seen).toEqual([
      ['a', 'main', 0, {}],
      ['b', 'main', 1, { model: 'm' }],
    ]);
    expect(done.contexts).toEqual({ main: { model: 'm', messages: 2 } });
  });

  it('[E12] every attempt has the same idempotency key, every activation another', async () => {
    const keys: string[] = [];
    const { engine, clock, start } = await make({
      task: ({ attempt }, io) => {
        keys.push(io.idempotencyKey);
        if (attempt === 1) throw Object.assign(new Error('again'), { afterMs: 0 });
        return {};
      },
    });
    const retry = { attempts: 2, backoffMs: 0 };
    const id = await start(
      buildWorkflow({ nodes: [task('a', { retry }), task('b', { retry })], edges: ['a -> b'] }),
    );
    await clock.advance(10);
    const done = await engine.runs.finished(id);
    expect(done.status).toBe('completed');
    expect(keys).toEqual([`${done.id}/a/1`, `${done.id}/a/1`, `${done.id}/b/1`, `${done.id}/b/1`]);
  });

  it('[E12] a model is found by its name', async () => {
    const call = () => Promise.reject(new Error('not called'));
    const model = (name = 'default') => ({ provider: 'test', name, call });
    const { run } = await make({
      models: { model },
      task: (_, io) => ({ value: [io.model('small').name, io.model(undefined).name] }),
    });
    expect((await run(one)).output).toEqual(['small', 'default']);
  });

  it('[E12] a function sees the tools of the engine and how many attempts it has left', async () => {
    const tool = { name: 'look', description: '', parameters: {}, run: () => 1 };
    const tools = {
      list: () => [tool],
      find: (name: string) => (name === 'look' ? tool : undefined),
    };
    const { run } = await make({
      tools,
      task: async (_, io) => {
        const found = await io.tools.find('look');
        return { value: [found?.name ?? null, io.attemptsLeft, io.subagents.length] };
      },
    });
    expect((await run(one)).output).toEqual(['look', 0, 0]);
    const bare = await make({ task: async (_, io) => ({ value: (await io.tools.list()).length }) });
    expect((await bare.run(one)).output).toBe(0);
  });

  it('[E12] without models, asking for one fails the node', async () => {
    const { run } = await make({ task: (_, io) => ({ value: io.model('small').name }) });
    expect((await run(one)).error).toMatchObject({ code: 'MODEL_NOT_FOUND' });
  });
});

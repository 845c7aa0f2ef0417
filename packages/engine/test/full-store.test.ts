// Goal: a store without space fails those who can ask again, and nobody else. Method: appends that find no space until the test says so.
import { EngineError, type Store } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { buildWorkflow, deferred, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

function smallStore(): { readonly store: Store; isFull: boolean } {
  const store = memoryStore();
  const small = {
    isFull: false,
    store: {
      ...store,
      runs: {
        ...store.runs,
        append: (...given: Parameters<Store['runs']['append']>) => {
          if (small.isFull) throw new EngineError('STORE_FULL', { reason: 'no space.' });
          return store.runs.append(...given);
        },
      },
    },
  };
  return small;
}

describeEngine('a full store', (make) => {
  it('[E425] starts and answers are refused within two seconds; what a function recorded is written when there is space', async () => {
    const small = smallStore();
    const held = deferred<object>();
    const calls: string[] = [];
    const { engine, start, settle, clock } = await make({
      store: small.store,
      task: ({ node }) => {
        calls.push(node);
        return node === 'slow' ? held.promise : { value: node };
      },
    });
    const slow = buildWorkflow({ nodes: [task('slow'), task('b')], edges: ['slow -> b'] });
    const id = await start(slow);
    const ask = { id: 'ask', type: 'input', config: { prompt: 'How many?' } };
    const asking = await start(buildWorkflow({ id: 'asking', nodes: [ask] }));
    await settle();
    const [wait] = (await engine.waits.list({ run: asking })).items;
    small.isFull = true;
    held.resolve({ value: 1 });
    const full = { code: 'STORE_FULL' };
    const answer = engine.waits.answer({ run: asking, node: 'ask' }, 7);
    const refused = Promise.allSettled([start(slow), answer]);
    await clock.advance(2000);
    const reasons = (await refused).map((each) => each.status === 'rejected' && each.reason);
    expect(reasons).toMatchObject([full, full]);
    // Who comes later hears of it at once.
    await expect(engine.runs.cancel(asking)).rejects.toMatchObject(full);
    await clock.advance(600_000);
    small.isFull = false;
    await clock.advance(2000);
    expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed', output: 'b' });
    expect(calls).toEqual(['slow', 'b']);
    // The answer had been taken; giving it again is fine.
    await engine.waits.answer(wait?.id ?? '', 7);
    expect(await engine.runs.finished(asking)).toMatchObject({ output: 7 });
    expect((await engine.runs.list({})).items).toHaveLength(2);
  });
});

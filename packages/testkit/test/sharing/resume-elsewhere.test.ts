// Goal: what one server knows of a run never hides what another one has done with it. Two engines share one store: in memory, and on one
// PostgreSQL database with connections of their own.
import { createEngine, type Engine } from '@skein/engine';
import { checkJsonSchema, nativeNodeTypes } from '@skein/agents';
import type { Store } from '@skein/ports';
import { memoryStore, openStore } from '@skein/stores';
import { buildWorkflow, freshPostgres, testServer } from '@skein/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const server = await testServer('postgres');
let isBroken = true;

const paying = (last: string) =>
  buildWorkflow({
    id: 'paying',
    nodes: [
      { id: 'ask', type: 'input', config: { prompt: 'How many?' } },
      { id: 'paid', type: 'event', config: { name: 'paid' } },
      { id: 'pay', type: 'function', config: { name: 'pay' } },
      { id: 'end', type: 'transform', config: { value: `\${pay.output} ${last}` } },
    ],
    edges: ['ask -> paid', 'paid -> pay', 'pay -> end'],
  });

describe('two servers on one store in memory', () => {
  const store = memoryStore();
  scenarios(async () => ({ stores: [store, store], drop: async () => {} }));
});

describe.skipIf('missing' in server)(
  `two servers on one PostgreSQL ${'missing' in server ? `(${server.missing})` : ''}`,
  () => {
    scenarios(async () => {
      const database = await freshPostgres('url' in server ? server.url : '');
      const stores = [await openStore(database.url), await openStore(database.url)];
      const drop = async () => {
        for (const store of stores) await store.close();
        await database.drop();
      };
      return { stores, drop };
    });
  },
);

function scenarios(
  open: () => Promise<{ readonly stores: readonly Store[]; readonly drop: () => Promise<void> }>,
): void {
  let [one, two]: Engine[] = [];
  let drop = async () => {};
  beforeAll(async () => {
    const opened = await open();
    ({ drop } = opened);
    [one, two] = await Promise.all(opened.stores.map(engineOn));
  });
  afterAll(async () => {
    await Promise.all([one?.close(), two?.close()]);
    await drop();
  });
  const both = () => {
    if (one === undefined || two === undefined) throw new Error('They are open.');
    return [one, two] as const;
  };

  it('[E584] a failed run that the other one resumed, in another version, is not shown as failed any more', async () => {
    isBroken = true;
    const [first, second] = both();
    const { id } = await first.runs.start(paying('old'));
    await first.runs.settled(id);
    await first.waits.answer({ run: id, node: 'ask' }, 1);
    await expect.poll(async () => (await second.events.send('paid', 1)).delivered).toBe(1);
    // Both have it in memory as a failed run.
    expect(await first.runs.finished(id)).toMatchObject({ status: 'failed' });
    expect(await second.runs.finished(id)).toMatchObject({ status: 'failed' });
    const { version } = await second.workflows.save(paying('new'));
    isBroken = false;
    await second.runs.resume(id, { version });
    expect(await first.runs.finished(id)).toMatchObject({
      status: 'completed',
      output: 'done new',
      workflow: { version },
    });
    expect(await first.runs.get(id)).toMatchObject({ status: 'completed' });
    const types: string[] = [];
    for await (const update of first.runs.events(id)) {
      if (update.type === 'event') types.push(update.event.type);
    }
    expect(types).toContain('run.resumed');
  });

  it('[E585] `finished`, `settled` and events of one server hold for runs that the other one drives', async () => {
    isBroken = false;
    const [first, second] = both();
    const { id } = await first.runs.start(paying('old'));
    const ended = second.runs.finished(id);
    expect(await second.runs.settled(id)).toMatchObject({ waits: [{ node: 'ask' }] });
    await second.waits.answer({ run: id, node: 'ask' }, 1);
    expect(await second.runs.settled(id)).toMatchObject({ waits: [{ node: 'paid' }] });
    const sent = { id: 'e 1', run: id };
    expect(await second.events.send('paid', 1, sent)).toEqual({ delivered: 1, kept: false });
    expect(await ended).toMatchObject({ status: 'completed' });
    expect(await first.events.send('paid', 1, sent)).toEqual({ delivered: 0, kept: false });
    const answers = (await first.runs.journal(id)).filter(({ type }) => type === 'wait.answered');
    expect(answers).toHaveLength(2);
    await expect(second.events.send('paid', 1, { run: id })).rejects.toMatchObject({
      code: 'RUN_ENDED',
    });
  });
}

function engineOn(store: Store): Promise<Engine> {
  const pay = () => {
    if (isBroken) throw new Error('away');
    return 'done';
  };
  return createEngine({
    store,
    nodeTypes: nativeNodeTypes({ functions: new Map([['pay', { run: pay }]]) }),
    checkSchema: checkJsonSchema,
    durable: { sharing: { pollMs: 50 } },
  });
}

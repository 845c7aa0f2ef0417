// Goal: who approves a call may change its arguments, and what runs is what they approved; on a real server over a real file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeKey } from '@skein/server';
import { openStore } from '@skein/stores';
import { afterEach, expect, it } from 'vitest';
import { composeServer } from '../src/server/compose-server.ts';

type Loose = ReturnType<typeof JSON.parse>;

const ending: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

const parameters = {
  type: 'object',
  properties: { usd: { type: 'number', maximum: 1000 }, to: { type: 'string' } },
  required: ['usd'],
  additionalProperties: false,
};
const agent = {
  skein: 1,
  id: 'flow',
  nodes: [
    { id: 'clerk', type: 'agent', config: { prompt: 'Pay.', tools: ['pay'], approve: true } },
  ],
  edges: [],
};
const tool = {
  ...agent,
  nodes: [
    { id: 'clerk', type: 'tool', config: { tool: 'pay', args: { usd: 500 }, approve: true } },
  ],
};

interface World {
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; body: Loose }>;
  readonly start: (flow: object) => Promise<{ readonly run: string; readonly wait: Loose }>;
  readonly paid: Loose[];
  readonly folder: string;
  readonly close: () => Promise<void>;
}

async function serve(folder = mkdtempSync(path.join(tmpdir(), 'skein-changed-'))): Promise<World> {
  const store = await openStore(`sqlite:${path.join(folder, 'skein.db')}`);
  const made = makeKey({ user: 'ann', name: 'ann', scopes: ['admin'], expiresAt: null, now: 0 });
  await store.keys.create(made.record);
  const paid: Loose[] = [];
  const server = await composeServer({
    store,
    durable: {},
    tools: {
      pay: {
        description: 'Pays.',
        parameters,
        run: (args: unknown) => {
          paid.push(args);
          return 'paid';
        },
      },
    },
    script: {
      replies: [
        {
          when: { node: 'clerk', contains: 'Pay.' },
          toolCalls: [{ name: 'pay', arguments: { usd: 500 } }],
        },
        { when: { node: 'clerk', contains: '"usd":50' }, text: 'I paid 50.' },
        { when: { node: 'clerk' }, text: 'I paid 500.' },
      ],
    },
  });
  const { url } = await server.listen({ port: 0 });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await server.close();
    await store.close();
  };
  ending.push(() => rmSync(folder, { recursive: true, force: true }), close);
  const headers = { authorization: `Bearer ${made.secret}`, 'content-type': 'application/json' };
  const ask: World['ask'] = async (method, where, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}/api/v1${where}`, { method, headers, ...sent });
    return { status: response.status, body: await response.json() };
  };
  const start: World['start'] = async (flow) => {
    await ask('POST', '/workflows', flow);
    const { body } = await ask('POST', '/workflows/flow/run?wait=20', {});
    return { run: body.run_id, wait: body.run.waits[0] };
  };
  return { ask, start, paid, folder, close };
}

const changed = { decision: 'approve', arguments: { usd: 50 } };

it.each([
  ['an agent', agent],
  ['a node', tool],
])(
  '[X301] the changed arguments of the call of %s are run, and both versions are told',
  async (_name, flow) => {
    const { ask, start, paid } = await serve();
    const { run, wait } = await start(flow);
    expect(wait.data).toMatchObject({ tool: 'pay', arguments: { usd: 500 }, parameters });
    const answer = (body: unknown) => ask('POST', `/waits/${wait.id}/answer`, body);
    for (const [body, place] of [
      [{ decision: 'approve', arguments: { usd: 'fifty' } }, /"arguments".*usd/],
      [{ decision: 'approve', arguments: { usd: 5000 } }, /"arguments".*usd/],
      [{ decision: 'approve', arguments: { usd: 5, note: 'x' } }, /"arguments".*note/],
      [{ decision: 'approve', arguments: [5] }, /"arguments".*object/],
      [{ decision: 'reject', arguments: { usd: 5 } }, /"arguments".*reject/],
      [{ decision: 'approve', amount: 50 }, /"amount"/],
    ] as const) {
      const refused = await answer(body);
      expect([refused.status, refused.body.error.code]).toEqual([422, 'ANSWER_REFUSED']);
      expect(refused.body.error.message).toMatch(place);
    }
    expect((await ask('GET', `/waits/${wait.id}`)).body.status).toBe('open');
    expect((await answer(changed)).status).toBe(200);
    // The same again is fine, from whomever.
    expect((await answer(changed)).status).toBe(200);
    expect((await answer('approve')).status).toBe(409);
    await expect.poll(async () => (await ask('GET', `/runs/${run}`)).body.status).toBe('completed');
    expect(paid).toEqual([{ usd: 50 }]);
    const { body: journal } = await ask('GET', `/runs/${run}/journal`);
    const step = journal.items.find(({ value }: Loose) => value?.type === 'tool');
    expect(step.value).toMatchObject({
      arguments: { usd: 50 },
      asked: { usd: 500 },
      changedBy: 'ann',
    });
    const begin = journal.items.find(({ value }: Loose) =>
      JSON.stringify(value)?.includes('begin'),
    );
    expect(JSON.stringify(begin.value)).toContain('"usd":50');
    const told = /ann changed the arguments of "pay" from \{"usd":500\} to \{"usd":50\}/;
    const { body: state } = await ask('GET', `/runs/${run}`);
    expect(state.warnings).toMatchObject([{ node: 'clerk', message: expect.stringMatching(told) }]);
    const { body: why } = await ask('GET', `/runs/${run}/explain?node=clerk`);
    expect(why.words.join('\n')).toMatch(told);
    expect(JSON.stringify(state.output)).toContain(flow === agent ? 'I paid 50.' : 'paid');
  },
);

it('[X301] changed arguments hold after a restart, in a fork and in a replay', async () => {
  const first = await serve();
  const { run, wait } = await first.start(agent);
  await first.close();
  const second = await serve(first.folder);
  await second.ask('POST', `/waits/${wait.id}/answer`, changed);
  await expect.poll(() => second.paid).toEqual([{ usd: 50 }]);
  await expect
    .poll(async () => (await second.ask('GET', `/runs/${run}`)).body.status)
    .toBe('completed');
  await second.close();
  const third = await serve(first.folder);
  const replayed = await third.ask('POST', `/runs/${run}/replay`, {});
  const forked = await third.ask('POST', `/runs/${run}/fork`, {});
  expect([replayed.status, forked.status]).toEqual([200, 202]);
  const copies = [replayed.body.id, forked.body.run_id];
  for (const id of copies) {
    const state = async () => (await third.ask('GET', `/runs/${id}`)).body;
    await expect.poll(async () => (await state()).status).toBe('completed');
    expect((await state()).output).toBe('I paid 50.');
  }
  // Everything was recorded, so nothing is paid again.
  expect(third.paid).toEqual([]);
});

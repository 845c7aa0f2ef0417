// Goal: nobody gets round an approval by the past of a run: forks, replays, other inputs and versions, bundles.
// Method: ann owns everything and may do everything but answer; bob alone is asked, and every payment is counted.
import { makeKey } from '@skein/server';
import { expect, it } from 'vitest';
import { serve, type Loose, type Serving } from './serving.ts';

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

async function addKey({ store }: Serving, user: string, scopes: readonly Loose[]): Promise<string> {
  const made = makeKey({ user, name: user, scopes, expiresAt: null, now: 0 });
  await store.keys.create(made.record);
  return made.secret;
}

interface World {
  readonly serving: Serving;
  readonly ann: string;
  readonly paid: Loose[];
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ) => Promise<{ status: number; body: Loose }>;
  /** A run of ann's that bob has approved, and how it ended. */
  readonly approved: (flow: object, input?: unknown) => Promise<string>;
  /** Whether the run waits for bob, and nothing more was paid than before. */
  readonly asksBob: (run: string) => Promise<void>;
}

async function world({ fails = 0 } = {}): Promise<World> {
  const paid: Loose[] = [];
  let failuresLeft = fails;
  const pay = (args: Loose) => {
    if (failuresLeft-- > 0) throw new Error('the bank is closed');
    paid.push(args);
    return 'paid';
  };
  const tool = { approve: true, who: ['bob'], run: (args: unknown) => pay(args) };
  const serving = await serve({
    engineOptions: {
      functions: { note: () => 'ok', pay: (args) => pay(args) },
      tools: { pay: tool },
    },
  });
  const ann = await addKey(serving, 'ann', ['run', 'write', 'answer']);
  const bob = await addKey(serving, 'bob', ['answer']);
  const ask: World['ask'] = async (method, path, body, key = ann) => {
    const given = body === undefined ? {} : { body };
    const { status, body: said } = await serving.send(method, `/api/v1${path}`, {
      ...given,
      ...bearer(key),
    });
    return { status, body: said };
  };
  const answerAll = async (run: string) => {
    await serving.engine.runs.settled(run);
    const { body } = await ask('GET', '/waits', undefined, bob);
    for (const { id } of body.items) await ask('POST', `/waits/${id}/answer`, 'yes', bob);
  };
  return {
    serving,
    ann,
    paid,
    ask,
    async approved(flow, input = { usd: 5 }) {
      await ask('POST', '/workflows', flow);
      const { body } = await ask('POST', '/workflows/paying/run', { input });
      await answerAll(body.run_id);
      await serving.engine.runs.settled(body.run_id);
      return body.run_id;
    },
    async asksBob(run) {
      await serving.engine.runs.settled(run);
      const { items } = await serving.engine.waits.list();
      expect(items).toMatchObject([{ status: 'open', question: { who: ['bob'] } }]);
    },
  };
}

const boss = { id: 'boss', type: 'approval', config: { prompt: 'Pay?', who: ['bob'] } };
const paying = {
  skein: 1,
  id: 'paying',
  nodes: [
    // The approval does not see the amount.
    { id: 'ready', type: 'transform', config: { value: 'ready' } },
    boss,
    { id: 'note', type: 'function', config: { name: 'note' } },
    { id: 'pay', type: 'function', config: { name: 'pay', args: { usd: '${trigger.usd}' } } },
  ],
  edges: [
    { from: 'ready', to: 'boss' },
    { from: 'boss', out: 'approved', to: 'note' },
    { from: 'note', to: 'pay' },
  ],
};
const inChild = {
  ...paying,
  nodes: [
    ...paying.nodes.slice(0, 1),
    {
      id: 'boss',
      type: 'subworkflow',
      config: { workflow: { skein: 1, id: 'inner', nodes: [boss], edges: [] } },
    },
    ...paying.nodes.slice(2),
  ],
  edges: [
    { from: 'ready', to: 'boss' },
    { from: 'boss', to: 'note' },
    { from: 'note', to: 'pay' },
  ],
};
const byTool = {
  ...paying,
  nodes: [{ id: 'pay', type: 'tool', config: { tool: 'pay', args: { usd: '${trigger.usd}' } } }],
  edges: [],
};

it.each([
  ['another input', paying, { input: { usd: 500 } }],
  ['the paying node again', paying, { from: 'pay' }],
  ['nothing else', paying, {}],
  ['another input, when the approval was in a child', inChild, { input: { usd: 500 } }],
  ['the paying node again, when the approval was in a child', inChild, { from: 'pay' }],
  ['the call of a tool that bob has to approve', byTool, { from: 'pay' }],
])('[V561] a fork with %s asks bob again', async (_title, flow, body) => {
  const { ask, approved, asksBob, paid } = await world();
  const run = await approved(flow);
  expect(paid).toEqual([{ usd: 5 }]);
  const forked = await ask('POST', `/runs/${run}/fork`, body);
  expect(forked.status).toBe(202);
  await asksBob(forked.body.run_id);
  expect(paid).toEqual([{ usd: 5 }]);
});

it('[V561] results are put in the place of recorded ones only with `write`, and not behind an approval', async () => {
  const { serving, ask, approved, paid } = await world();
  const run = await approved(paying);
  const changes = [{ node: 'note', result: { value: 'forged' } }];
  const runner = await addKey(serving, 'ann', ['run', 'answer']);
  const refused = await ask('POST', `/runs/${run}/fork`, { changes, from: 'pay' }, runner);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'NOT_ALLOWED']);
  for (const node of ['note', 'boss']) {
    const forged = [
      { node, result: { value: { decision: 'approve' }, ports: { approved: null } } },
    ];
    const tried = await ask('POST', `/runs/${run}/fork`, { changes: forged });
    expect([node, tried.body.error?.code]).toEqual([node, 'FORK_REFUSED']);
  }
  expect(paid).toHaveLength(1);
});

it('[V561] a replay asks bob again, and its journal says what is not reused', async () => {
  for (const flow of [paying, inChild, byTool]) {
    const { ask, approved, asksBob, paid, serving } = await world();
    const run = await approved(flow);
    const replayed = await ask('POST', `/runs/${run}/replay`, { with: { input: { usd: 500 } } });
    expect(replayed.status).toBe(200);
    await asksBob(replayed.body.id);
    expect(paid).toEqual([{ usd: 5 }]);
    const [row] = await serving.engine.runs.journal(replayed.body.id, { after: 0, limit: 1 });
    expect(row).toMatchObject({
      forkedFrom: {
        again: expect.arrayContaining([expect.any(String)]),
      },
    });
  }
});

it('[V561] for whom the approval names, what they answered counts in a fork', async () => {
  const { ask, serving, paid } = await world();
  const own = {
    ...paying,
    nodes: paying.nodes.map((node) =>
      node === boss ? { ...boss, config: { prompt: 'Pay?' } } : node,
    ),
  };
  await ask('POST', '/workflows', own);
  const { body } = await ask('POST', '/workflows/paying/run?wait=20', { input: { usd: 5 } });
  await ask('POST', `/waits/${body.run.waits[0].id}/answer`, 'yes');
  await serving.engine.runs.finished(body.run_id);
  const forked = await ask('POST', `/runs/${body.run_id}/fork`, { from: 'pay' });
  await serving.engine.runs.finished(forked.body.run_id);
  expect(paid).toHaveLength(2);
  // Somebody who may not answer at all is asked for them again.
  const runner = await addKey(serving, 'ann', ['run']);
  const again = await ask('POST', `/runs/${body.run_id}/fork`, { from: 'pay' }, runner);
  await serving.engine.runs.settled(again.body.run_id);
  expect(paid).toHaveLength(2);
});

it('[V562] a failed run goes on as it was approved, and with another input or version only for whom the approval names', async () => {
  const { ask, approved, serving, paid } = await world({ fails: 1 });
  const run = await approved(paying);
  const cheap = JSON.parse(JSON.stringify(paying).replace('${trigger.usd}', '500'));
  const { body: saved } = await ask('PUT', '/workflows/paying', cheap);
  for (const body of [{ input: { usd: 500 } }, { version: saved.version }]) {
    const refused = await ask('POST', `/runs/${run}/continue`, body);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'NOT_ALLOWED']);
  }
  expect((await ask('POST', `/runs/${run}/continue`, {})).status).toBe(202);
  await serving.engine.runs.finished(run);
  expect(paid).toEqual([{ usd: 5 }]);
});

it('[V562] a run that waits for something else after the approval is not moved to another version', async () => {
  const { ask, approved, serving, paid } = await world();
  const later = {
    ...paying,
    nodes: [...paying.nodes, { id: 'day', type: 'event', config: { name: 'payday' } }],
    edges: [
      { from: 'ready', to: 'boss' },
      { from: 'boss', out: 'approved', to: 'day' },
      { from: 'day', to: 'pay' },
      { from: 'boss', out: 'rejected', to: 'note' },
    ],
  };
  const run = await approved(later);
  const dear = JSON.parse(JSON.stringify(later).replace('${trigger.usd}', '500'));
  const { body: saved } = await ask('PUT', '/workflows/paying', dear);
  const moved = await ask('POST', `/runs/${run}/migrate`, {
    version: saved.version,
    recorded: 'keep',
  });
  expect([moved.status, moved.body.error.code]).toEqual([409, 'MOVE_REFUSED']);
  const all = await ask('POST', '/workflows/paying/migrate', { recorded: 'keep' });
  expect(all.body.runs).toMatchObject([{ isMoved: false }]);
  await ask('POST', '/events', { name: 'payday', data: {} });
  await serving.engine.runs.finished(run);
  expect(paid).toEqual([{ usd: 5 }]);
});

it('[V563] a bundle approves nothing: it goes on only for the operator, and its forks ask again', async () => {
  const { ask, approved, asksBob, serving, paid } = await world({ fails: 1 });
  const run = await approved(byTool);
  const { body: bundle } = await ask('GET', `/runs/${run}/export`);
  // The question is made to look as if anybody had been asked.
  const forged = JSON.parse(JSON.stringify(bundle).replaceAll(',"who":["bob"]', ''));
  expect(JSON.stringify(forged)).not.toContain('"who"');
  const imported = await ask('POST', '/runs/import', forged);
  expect(imported.status).toBe(201);
  const { id } = imported.body;
  for (const [path, body] of [
    ['retry', { node: 'pay' }],
    ['continue', {}],
  ] as const) {
    const refused = await ask('POST', `/runs/${id}/${path}`, body);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'NOT_ALLOWED']);
  }
  const forked = await ask('POST', `/runs/${id}/fork`, { from: 'pay' });
  await asksBob(forked.body.run_id);
  expect(paid).toEqual([]);
  await ask('POST', `/runs/${forked.body.run_id}/cancel`);
  const replayed = await ask('POST', `/runs/${id}/replay`, { with: { input: { usd: 500 } } });
  await asksBob(replayed.body.id);
  expect(paid).toEqual([]);
  await serving.engine.runs.cancel(replayed.body.id);
});

it('[V563] a forged question is not believed: the fork asks what is asked now', async () => {
  const { ask, asksBob, paid } = await world();
  await ask('POST', '/workflows', byTool);
  const { body } = await ask('POST', '/workflows/paying/run?wait=20', { input: { usd: 5 } });
  await ask('POST', `/runs/${body.run_id}/cancel`);
  const { body: bundle } = await ask('GET', `/runs/${body.run_id}/export`);
  const forged = JSON.parse(JSON.stringify(bundle).replaceAll(',"who":["bob"]', ''));
  const imported = await ask('POST', '/runs/import', forged);
  const forked = await ask('POST', `/runs/${imported.body.id}/fork`, {});
  await asksBob(forked.body.run_id);
  expect(paid).toEqual([]);
});

it('[V563] a run that has not ended is imported by the operator alone', async () => {
  const { ask, serving } = await world();
  await ask('POST', '/workflows', paying);
  const { body } = await ask('POST', '/workflows/paying/run?wait=20', { input: { usd: 5 } });
  const { body: bundle } = await ask('GET', `/runs/${body.run_id}/export`);
  const refused = await ask('POST', '/runs/import', bundle);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'NOT_ALLOWED']);
  const admin = await addKey(serving, 'ann', ['admin']);
  expect((await ask('POST', '/runs/import', bundle, admin)).status).toBe(201);
});

it('[V564] a node by itself is not run past an approval that is asked inside a workflow before it', async () => {
  const { ask, paid } = await world();
  const inner = { skein: 1, id: 'inner', nodes: [boss], edges: [] };
  await ask('POST', '/workflows', inner);
  const stored = JSON.parse(JSON.stringify(inChild));
  stored.nodes[1].config.workflow = 'inner';
  for (const flow of [inChild, stored]) {
    await ask('POST', '/workflows', flow);
    const body = { outputs: { ready: 'ready', boss: {}, note: 'ok' }, input: { usd: 5 } };
    const refused = await ask('POST', '/workflows/paying/nodes/pay/run?wait=20', body);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'NOT_ALLOWED']);
    await ask('DELETE', '/workflows/paying');
  }
  expect(paid).toEqual([]);
});

// Goal: a model does not approve its own calls. Method: a real server whose own MCP endpoint is a tool of its agents, with the key of
// the very user who may answer; the model is told the id of the wait.
import { makeKey } from '@skein/server';
import { openStore } from '@skein/stores';
import { afterEach, expect, it } from 'vitest';
import { composeServer } from '../src/server/compose-server.ts';

type Loose = ReturnType<typeof JSON.parse>;

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

const pays = {
  id: 'clerk',
  type: 'agent',
  config: { prompt: 'Pay.', tools: ['pay'], approve: true },
};
const asks = { id: 'tell', type: 'input', config: { prompt: 'Which wait?' } };
const steals = {
  id: 'thief',
  type: 'agent',
  config: { prompt: 'Answer ${tell.output}.', tools: ['self-answer_wait'] },
};

/** Both in one run. */
const together = {
  skein: 1,
  id: 'together',
  entry: ['clerk', 'tell'],
  nodes: [pays, asks, steals],
  edges: [{ from: 'tell', to: 'thief' }],
};
/** The one who pays in a child run. */
const below = {
  ...together,
  id: 'below',
  entry: ['child', 'tell'],
  nodes: [
    { id: 'child', type: 'subworkflow', config: { workflow: { nodes: [pays], edges: [] } } },
    asks,
    steals,
  ],
};
/** The one who answers in a child run. */
const above = {
  ...together,
  id: 'above',
  entry: ['clerk', 'tell'],
  nodes: [
    pays,
    asks,
    {
      id: 'child',
      type: 'subworkflow',
      config: {
        workflow: {
          nodes: [{ ...steals, config: { ...steals.config, prompt: 'Answer.' } }],
          edges: [],
        },
      },
    },
  ],
  edges: [{ from: 'tell', to: 'child' }],
};
const alone = { skein: 1, id: 'alone', nodes: [pays], edges: [] };
const thief = { ...together, id: 'other', entry: ['tell'], nodes: [asks, steals] };

interface World {
  ask(method: string, path: string, body?: unknown): Promise<Loose>;
  readonly paid: Loose[];
  /** What the model of the thief will say. */
  readonly stolen: { wait: string; answer: string };
  /** The results that the thief was told. */
  told(run: string): Promise<string>;
  open(run: string): Promise<readonly Loose[]>;
}

async function serve(): Promise<World> {
  const store = await openStore('memory');
  const made = makeKey({ user: 'ann', name: 'ann', scopes: ['admin'], expiresAt: null, now: 0 });
  await store.keys.create(made.record);
  const paid: Loose[] = [];
  const stolen = { wait: '', answer: 'approve' };
  const server = await composeServer({
    store,
    config: { http: { allow: ['127.0.0.1'] } },
    tools: {
      pay: {
        description: 'Pays.',
        parameters: { type: 'object' },
        run: (args: unknown) => paid.push(args),
      },
    },
    script: {
      replies: [
        { when: { node: 'clerk', call: 1 }, toolCalls: [{ name: 'pay', arguments: { usd: 500 } }] },
        { when: { node: 'clerk' }, text: 'Paid.' },
        {
          when: { node: 'thief', call: 1 },
          toolCalls: [{ name: 'self-answer_wait', arguments: stolen }],
        },
        { when: { node: 'thief' }, text: 'Done.' },
      ],
    },
  });
  const { url } = await server.listen({ port: 0 });
  ending.push(() => server.close());
  const headers = { authorization: `Bearer ${made.secret}`, 'content-type': 'application/json' };
  const ask: World['ask'] = async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...sent });
    return response.json();
  };
  const self = await ask('PUT', '/my/mcp-servers/self', {
    url: `${url}/mcp`,
    headers: { Authorization: headers.authorization },
    runToken: true,
  });
  expect(self.state).toBe('ready');
  return {
    ask,
    paid,
    stolen,
    async told(run) {
      const { items } = await ask('GET', `/runs?parent=${run}`);
      const runs = [run, ...items.map(({ id }: Loose) => id)];
      const journals = await Promise.all(runs.map((id) => ask('GET', `/runs/${id}/journal`)));
      const rows = journals.flatMap((journal) => journal.items);
      return JSON.stringify(rows.filter(({ value }) => value?.name === 'self-answer_wait'));
    },
    open: async (run) => (await ask('GET', `/runs/${run}`)).waits,
  };
}

/** Starts it, and tells the thief which wait to answer. */
async function steal(world: World, definition: Loose, victim?: string): Promise<string> {
  await world.ask('POST', '/workflows', definition);
  const started = await world.ask('POST', `/workflows/${definition.id}/run?wait=20`, {});
  const run = started.run_id;
  const of = victim ?? run;
  await expect.poll(async () => JSON.stringify(await world.open(of))).toContain('usd');
  const waits = await world.open(of);
  world.stolen.wait = waits.find(({ kind }) => kind === 'approval').id;
  await world.ask('POST', `/runs/${run}/resume`, { node: 'tell', input: world.stolen.wait });
  await expect.poll(() => world.told(run)).toContain('self-answer_wait');
  return run;
}

it.each([
  ['of its own run', together],
  ['of a run below its own', below],
  ['of the run above its own', above],
])('[X300] a model does not answer the wait %s through the MCP endpoint', async (_name, flow) => {
  const world = await serve();
  const run = await steal(world, flow);
  expect(await world.told(run)).toContain('NOT_ALLOWED');
  expect(world.paid).toEqual([]);
  const wait = await world.ask('GET', `/waits/${world.stolen.wait}`);
  expect(wait.status).toBe('open');
  // A person still may.
  await world.ask('POST', `/waits/${wait.id}/answer`, 'approve');
  await expect.poll(() => world.paid).toEqual([{ usd: 500 }]);
});

it('[X300] the workflow that waits may permit it, to models of other runs or to all', async () => {
  const allowed = await serve();
  await steal(allowed, { ...together, policy: { modelAnswers: 'all' } });
  await expect.poll(() => allowed.paid).toEqual([{ usd: 500 }]);

  const others = await serve();
  await others.ask('POST', '/workflows', alone);
  const victim = await others.ask('POST', '/workflows/alone/run?wait=20', {});
  await steal(others, thief, victim.run_id);
  await expect.poll(() => others.paid).toEqual([{ usd: 500 }]);

  const none = await serve();
  await none.ask('POST', '/workflows', { ...alone, policy: { modelAnswers: 'none' } });
  const kept = await none.ask('POST', '/workflows/alone/run?wait=20', {});
  const run = await steal(none, thief, kept.run_id);
  expect(await none.told(run)).toContain('NOT_ALLOWED');
  expect(none.paid).toEqual([]);
});

it('[X562] a tool that makes requests does not reach the server itself, by its public name or where it listens', async () => {
  const url = 'https://skein.example.com/api/v1/waits/{id}/answer';
  const server = await composeServer({
    store: await openStore('memory'),
    origins: ['https://skein.example.com'],
    config: { http: { tools: { self: { url, method: 'POST', effect: 'idempotent' } } } },
  });
  ending.push(() => server.close());
  const { url: place } = await server.listen({ port: 0 });
  const ask = async (path: string, body: unknown): Promise<Loose> => {
    const response = await fetch(`${place}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const config = { tool: 'self', args: { id: 'x' } };
  await ask('/workflows', { skein: 1, id: 'self', nodes: [{ id: 'a', type: 'tool', config }] });
  const { run } = await ask('/workflows/self/run?wait=20', {});
  expect(run.status).toBe('failed');
  expect(run.error.message).toContain('it is the server that runs this workflow');
});

import { expect, it } from 'vitest';
import { asking, hello, serve, type Serving, type Loose } from './serving.ts';

async function start({ send }: Serving, workflow: string, body: object = {}): Promise<string> {
  const started = await send('POST', `/api/v1/workflows/${workflow}/run?wait=20`, { body });
  expect(started.status).toBe(200);
  return started.body.run_id;
}

async function serveBoth(): Promise<Serving> {
  const serving = await serve();
  for (const body of [hello, asking]) await serving.send('POST', '/api/v1/workflows', { body });
  return serving;
}

it('[V20] a start is acknowledged when it is kept; with `wait` the answer has the run', async () => {
  const { send } = await serveBoth();
  const quick = await send('POST', '/api/v1/workflows/hello/run', {
    body: { input: { name: 'A' } },
  });
  expect(quick).toMatchObject({ status: 202, body: { status: 'running' } });
  expect(quick.body.instance_id).toBe(quick.body.run_id);
  const waited = await send('POST', '/api/v1/workflows/hello/run?wait=20', {
    body: { triggering_data: { name: 'Ada' } },
  });
  expect(waited).toMatchObject({ status: 200, body: { run: { output: 'Hello, Ada!' } } });
  const paused = await send('POST', '/api/v1/workflows/asking/run?wait=20');
  expect(paused).toMatchObject({ status: 200, body: { status: 'waiting' } });
  const missing = await send('POST', '/api/v1/workflows/nope/run', { body: {} });
  expect([missing.status, missing.body.error.code]).toEqual([404, 'WORKFLOW_NOT_FOUND']);
});

it('[V20] a start keeps the trace that it belongs to, and ignores what is none', async () => {
  const { send } = await serveBoth();
  const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const kept: unknown[] = [];
  for (const traceparent of [trace, `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, 'x'.repeat(500)]) {
    const headers = { traceparent };
    const { status, body } = await send('POST', '/api/v1/workflows/hello/run', { headers });
    expect(status).toBe(202);
    const journal = await send('GET', `/api/v1/runs/${body.run_id}/journal`);
    kept.push(journal.body.items[0].trace);
  }
  expect(kept).toEqual([trace, undefined, undefined]);
});

it('[V21] fifty starts with one Idempotency-Key are one run', async () => {
  const { send } = await serveBoth();
  const headers = { 'idempotency-key': 'order-7' };
  const started = await Promise.all(
    Array.from({ length: 50 }, () =>
      send('POST', '/api/v1/workflows/asking/run', { body: {}, headers }),
    ),
  );
  expect(new Set(started.map(({ body }) => body.run_id)).size).toBe(1);
  expect((await send('GET', '/api/v1/runs')).body.items).toHaveLength(1);
});

it('[V440] an Idempotency-Key with another workflow or body is refused and names its run', async () => {
  const { send } = await serveBoth();
  const headers = { 'idempotency-key': 'order-7' };
  const ask = (workflow: string, body: Loose) =>
    send('POST', `/api/v1/workflows/${workflow}/run`, { body, headers });
  const first = await ask('asking', { input: { order: 7 } });
  const again = await ask('asking', { triggering_data: { order: 7 } });
  expect(again).toMatchObject({ status: 202, body: { run_id: first.body.run_id } });
  for (const refused of [
    await ask('hello', { input: { order: 7 } }),
    await ask('asking', { input: { order: 8 } }),
    await ask('asking', {}),
  ]) {
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: 'START_REPEATED', details: { run: first.body.run_id } } },
    });
  }
  expect((await send('GET', '/api/v1/runs')).body.items).toHaveLength(1);
});

it('[V22] runs are listed by filters, page by page', async () => {
  const serving = await serveBoth();
  const { send } = serving;
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push(await start(serving, n % 2 === 0 ? 'hello' : 'asking'));
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await send('GET', `/api/v1/runs?limit=2${query}`);
    seen.push(...page.body.items.map((each: Loose) => each.id));
    cursor = page.body.nextCursor;
  }
  expect(seen).toEqual(ids.toReversed());
  const waiting = await send('GET', '/api/v1/runs?status=waiting&workflow=asking');
  expect(waiting.body.items).toHaveLength(2);
  const found = await send('GET', `/api/v1/runs?q=${ids[0]}`);
  expect(found.body.items).toMatchObject([
    { id: ids[0], workflow: { id: 'hello', name: 'Hello' } },
  ]);
});

it('[V23] a run is read in every shape, with its journal and the reason of each node', async () => {
  const serving = await serveBoth();
  const { send } = serving;
  const id = await start(serving, 'asking');
  const run = await send('GET', `/api/v1/runs/${id}`);
  expect(run.body).toMatchObject({ id, status: 'waiting', waits: [{ node: 'review' }] });
  for (const view of ['native', 'session-graph', 'dataflow', 'agent-graph', 'canvas', 'pipeline']) {
    expect((await send('GET', `/api/v1/runs/${id}?view=${view}`)).status).toBe(200);
  }
  const journal = await send('GET', `/api/v1/runs/${id}/journal`);
  expect(journal.body.items.map((row: Loose) => row.seq)).toEqual(
    journal.body.items.map((_: unknown, i: number) => i + 1),
  );
  const part = await send('GET', `/api/v1/runs/${id}/journal?limit=1`);
  expect(part.body).toMatchObject({ items: [{ seq: 1 }] });
  const why = await send('GET', `/api/v1/runs/${id}/explain?node=done`);
  expect(why.body.words.join(' ')).toContain('"review" waits for an answer');
  const unknown = await send('GET', `/api/v1/runs/${id}/explain?node=nope`);
  expect(unknown.body.error.code).toBe('NODE_NOT_FOUND');
});

it('[V24] runs are cancelled, one and many, forked and compared', async () => {
  const serving = await serveBoth();
  const { send } = serving;
  const [one, two, three] = [
    await start(serving, 'asking'),
    await start(serving, 'asking'),
    await start(serving, 'asking'),
  ];
  const cancelled = await send('POST', `/api/v1/runs/${one}/cancel`, { body: { reason: 'no' } });
  expect(cancelled.body.status).toBe('cancelled');
  const again = await send('POST', `/api/v1/runs/${one}/cancel`);
  expect([again.status, again.body.status]).toEqual([200, 'cancelled']);
  const careless = await send('POST', '/api/v1/runs/cancel', { body: { filter: {} } });
  expect(careless.status).toBe(400);
  const forked = await send('POST', `/api/v1/runs/${two}/fork`, { body: {} });
  expect(forked.status).toBe(202);
  const many = await send('POST', '/api/v1/runs/cancel', {
    body: { filter: { workflow: 'asking' } },
  });
  expect(new Set(many.body.cancelled)).toEqual(new Set([two, three, forked.body.run_id]));
  const diff = await send('GET', `/api/v1/runs/${two}/diff/${forked.body.run_id}`);
  expect(diff.body).toEqual({ equal: true, differences: [] });
  const greeted = await start(serving, 'hello');
  const other = await send('GET', `/api/v1/runs/${two}/diff/${greeted}`);
  expect(other.body.differences.map((each: Loose) => each.what)).toContain('status');
});

it('[V25] a failed node is tried again', async () => {
  let tries = 0;
  const serving = await serve({
    engineOptions: {
      functions: {
        flaky: () => {
          tries += 1;
          if (tries === 1) throw new Error('not yet');
          return 'now';
        },
      },
    },
  });
  const { send } = serving;
  const flaky = {
    skein: 1,
    id: 'flaky',
    policy: { onError: 'continue' },
    nodes: [
      { id: 'call', type: 'function', config: { name: 'flaky' } },
      { id: 'ask', type: 'approval', config: { prompt: 'Go on?' } },
    ],
    edges: [],
  };
  await send('POST', '/api/v1/workflows', { body: flaky });
  const id = await start(serving, 'flaky');
  const retried = await send('POST', `/api/v1/runs/${id}/retry`, { body: { node: 'call' } });
  expect(retried.status).toBe(200);
  const wrong = await send('POST', `/api/v1/runs/${id}/retry`, { body: { node: 'ask' } });
  expect([wrong.status, wrong.body.error.code]).toEqual([409, 'NODE_NOT_FAILED']);
  expect(tries).toBe(2);
});

it('[V24] a fork puts another result, with the values of its ports, in place of a recorded one', async () => {
  const serving = await serve({ engineOptions: { functions: { look: () => 'gone' } } });
  const { send } = serving;
  const looking = {
    skein: 1,
    id: 'looking',
    nodes: [
      { id: 'look', type: 'function', config: { name: 'look' } },
      { id: 'tell', type: 'transform', config: { value: 'It is ${previous}.' } },
    ],
    edges: [{ from: 'look', to: 'tell' }],
  };
  await send('POST', '/api/v1/workflows', { body: looking });
  const id = await start(serving, 'looking');
  const changes = [{ node: 'look', result: { value: 'here', ports: { output: 'here' } } }];
  const forked = await send('POST', `/api/v1/runs/${id}/fork`, { body: { changes } });
  const run = await serving.engine.runs.finished(forked.body.run_id);
  expect(run.outputs['look']).toMatchObject([{ value: 'here', ports: ['output'] }]);
  expect(run.output).toBe('It is here.');
});

it('[V3970][V3971] a conversation has the changed result where it had the recorded one', async () => {
  const replies = [
    { when: { node: 'ask' }, text: 'Paris.' },
    { when: { node: 'more', history: 'Rome.' }, text: 'You said Rome.' },
    { when: { node: 'more' }, text: 'You said Paris.' },
  ];
  const serving = await serve({ engineOptions: { script: { replies } } });
  const { send } = serving;
  const talking = {
    skein: 1,
    id: 'talking',
    nodes: [
      { id: 'ask', type: 'llm', config: { prompt: 'Which city?', context: 'talk' } },
      { id: 'more', type: 'llm', config: { prompt: 'What did I say?', context: 'talk' } },
    ],
    edges: [{ from: 'ask', to: 'more' }],
  };
  await send('POST', '/api/v1/workflows', { body: talking });
  const id = await start(serving, 'talking');
  expect((await serving.engine.runs.finished(id)).output).toBe('You said Paris.');
  const changes = [{ node: 'ask', result: { value: 'Rome.' } }];
  const forked = await send('POST', `/api/v1/runs/${id}/fork`, { body: { changes } });
  const run = await serving.engine.runs.finished(forked.body.run_id);
  expect(run.output).toBe('You said Rome.');
  const again = await send('POST', `/api/v1/runs/${forked.body.run_id}/fork`, {
    body: { from: 'more' },
  });
  for (const each of [forked, again]) {
    const { body } = await send('GET', `/api/v1/runs/${each.body.run_id}/journal`);
    const marked = body.items.filter((row: Loose) => row.changed === true);
    expect(marked).toMatchObject([{ type: 'node.completed', node: 'ask', value: 'Rome.' }]);
  }
});

it('[V3972] the result of a sub-workflow is changed like any other; its run is not repeated', async () => {
  const serving = await serve({ engineOptions: { functions: { look: () => 'gone' } } });
  const { send } = serving;
  const workflow = {
    skein: 1,
    nodes: [{ id: 'look', type: 'function', config: { name: 'look' } }],
  };
  const asking = {
    skein: 1,
    id: 'below',
    nodes: [
      { id: 'sub', type: 'subworkflow', config: { workflow } },
      { id: 'tell', type: 'transform', config: { value: 'It is ${previous}.' } },
    ],
    edges: [{ from: 'sub', to: 'tell' }],
  };
  await send('POST', '/api/v1/workflows', { body: asking });
  const id = await start(serving, 'below');
  expect((await serving.engine.runs.finished(id)).output).toBe('It is gone.');
  const changes = [{ node: 'sub', result: { value: 'here' } }];
  const { body } = await send('POST', `/api/v1/runs/${id}/fork`, { body: { changes } });
  expect((await serving.engine.runs.finished(body.run_id)).output).toBe('It is here.');
  const { body: below } = await send('GET', `/api/v1/runs/${body.run_id}/journal`);
  const marked = below.items.filter((row: Loose) => row.changed === true);
  expect(marked).toMatchObject([{ type: 'child.finished', node: 'sub', output: 'here' }]);
});

it('[V26] waits are listed, shown and answered; the same answer again is fine, another one is refused', async () => {
  const serving = await serveBoth();
  const { send } = serving;
  const id = await start(serving, 'asking');
  const { body: listed } = await send('GET', '/api/v1/waits');
  expect(listed).toMatchObject({
    items: [
      {
        run: id,
        workflow: { id: 'asking', name: asking.name },
        node: 'review',
        prompt: 'Fine?',
        status: 'open',
        isOwn: true,
      },
    ],
    nextCursor: null,
  });
  const [wait] = listed.items;
  const place = `/api/v1/waits/${wait.id}`;
  expect((await send('GET', place)).body).toEqual(wait);
  const odd = await send('POST', `${place}/answer`, { body: { colour: 'blue' } });
  expect([odd.status, odd.body.error.code]).toEqual([422, 'ANSWER_REFUSED']);
  const said = await send('POST', `${place}/answer`, { body: 'Who should approve this?' });
  expect([said.status, said.body.error.code]).toEqual([422, 'ANSWER_REFUSED']);
  expect(said.body.error.hint).toMatch(/approve.*yes.*reject.*no/);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send('POST', `${place}/answer`, { body: 'yes' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const other = await send('POST', `${place}/answer`, { body: 'no' });
  expect([other.status, other.body.error.code]).toEqual([409, 'WAIT_ANSWERED']);
  expect((await send('GET', place)).body.status).toBe('answered');
  expect(await serving.engine.runs.finished(id)).toMatchObject({ output: 'done' });
  expect((await send('GET', '/api/v1/waits')).body.items).toEqual([]);
});

it('[C144] validation tells what a run would lack', async () => {
  const { send } = await serveBoth();
  const agent = { id: 'a', type: 'agent', config: { prompt: 'x', tools: ['shop-sell'] } };
  const { body } = await send('POST', '/api/v1/workflows/validate', {
    body: { skein: 1, nodes: [agent] },
  });
  expect(body).toMatchObject({
    valid: true,
    diagnostics: [{ code: 'TOOL_UNAVAILABLE', pointer: '/nodes/0/config/tools/0' }],
  });
});

it('[V27] a run is resumed by node, once for each Idempotency-Key', async () => {
  const twice = {
    skein: 1,
    id: 'twice',
    policy: { maxSteps: 20 },
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'ask', type: 'input', config: { prompt: 'And?' } },
      {
        id: 'again',
        type: 'if',
        config: { condition: { left: '${ask.output}', op: 'eq', right: 'more' } },
      },
    ],
    edges: [
      { from: 'start', to: 'ask' },
      { from: 'ask', to: 'again' },
      { from: 'again', out: 'true', to: 'ask', loop: true },
    ],
  };
  const serving = await serve();
  const { send } = serving;
  const made = await send('POST', '/api/v1/workflows', { body: twice });
  expect(made.status).toBe(201);
  const id = await start(serving, 'twice');
  const resume = (input: string, key: string) =>
    send('POST', `/api/v1/runs/${id}/resume`, {
      body: { node: 'ask', input },
      headers: { 'idempotency-key': key },
    });
  const first = await Promise.all([
    resume('more', 'k1'),
    resume('more', 'k1'),
    resume('more', 'k1'),
  ]);
  expect(new Set(first.map(({ body }) => body.wait)).size).toBe(1);
  await serving.engine.runs.settled(id);
  const second = await resume('more', 'k2');
  expect(second.body.wait).not.toBe(first[0]?.body.wait);
  const changed = await resume('less', 'k1');
  expect([changed.status, changed.body.error.code]).toEqual([409, 'WAIT_ANSWERED']);
  await serving.engine.runs.settled(id);
  const run = await send('GET', `/api/v1/runs/${id}`);
  expect(run.body.nodes.ask.activations).toBe(3);
});

it('[V28] a run is replayed with something changed, and what is asked for the same is reused', async () => {
  const { send } = await serve();
  const talking = {
    skein: 1,
    id: 'talking',
    nodes: [
      { id: 'one', type: 'llm', config: { prompt: 'First.' } },
      { id: 'two', type: 'llm', config: { prompt: 'Second.' } },
    ],
    edges: [{ from: 'one', to: 'two' }],
  };
  await send('POST', '/api/v1/workflows', { body: talking });
  const { body } = await send('POST', '/api/v1/workflows/talking/run?wait=20', { body: {} });
  const place = `/api/v1/runs/${body.run_id}/replay`;
  const same = await send('POST', place, { body: {} });
  expect(same.body).toMatchObject({
    before: body.run_id,
    divergence: null,
    output: { equal: true },
  });
  const other = await send('POST', place, { body: { with: { prompt: { two: 'Changed.' } } } });
  expect(other.body).toMatchObject({
    divergence: { node: 'two' },
    calls: { reused: 1 },
    output: { before: 'Second.', after: 'Changed.' },
  });
  const odd = await send('POST', place, { body: { with: { model: 7 } } });
  expect([odd.status, odd.body.error.code]).toEqual([400, 'REQUEST_INVALID']);
  const unknown = await send('POST', place, { body: { with: { prompt: { nope: 'x' } } } });
  expect(unknown.status).toBeLessThan(500);
});

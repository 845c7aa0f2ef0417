// Goal: every template that ships can be run as it is offered, and those that compute give what they promise.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createEngine, type CreateEngineOptions, type Json } from '../src/index.ts';
import { composeWorkflows } from '../src/parts/compose-workflows.ts';
import { readTemplates } from '../src/server/read-templates.ts';

const templates = new Map(readTemplates().map((template) => [template.id, template]));

async function start(
  id: string,
  given: { readonly options?: CreateEngineOptions; readonly input?: Json } = {},
) {
  const template = templates.get(id);
  if (template === undefined) throw new Error(`There is no template "${id}".`);
  const engine = await createEngine(given.options ?? {});
  onTestFinished(() => engine.close());
  const run = async () => {
    const input = given.input ?? template.input ?? null;
    const started = await engine.runs.start(template.definition, { input });
    return engine.runs.settled(started.id);
  };
  return { engine, run };
}

it('[C757] every template is valid without warnings', () => {
  const { compile } = composeWorkflows({});
  for (const { definition, dialect } of templates.values())
    expect(compile(definition, { dialect }).diagnostics).toEqual([]);
});

it('[C3930] every field of the input of a template is used by it', () => {
  for (const { id, definition, input } of templates.values()) {
    const fields = typeof input === 'object' && input !== null ? Object.keys(input) : [];
    // With the schema of its start left out, which only names them.
    const written = JSON.stringify(definition, (key, value) =>
      key === 'schema' ? undefined : value,
    );
    const unused = fields.filter((name) => !written.includes(name));
    expect([id, ...unused]).toEqual([id]);
  }
});

it('[C3931] support-agent has an agent that calls a tool, which the definition brings along', async () => {
  const { engine, run } = await start('support-agent');
  const { id, status } = await run();
  expect(status).toBe('waiting');
  const journal = await engine.runs.journal(id);
  const steps = journal.filter((event) => event.type === 'step.recorded');
  expect(steps.map(({ value }) => value)).toContainEqual(
    expect.objectContaining({
      type: 'tool',
      name: 'find-orders',
      result: [expect.objectContaining({ order: 2291, eur: 49 })],
    }),
  );
});

it('[C757] the rows of sales-by-city are filtered, grouped and written down', async () => {
  const { run } = await start('sales-by-city');
  expect(await run()).toMatchObject({
    status: 'completed',
    output: '1. Gent: 37.00 (2)\n2. Brugge: 8.00 (1)',
  });
});

it('[C2400] mail-desks gives every mail to one desk, and waits only for desks that have some', async () => {
  const { run } = await start('mail-desks');
  expect(await run()).toMatchObject({
    status: 'completed',
    output: {
      urgent: ['Call Grace today: The page has to be up by noon.'],
      billing: [
        'Check the bill of Ada: I was charged twice.',
        'Check the bill of Edith: We have moved.',
      ],
      other: ['Answer Linus within 9 days: Which formats can I export?'],
    },
  });
  const mails = [{ from: 'Ada', about: 'Bill', days: 3, text: 'Why?' }];
  const { run: billing } = await start('mail-desks', { input: { mails } });
  expect(await billing()).toMatchObject({ output: { billing: ['Check the bill of Ada: Why?'] } });
});

it('[C3451] order-saga is a durable function: its steps are recorded, a person approves the payment, and what fails is undone', async () => {
  const { engine, run } = await start('order-saga');
  const { id, status } = await run();
  expect(status).toBe('waiting');
  await engine.waits.answer({ run: id, node: 'order' }, { decision: 'approve' });
  expect(await engine.runs.finished(id)).toMatchObject({
    status: 'completed',
    output: { ordered: true, total: 250, receipt: 'paid-250' },
  });
  const { run: failing } = await start('order-saga', { input: { items: ['lamp', 'unicorn'] } });
  expect(await failing()).toMatchObject({
    status: 'completed',
    output: { ordered: false, why: expect.stringContaining('no unicorn'), released: 1 },
  });
});

it.each([
  ['approve', 'paid 48 for 71'],
  ['reject', 'refused 71'],
])('[C757] refund-desk asks about a large refund: %s', async (answer, output) => {
  const { engine, run } = await start('refund-desk');
  const { id, status } = await run();
  expect(status).toBe('waiting');
  await engine.waits.answer({ run: id, node: 'ask' }, answer);
  expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed', output });
});

it('[C757] refund-desk pays a small refund at once', async () => {
  const { run } = await start('refund-desk', {
    input: { order: { id: 8, paid: 20, daysLate: 1 } },
  });
  expect(await run()).toMatchObject({ status: 'completed', output: 'paid 2 for 8' });
});

it('[C757] api-watch follows pages and knows the next time what it has seen', async () => {
  const orders = [{ id: 1 }, { id: 2 }, { id: 2 }, { id: 3 }];
  const server = createServer((request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://api').searchParams.get('page') ?? 0);
    if (page * 2 + 2 < orders.length)
      response.setHeader('link', `<http://${host}/?page=${page + 1}>; rel="next"`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ orders: orders.slice(page * 2, page * 2 + 2) }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { run } = await start('api-watch', {
    options: { http: { allow: [host] } },
    input: { url: `http://${host}/`, items: 'orders' },
  });
  expect(await run()).toMatchObject({
    output: { count: 3, items: [{ id: 1 }, { id: 2 }, { id: 3 }] },
  });
  orders.push({ id: 4 });
  expect(await run()).toMatchObject({ output: { count: 1, items: [{ id: 4 }] } });
  expect(await run()).toMatchObject({ output: { count: 0, items: [] } });
});

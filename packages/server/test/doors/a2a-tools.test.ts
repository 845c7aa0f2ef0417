// An agent of Skein calls another one over A2A: the same protocol from both sides, over real requests.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine } from 'skein';
import { expect, it, onTestFinished } from 'vitest';
import { bearer, serveDoors } from './door-flows.ts';

const caller = (tools: readonly string[]) => ({
  skein: 1,
  id: 'caller',
  nodes: [{ id: 'ask', type: 'agent', config: { prompt: 'Book a trip', tools } }],
});

it('[V2035] an agent gives a task, answers what it asks, and uses its output', async () => {
  const doors = await serveDoors();
  const { url, keys } = doors;
  const host = new URL(url).host;
  const results: string[] = [];
  const engine = await createEngine({
    environment: { TRAVEL_KEY: keys.ann },
    config: {
      http: { allow: [host] },
      secrets: { hosts: { TRAVEL_KEY: [host] } },
      a2a: {
        travel: {
          url: `${url}/api/v1/a2a/trip`,
          headers: { authorization: 'Bearer ${TRAVEL_KEY}' },
          effect: 'idempotent',
        },
      },
    },
    models: {
      model: () => ({
        provider: 'test',
        name: 'test',
        call: async ({ messages }) => {
          const last = messages.at(-1);
          const said = JSON.stringify(last?.content ?? '');
          if (last?.role === 'tool') results.push(said);
          const task = /"task\\?":\\?"([^"\\]+)/.exec(said)?.[1];
          const message =
            last?.role !== 'tool' ? 'A trip' : said.includes('Where to') ? 'Rome' : 'approve';
          const isDone = said.includes('Booked');
          const call = {
            id: `c${messages.length}`,
            name: 'travel',
            arguments: task === undefined ? { message } : { message, task },
          };
          const usage = { input: 1, output: 1, usd: 0 };
          return { text: isDone ? 'It is booked.' : '', toolCalls: isDone ? [] : [call], usage };
        },
      }),
    },
  } as Parameters<typeof createEngine>[0]);
  onTestFinished(() => engine.close());
  const { id } = await engine.runs.start(caller(['travel']));
  const run = await engine.runs.finished(id);
  expect([run.status, run.error, results]).toMatchObject(['completed', null, { length: 3 }]);
  expect(results[0]).toContain('input_required');
  expect(results[2]).toContain('Booked: Rome.');
  expect((await doors.engine.runs.list({ user: 'ann' })).items).toHaveLength(1);
  // The key is in no journal.
  expect(JSON.stringify(await engine.runs.journal(id))).not.toContain(keys.ann);
  expect(bearer(keys.ann).authorization).toContain(keys.ann);
});

it('[V2035] a card that leads to another host is refused, and nothing is sent there', async () => {
  const seen: string[] = [];
  const other = createServer((request, response) => {
    seen.push(request.url ?? '');
    const card = {
      supportedInterfaces: [
        { url: 'http://127.0.0.1:9/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(card));
  });
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const host = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  const engine = await createEngine({
    config: { http: { allow: [host] }, a2a: { evil: { url: `http://${host}` } } },
    script: {
      replies: [
        { toolCalls: [{ name: 'evil', arguments: { message: 'x' } }] },
        { text: 'It did not work.' },
      ],
    },
  });
  onTestFinished(() => engine.close());
  const { id } = await engine.runs.start(caller(['evil']));
  await engine.runs.finished(id);
  expect(seen).toEqual(['/.well-known/agent-card.json']);
  expect(JSON.stringify(await engine.runs.journal(id))).toContain(
    'not where the configuration says',
  );
});

import { createServer as createNodeServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeListener } from '@skein/server';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { serve } from './serving.ts';

const talking = {
  skein: 1,
  id: 'talking',
  nodes: [{ id: 'say', type: 'llm', config: { prompt: 'Say it.' } }],
};

const mounted = new Set<Server>();

afterEach(() => {
  for (const each of mounted) each.close();
});

/** The same server inside of another program's. */
async function mount(fetch: Parameters<typeof nodeListener>[0]): Promise<string> {
  const listener = nodeListener(fetch);
  const outer = createNodeServer((incoming, outgoing) => void listener(incoming, outgoing));
  mounted.add(outer);
  await new Promise<void>((resolve) => {
    outer.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(outer.address() as AddressInfo).port}`;
}

/** A model that says each list of words in one turn of the loop, when it is told to. */
function speaker() {
  let go = Promise.withResolvers<void>();
  let turns: readonly (readonly string[])[] = [];
  const model = {
    provider: 'test',
    name: 'speaker',
    async call({ onToken }: { readonly onToken?: ((text: string) => void) | undefined }) {
      await go.promise;
      for (const words of turns) {
        for (const word of words) onToken?.(word);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const text = turns.flat().join('');
      return { text, toolCalls: [], usage: { input: 1, output: 1, usd: 0 } };
    },
  };
  return {
    model: () => model,
    prepare(given: typeof turns) {
      turns = given;
      go = Promise.withResolvers();
    },
    go: () => go.resolve(),
  };
}

/** What was said, and its rows; how many tokens come in one piece depends on when the reader came. */
function told(text: string): { readonly said: string; readonly rows: readonly string[] } {
  const events = text.split('\n\n').filter((part) => part !== '' && !part.startsWith(':'));
  const rows = events.filter((event) => event.startsWith('id: '));
  let said = '';
  for (const event of events) {
    if (!event.startsWith('event: transient\ndata: ')) continue;
    const { data } = JSON.parse(event.slice('event: transient\ndata: '.length));
    if (data.type === 'token') said = said.slice(0, data.at) + data.text;
  }
  return { said, rows };
}

it('[V3600] over a socket, mounted, and as a Response, many readers of a run get the same stream', async () => {
  const speaking = speaker();
  const serving = await serve({ engineOptions: { models: { model: speaking.model } } });
  const { send, url, server, engine } = serving;
  const outer = await mount((request, sides) => server.fetch(request, sides));
  await send('POST', '/api/v1/workflows', { body: talking });
  const words = fc.array(fc.array(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 8 }), {
    maxLength: 8,
  });
  const readers = [
    (path: string) => fetch(`${url}${path}`),
    (path: string) => fetch(`${outer}${path}`),
    (path: string) => server.fetch(new Request(`${url}${path}`)),
    (path: string) => fetch(`${url}${path}`),
  ];
  await fc.assert(
    fc.asyncProperty(words, async (turns) => {
      speaking.prepare(turns);
      const { body } = await send('POST', '/api/v1/workflows/talking/run');
      const path = `/api/v1/runs/${body.run_id}/events`;
      const responses = await Promise.all(readers.map((read) => read(path)));
      for (const { status, headers } of responses) {
        expect(status).toBe(200);
        expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('x-request-id')).not.toBeNull();
      }
      const texts = Promise.all(responses.map((response) => response.text()));
      speaking.go();
      const [first, ...others] = (await texts).map(told);
      expect(first?.said).toBe(turns.flat().join(''));
      for (const other of others) expect(other).toEqual(first);
      const { seq } = await engine.runs.finished(body.run_id);
      expect(first?.rows.length).toBe(seq);
    }),
    { numRuns: 20 },
  );
});

it('[V3600] a reader that leaves is forgotten by the run, wherever it reads', async () => {
  const speaking = speaker();
  const ceilings = { userStreams: 2 };
  const serving = await serve({ engineOptions: { models: { model: speaking.model } }, ceilings });
  const { send, url, server } = serving;
  const outer = await mount((request, sides) => server.fetch(request, sides));
  await send('POST', '/api/v1/workflows', { body: talking });
  speaking.prepare([['a']]);
  const { body } = await send('POST', '/api/v1/workflows/talking/run');
  const path = `/api/v1/runs/${body.run_id}/events`;
  // Each counts as an open answer until it is over: the third of those that stay would be refused.
  for (const place of [url, outer, url, outer]) {
    const left = new AbortController();
    await expect
      .poll(async () => (await fetch(`${place}${path}`, { signal: left.signal })).status)
      .toBe(200);
    left.abort();
  }
  const response = await server.fetch(new Request(`${url}${path}`));
  await response.body?.cancel();
  await expect
    .poll(async () => (await send('GET', `/api/v1/runs/${body.run_id}`)).status)
    .toBe(200);
  speaking.go();
});

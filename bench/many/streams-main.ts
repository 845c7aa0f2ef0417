// The server of the streams of `bench:many`: node streams-main.ts TOKENS EVERY_MS STREAMS. Its model says the time, as so many tokens at this
// pace, and its function waits as long; both begin when `/go` is asked for, so that all readers are there. Prints `{ "url" }`, as `skein serve` does.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEngine } from 'skein';

const [tokens = '100', everyMs = '20', streams = '1000'] = process.argv.slice(2);
let go = Promise.withResolvers<void>();
const engine = await createEngine({
  // All of them are of one user, run at the same time, and are asked for in one moment: none of this is usual, so it is configured.
  limits: { executions: Number(streams), ceilings: { userStreams: 2 * Number(streams) } },
  config: { server: { rate: { perSecond: 4 * Number(streams), burst: 4 * Number(streams) } } },
  functions: {
    pause: async (given) => {
      // What it returned the last time, or the input of the run.
      const { count } = (given as { readonly input: { readonly count: number } }).input;
      if (count === 0) await go.promise;
      await sleep(Number(everyMs));
      return { count: count + 1 };
    },
  },
  models: {
    model: () => ({
      provider: 'bench',
      name: 'clock',
      async call({ onToken }) {
        let text = '';
        await go.promise;
        // Not all in the same moment.
        await sleep(Math.random() * Number(everyMs));
        const begun = performance.now();
        for (let i = 1; i <= Number(tokens); i++) {
          const token = `${(performance.timeOrigin + performance.now()).toFixed(2)} `;
          onToken?.(token);
          text += token;
          const nextMs = begun + i * Number(everyMs) - performance.now();
          if (nextMs > 0) await sleep(nextMs);
        }
        return { text, toolCalls: [], usage: { input: 1, output: Number(tokens), usd: 0 } };
      },
    }),
  },
});
const asks = { id: 'say', type: 'llm', config: { prompt: 'What time is it?' } };
await engine.workflows.save({ skein: 1, id: 'tokens', nodes: [asks] });
const again = { left: '${previous.count}', op: 'lt', right: Number(tokens) };
await engine.workflows.save({
  skein: 1,
  id: 'steps',
  policy: { maxSteps: 1_000_000 },
  nodes: [{ id: 'n', type: 'function', config: { name: 'pause' } }],
  edges: [{ from: 'n', to: 'n', when: again }],
});
const handler = engine.handler({ user: () => 'bench', studio: false });
const server = createServer((incoming, outgoing) => {
  if (incoming.url !== '/go') {
    void handler.node(incoming, outgoing);
    return;
  }
  go.resolve();
  go = Promise.withResolvers();
  outgoing.writeHead(200, { 'content-length': '0' });
  outgoing.end();
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => process.exit(0));

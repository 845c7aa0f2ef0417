// Readers of the live stream that never read, next to one that does.
import { connect } from 'node:net';
import { createClient, type Client } from '@skein/api';
import type { ServedProcess } from './served-process.ts';
import { withServer } from './load-server.ts';

export interface DeafResult {
  /** How much more memory the server used than without them, at its peak. */
  readonly grownMb: number;
  /** Events that the active reader did not get, or not in order. */
  readonly lost: number;
}

/**
 * How much garbage may lie about before it is taken is up to V8 and the size of the machine, up to 100 MB: this much here, so that what is
 * measured is what readers keep.
 */
const env = { NODE_OPTIONS: '--max-semi-space-size=16' };

/** A run with this many model calls with long texts is followed alone, and then next to this many readers that do not read. */
export async function deafReaders({
  readers,
  rounds,
}: {
  readonly readers: number;
  readonly rounds: number;
}): Promise<DeafResult> {
  return withServer({ config: {}, env }, async (server) => {
    const client = createClient({ server: server.url });
    await client.call('createWorkflow', { body: chatty(rounds) });
    // Twice: the server's baseline depends on its last garbage collection.
    const alone = [await follow(server, client, 0), await follow(server, client, 0)];
    const crowded = await follow(server, client, readers);
    return {
      grownMb: crowded.peakMb - Math.max(...alone.map(({ peakMb }) => peakMb)),
      lost: [...alone, crowded].reduce((sum, { lost }) => sum + lost, 0),
    };
  });
}

async function follow(
  server: ServedProcess,
  client: Client,
  deaf: number,
): Promise<{ readonly peakMb: number; readonly lost: number }> {
  const { run_id: run } = await client.call('runWorkflow', { params: { id: 'chatty' } });
  const { hostname, port } = new URL(server.url);
  const sockets = Array.from({ length: deaf }, () => {
    const socket = connect({ port: Number(port), host: hostname });
    socket.on('error', () => {});
    socket.pause();
    socket.write(`GET /api/v1/runs/${run}/events HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    return socket;
  });
  let peakBytes = 0;
  let last = 0;
  let lost = 0;
  for await (const update of client.events(run)) {
    if (update.type !== 'event') continue;
    if (update.seq !== last + 1) lost += 1;
    last = update.seq;
    peakBytes = Math.max(peakBytes, server.rssBytes());
  }
  for (const socket of sockets) socket.destroy();
  return { peakMb: peakBytes / 2 ** 20, lost };
}

function chatty(rounds: number) {
  const prompt = 'x'.repeat(50_000);
  return {
    skein: 1,
    id: 'chatty',
    policy: { maxSteps: 1000 },
    nodes: Array.from({ length: rounds }, (_, n) => ({
      id: `n${n}`,
      type: 'llm',
      config: { prompt },
    })),
    edges: Array.from({ length: rounds - 1 }, (_, n) => ({ from: `n${n}`, to: `n${n + 1}` })),
  };
}

// Readers of live events that never read, beside one that does.
import { connect } from 'node:net';
import { createClient, type Client } from '@skein/api';
import type { ServedProcess } from './served-process.ts';
import { withServer } from './load-server.ts';

export interface DeafResult {
  /** What the server took more than without them, at its peak. */
  readonly grownMb: number;
  /** Events that the one who reads did not get, or not in order. */
  readonly lost: number;
}

/** A run of so many model calls with long texts is followed alone, and then beside so many who do not read. */
export async function deafReaders({
  readers,
  rounds,
}: {
  readonly readers: number;
  readonly rounds: number;
}): Promise<DeafResult> {
  return withServer({ config: {} }, async (server) => {
    const client = createClient({ server: server.url });
    await client.call('createWorkflow', { body: chatty(rounds) });
    // Twice: what the server takes anyway depends on when it last cleaned up.
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

// A TCP proxy between a client and a server that injects network faults on demand.
import { connect, createServer, type Socket } from 'node:net';

export type WireMood =
  | 'pass'
  /** Connections break, new ones too. */
  | 'drop'
  /** Everything arrives later. */
  | 'delay'
  /** Connections stay open, and nothing arrives any more, in either direction. */
  | 'half-open';

export interface TcpProxy {
  /** The address of the server, through the proxy. */
  readonly url: string;
  readonly connections: number;
  /** From now on; with `drop`, existing connections break at once. */
  set(mood: WireMood, delayMs?: number): void;
  /** Breaks the existing connections; new ones are as before. */
  cut(): void;
  close(): Promise<void>;
}

export async function tcpProxy(server: string): Promise<TcpProxy> {
  const target = new URL(server);
  let mood: WireMood = 'pass';
  let delayMs = 0;
  const pairs = new Set<readonly [Socket, Socket]>();
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  const listener = createServer((client) => {
    if (mood === 'drop') {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const forward = (from: Socket, to: Socket) => {
      from.on('data', (chunk) => {
        if (mood === 'pass') to.write(chunk);
        else if (mood === 'delay') setTimeout(() => to.destroyed || to.write(chunk), delayMs);
      });
      // A broken connection is what this is for.
      from.on('error', () => {});
      from.on('close', () => {
        pairs.delete(pair);
        if (mood !== 'half-open') to.destroy();
      });
    };
    forward(client, upstream);
    forward(upstream, client);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const url = new URL(server);
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  return {
    url: url.toString(),
    get connections() {
      return pairs.size;
    },
    set(next, ms = 0) {
      mood = next;
      delayMs = ms;
      if (next === 'drop') cut();
    },
    cut,
    close: () =>
      new Promise((resolve) => {
        cut();
        listener.close(() => resolve());
      }),
  };
}

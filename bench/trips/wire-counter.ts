// Counts what goes over the wire between an engine and its database
// A proxy between the two reads both directions: it knows of no store, no pool and no driver, so it cannot be told less than
// there was. A round trip is a moment at which the client sends after it has heard something; what is sent before the answer
// to what was sent earlier has come belongs to the same round trip.
import { connect, createServer, type Socket } from 'node:net';

export interface WireCounts {
  readonly trips: number;
  readonly statements: number;
  readonly transactions: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

export type CountedName = keyof WireCounts;

export interface WireCounter {
  /** The address of the database, through the counter. */
  readonly url: string;
  /** Since the counter was opened. */
  counts(): WireCounts;
  close(): Promise<void>;
}

/** What a protocol tells of the two directions of one connection. */
export interface WireReader {
  readonly sent: (chunk: Buffer) => void;
  readonly received: (chunk: Buffer) => void;
}

export type Count = (name: 'statements' | 'transactions') => void;

export async function countWire(
  server: string,
  readerOf: (count: Count) => WireReader,
): Promise<WireCounter> {
  const target = new URL(server);
  const counted = { trips: 0, statements: 0, transactions: 0, bytesSent: 0, bytesReceived: 0 };
  const sockets = new Set<Socket>();
  const listener = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    const reader = readerOf((name) => {
      counted[name] += 1;
    });
    let hasHeard = true;
    client.on('data', (chunk) => {
      if (hasHeard) counted.trips += 1;
      hasHeard = false;
      counted.bytesSent += chunk.length;
      reader.sent(chunk);
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      hasHeard = true;
      counted.bytesReceived += chunk.length;
      reader.received(chunk);
      client.write(chunk);
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      // A connection that breaks ends on both sides; whoever measures sees the failed call.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('the counter has no port');
  const url = new URL(server);
  url.port = String(address.port);
  return {
    url: url.toString(),
    counts: () => ({ ...counted }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        listener.close(() => resolve());
      }),
  };
}

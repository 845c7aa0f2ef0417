import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';

export interface ListenOptions {
  /** Default 4680; 0 takes a free one. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
}

export interface Listening {
  readonly port: number;
  readonly host: string;
  readonly url: string;
  close(): Promise<void>;
}

const headersMs = 10_000;
const requestMs = 60_000;
/** The longest address that fits the schemas of a route, written with percent signs, is about half of it. */
const headersBytes = 65_536;
/** Longer than the minute that proxies keep connections: who closes first must be the one who asks, or a request gets lost. */
const idleConnectionMs = 65_000;
/** What has begun may take this long when the server is stopped; ten seconds are all there is for everything. */
const lastMs = 8000;
/** Browsers open connections ahead: one that has not said a word by then has none to say. */
const silentMs = 1000;
const idleMs = 50;

export async function listen(
  app: Hono,
  { port = 4680, host = '127.0.0.1' }: ListenOptions,
): Promise<Listening> {
  // Without a certificate it is a plain HTTP server.
  const server = serve({
    fetch: app.fetch,
    port,
    hostname: host,
    overrideGlobalObjects: false,
    serverOptions: {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: idleConnectionMs,
      maxHeaderSize: headersBytes,
    },
  }) as Server;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  if (!server.listening) await Promise.race([once(server, 'listening'), failed(server)]);
  const address = server.address();
  const chosen = typeof address === 'object' && address !== null ? address.port : port;
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    port: chosen,
    host,
    url: `http://${shown}:${chosen}`,
    close: () => stop(server, sockets),
  };
}

async function failed(server: Server): Promise<never> {
  const [error] = (await once(server, 'error')) as [Error];
  throw error;
}

async function stop(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Connections become idle one by one, as their last answers go out.
  const idle = setInterval(() => server.closeIdleConnections(), idleMs);
  const silent = setTimeout(() => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, silentMs);
  const timer = setTimeout(() => server.closeAllConnections(), lastMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(idle);
  clearTimeout(silent);
  clearTimeout(timer);
}

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { EngineError } from '@skein/ports';
import type { Hono } from 'hono';
import { usualLimits, type ServerLimits } from './server-limits.ts';

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
  /** Lets requests in flight finish for at most `limitMs`, by default 8 s; called again with less time, it shortens that. */
  close(limitMs?: number): Promise<void>;
}

/** How often connections are looked at. */
const checkMs = 5000;
/** The longest URL that the schemas of a route admit, percent-encoded, is about half of it. */
const headersBytes = 65_536;
/** Longer than the minute that proxies keep connections: the client must close first, or a request gets lost. */
const idleConnectionMs = 65_000;
/** The drain period for requests in flight. */
const lastMs = 8000;
/** Browsers open connections in advance: one that has sent nothing by then will not send anything. */
const silentMs = 1000;
const idleMs = 50;

export async function listen(
  app: Pick<Hono, 'fetch'>,
  { port = 4680, host = '127.0.0.1' }: ListenOptions,
  limits: Pick<ServerLimits, 'connectionsMax' | 'headersMs' | 'requestMs'> = {},
): Promise<Listening> {
  const { connectionsMax, headersMs, requestMs } = { ...usualLimits, ...limits };
  // Without a certificate it is a plain HTTP server.
  const server = serve({
    fetch: app.fetch,
    port,
    hostname: host,
    overrideGlobalObjects: false,
    serverOptions: {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      // Node looks for late ones that often; with its usual 30 s a limit of a few seconds would mean nothing.
      connectionsCheckingInterval: Math.min(checkMs, headersMs),
      keepAliveTimeout: idleConnectionMs,
      maxHeaderSize: headersBytes,
    },
  }) as Server;
  server.maxConnections = connectionsMax;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const shown = host.includes(':') ? `[${host}]` : host;
  if (!server.listening) {
    await once(server, 'listening').catch((error: unknown) => {
      throw listenFailure(error, `${shown}:${port}`);
    });
  }
  const address = server.address();
  const chosen = typeof address === 'object' && address !== null ? address.port : port;
  return {
    port: chosen,
    host,
    url: `http://${shown}:${chosen}`,
    close: (limitMs = lastMs) => stop(server, sockets, limitMs),
  };
}

const listenReasons: { readonly [code: string]: string } = {
  EADDRINUSE: 'another program is using it',
  EACCES: 'this user may not use the port',
  EADDRNOTAVAIL: 'this machine does not have the address',
  ENOTFOUND: 'the name of the host is not known',
};

/** What the operating system refuses is about the address, and nothing that a bug report would help with. */
function listenFailure(error: unknown, address: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = listenReasons[code];
  return reason === undefined ? error : new EngineError('LISTEN_FAILED', { address, reason });
}

async function stop(server: Server, sockets: ReadonlySet<Socket>, limitMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Connections become idle one by one, as their last answers are sent.
  const idle = setInterval(() => server.closeIdleConnections(), idleMs);
  const silent = setTimeout(
    () => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    },
    Math.min(silentMs, limitMs),
  );
  const timer = setTimeout(() => server.closeAllConnections(), limitMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(idle);
  clearTimeout(silent);
  clearTimeout(timer);
}

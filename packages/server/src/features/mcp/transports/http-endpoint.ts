// The MCP endpoint
// One address for all clients. Those of the protocol's revision of 2026 need no session: every request stands for itself. Older ones open a
// session, because only there can they be asked questions and cancel calls.
//
// H1. A session belongs to the user who opened it; for anybody else it does not exist.
// H2. A session that nobody uses is closed after a while, and the one that was not used for longest when there are too many: of the user, or
//     at all.
// H3. Whoever mounts this has checked who the caller is, and the headers Host and Origin.
import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server';
import { ownValue } from '../own-value.ts';
import { outputMaxDefault, type McpHost } from '../mcp-host.ts';
import type { McpHttp, McpHttpOptions } from '../mcp-http.ts';
import { mcpServer } from '../mcp-server.ts';
import { watchTools, type ToolUser } from './watch-tools.ts';
import { UserBus } from './user-bus.ts';

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly user: string | undefined;
  usedAt: number;
  /** Requests under way: a call may take longer than a session may be unused. */
  busy: number;
}

const sessionsMaxDefault = 1_000;
/** A user may have a tenth of all sessions. */
const userShare = 10;
const sessionIdleMsDefault = 1_800_000;

export function mcpEndpoint(options: McpHttpOptions): McpHttp {
  const { engine, version, onProblem, outputMax = outputMaxDefault } = options;
  let isClosing = false;
  const hostOf = (user: string | undefined, cancelsOnDisconnect: boolean): McpHost => ({
    engine,
    onProblem,
    outputMax,
    isClosing: () => isClosing,
    cancelsOnDisconnect,
    ...(user === undefined ? {} : { user }),
  });
  const bus = new UserBus();
  const modern = createMcpHandler(
    ({ authInfo }) => mcpServer(hostOf(userOf(authInfo?.extra), true), version),
    // Headers are sent at once: clients give up on an answer that does not begin.
    { legacy: 'reject', responseMode: 'sse', onerror: onProblem, bus },
  );
  const sessions = new Sessions(options, (user) => mcpServer(hostOf(user, false), version));
  const unwatch = watchTools(engine, (users) => {
    bus.tellToolsChanged(users);
    sessions.tellToolsChanged(users);
  });
  return {
    async fetch(request, { user } = {}) {
      if (await isLegacyRequest(request)) return sessions.fetch(request, user);
      const extra = user === undefined ? {} : { user };
      const authInfo = { token: '', clientId: user ?? '', scopes: [], extra };
      return bus.as(user, () => modern.fetch(request, { authInfo }));
    },
    async close() {
      isClosing = true;
      unwatch();
      await modern.close();
      await sessions.close();
    },
  };
}

function userOf(extra: unknown): string | undefined {
  const user = ownValue(extra, 'user');
  return typeof user === 'string' ? user : undefined;
}

class Sessions {
  readonly #options: McpHttpOptions;
  readonly #makeServer: (user: string | undefined) => Server;
  readonly #open = new Map<string, Session>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: McpHttpOptions, makeServer: (user: string | undefined) => Server) {
    this.#options = options;
    this.#makeServer = makeServer;
    const idleMs = options.sessionIdleMs ?? sessionIdleMsDefault;
    this.#sweep = setInterval(() => this.#closeIdle(idleMs), idleMs / 2);
    this.#sweep.unref();
  }

  async fetch(request: Request, user: string | undefined): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.#begin(request, user);
    const session = this.#open.get(id);
    if (session === undefined || session.user !== user) return noSession();
    session.usedAt = Date.now();
    session.busy += 1;
    try {
      return await session.transport.handleRequest(request);
    } finally {
      session.busy -= 1;
    }
  }

  tellToolsChanged(users: ReadonlySet<ToolUser>): void {
    for (const { server, user } of this.#open.values()) {
      if (users.has(user)) server.sendToolListChanged().catch(this.#options.onProblem);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    for (const { server } of this.#open.values()) await server.close();
    this.#open.clear();
  }

  /** Only a request that opens a session makes one; the transport refuses others. */
  async #begin(request: Request, user: string | undefined): Promise<Response> {
    const server = this.#makeServer(user);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) =>
        this.#add(id, { transport, server, user, usedAt: Date.now(), busy: 0 }),
      onsessionclosed: (id) => {
        this.#open.delete(id);
      },
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  #add(id: string, session: Session): void {
    const [oldest] = this.#crowd(session.user).toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest !== undefined) this.#drop(...oldest);
    this.#open.set(id, session);
  }

  /** Those of which one has to go when this user opens another. */
  #crowd(user: string | undefined): readonly (readonly [string, Session])[] {
    const max = this.#options.sessionsMax ?? sessionsMaxDefault;
    const own = [...this.#open].filter(([, session]) => session.user === user);
    // One user with many sessions must not close those of others.
    if (own.length >= max / userShare) return own;
    return this.#open.size >= max ? [...this.#open] : [];
  }

  #closeIdle(idleMs: number): void {
    const before = Date.now() - idleMs;
    for (const [id, session] of this.#open) {
      if (session.busy === 0 && session.usedAt < before) this.#drop(id, session);
    }
  }

  #drop(id: string, { server }: Session): void {
    this.#open.delete(id);
    server.close().catch(this.#options.onProblem);
  }
}

function noSession(): Response {
  const error = { code: -32_001, message: 'There is no such session; initialize again.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}

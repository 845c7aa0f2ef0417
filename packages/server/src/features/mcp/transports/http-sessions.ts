// Sessions of older MCP clients
// H1. A session belongs to the user who opened it; for anybody else it does not exist.
// H2. A session that is not used for a while is closed. When there are too many, the least recently used one is closed: of the
//     user, or of all.
import { randomUUID } from 'node:crypto';
import {
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server';
import type { McpCaller, McpHttpOptions } from '../mcp-options.ts';
import { authOf } from '../runs/caller-of.ts';
import type { ToolUser } from './watch-tools.ts';

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly user: string | undefined;
  usedAt: number;
  /** Requests in flight: a call may take longer than a session may be unused. */
  busy: number;
}

const sessionsMaxDefault = 1_000;
/** A user may have a tenth of all sessions. */
const userShare = 10;
const sessionIdleMsDefault = 1_800_000;

export class HttpSessions {
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

  async fetch(request: Request, caller: McpCaller): Promise<Response> {
    const { user } = caller;
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.#begin(request, caller);
    const session = this.#open.get(id);
    if (session === undefined || session.user !== user) return noSession();
    session.usedAt = Date.now();
    session.busy += 1;
    try {
      return await session.transport.handleRequest(request, { authInfo: authOf(caller) });
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

  /** Only an initialize request opens a session; the transport refuses others. */
  async #begin(request: Request, caller: McpCaller): Promise<Response> {
    const { user } = caller;
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
    const response = await transport.handleRequest(request, { authInfo: authOf(caller) });
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  #add(id: string, session: Session): void {
    const [oldest] = this.#crowd(session.user).toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest !== undefined) this.#drop(...oldest);
    this.#open.set(id, session);
  }

  /** The sessions of which one must be closed when this user opens another (H2). */
  #crowd(user: string | undefined): readonly (readonly [string, Session])[] {
    const max = this.#options.sessionsMax ?? sessionsMaxDefault;
    const own = [...this.#open].filter(([, session]) => session.user === user);
    // A user with many sessions must not close those of others.
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
  const error = { code: -32_001, message: 'Unknown session; initialize again.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}

// A server inside of another program
// M1. The program decides who asks; nobody is 401. Webhooks, probes and answer links prove themselves, and are for everybody.
// M2. The server room is loaded with the first request: a program that only sometimes serves need not pay for it at its start.
// M3. The engine fires schedules and delivers messages itself, so the server here does neither.
import type { Store } from '@skein/ports';
import type { FindUser, NodeListener, SkeinServer } from '@skein/server';
import type { ComposedEngine } from '../compose.ts';
import type { WholeStoreOptions } from '../config/engine-options.ts';
import { packageVersion } from '../package-version.ts';
import { serverOver } from '../server/server-over.ts';
import { readBasePath } from './read-base-path.ts';
import { studioFolder } from '../server/studio-folder.ts';

export interface HandlerOptions {
  /** Who asks, as the program knows them; null: nobody, who gets 401. */
  readonly user: FindUser;
  /** Where it is mounted, such as `/skein`; default: the root. */
  readonly basePath?: string;
  /** The public addresses of the program (`https://app.example.org`): for links that it sends, and behind proxies that change the host. */
  readonly origins?: readonly string[];
  /** Whether the studio is served; default: yes. */
  readonly studio?: boolean;
}

/** Answers a request: for Hono, Next, Bun, Deno, and whatever else speaks in requests and responses. */
export interface Handler {
  (request: Request): Promise<Response>;
  /** The same for Express, Fastify and `http.createServer`. */
  readonly node: NodeListener;
}

export interface MountedServer {
  readonly handler: Handler;
  /** Takes nothing new, and ends streams. */
  leave(): Promise<void>;
  close(drainMs: number): Promise<void>;
}

export function mountServer(
  composed: ComposedEngine<Store>,
  options: Omit<WholeStoreOptions, 'store'>,
  { user, basePath: at = '', origins, studio = true }: HandlerOptions,
): MountedServer {
  const basePath = readBasePath(at);
  let opening: Promise<SkeinServer> | null = null;
  const server = () =>
    (opening ??= serverOver(composed, options, {
      version: packageVersion(),
      findUser: user,
      basePath,
      origins: origins ?? options.config?.server?.origins,
      secretKey: options.secretKey ?? options.links?.secretKey,
      studio: studio ? studioFolder() : undefined,
    }));
  let listening: Promise<NodeListener> | null = null;
  const listener = async () => {
    const { nodeListener } = await import('@skein/server');
    return nodeListener(async (request, sides) => (await server()).fetch(request, sides));
  };
  // What other frameworks give besides a request is theirs.
  const answer = async (request: Request) => (await server()).fetch(request);
  const node: NodeListener = async (incoming, outgoing) =>
    (await (listening ??= listener()))(incoming, outgoing);
  return {
    handler: Object.assign(answer, { node }),
    async leave() {
      // One that was never asked has nothing to end.
      (await opening)?.leave();
    },
    async close(drainMs) {
      await (await opening)?.close({ drainMs });
    },
  };
}

// A worker
// A process that Restate calls: it takes turns of runs and calls nodes. It keeps nothing; any number of them may answer for
// one address.
import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import * as restate from '@restatedev/restate-sdk';
import { createTurnHost, type EngineOptions } from '@skein/engine';
import { flowObject } from './flow-object.ts';
import { ingress as openIngress } from './ingress.ts';
import { defaultPool, serviceNames } from './names.ts';
import { nodeService } from './node-service.ts';
import { restateHost } from './restate-host.ts';

export interface WorkerOptions {
  readonly engine: Omit<EngineOptions, 'host' | 'durable'>;
  /** The address of Restate's ingress. */
  readonly ingressUrl: string;
  /** The pool that it belongs to; only workers of the default pool take turns of runs. */
  readonly pool?: string;
  /** Which pool calls nodes of which type; default: the default pool all of them. */
  readonly pools?: ReadonlyMap<string, string>;
  /** Keeps the services of several installations on one Restate apart; default: none. */
  readonly namespace?: string;
  /** Public keys of the Restate servers that may call it; without one everybody may. */
  readonly identityKeys?: readonly string[];
  readonly host?: string;
  readonly port?: number;
  readonly executionMaxMs?: number;
}

export interface Worker {
  readonly port: number;
  /** Refuses new calls, waits for those under way, and ends. */
  close(): Promise<void>;
}

const executionMaxDefault = 60 * 60 * 1000;

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool = defaultPool, pools, executionMaxMs = executionMaxDefault } = options;
  const names = serviceNames(options.namespace);
  const ingress = openIngress(options.ingressUrl, names.flow);
  const host = await createTurnHost({ ...options.engine, host: restateHost(ingress) });
  const nodes = nodeService({ host, ingress, names, pool, executionMaxMs });
  const routes = { names, poolOf: (nodeType: string) => pools?.get(nodeType) ?? defaultPool };
  const services = pool === defaultPool ? [flowObject({ host, routes }), nodes] : [nodes];
  const handler = restate.createEndpointHandler({
    services,
    logger: quietLogger(options.engine.onProblem),
    ...(options.identityKeys === undefined ? {} : { identityKeys: [...options.identityKeys] }),
  });
  const server = createServer(handler);
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  await listen(server, options);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Each goes on with the streams that it has, and takes no new ones.
      for (const session of sessions) session.close();
      await closed;
    },
  };
}

function listen(
  server: Http2Server,
  { host = '127.0.0.1', port = 0 }: Pick<WorkerOptions, 'host' | 'port'>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

/** Only what went wrong, to whoever hears of problems. */
function quietLogger(onProblem: EngineOptions['onProblem']): restate.LoggerTransport {
  return ({ level }, ...said) => {
    // A type only: the package has no value of that name.
    if (level === ('error' as restate.RestateLogLevel))
      onProblem?.(new Error(said.map(String).join(' ')));
  };
}

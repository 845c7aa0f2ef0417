import {
  createServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Socket } from 'node:net';
import * as restate from '@restatedev/restate-sdk';
import { createMessageHost, deathsMaxOf, type EngineOptions } from '@skein/engine';
import { flowObject } from '../flow/flow-object.ts';
import { ingress as openIngress } from '../clients/ingress.ts';
import { defaultPool, serviceNames } from '../messages/names.ts';
import { nodeService } from '../nodes/node-service.ts';
import { restateHost } from '../engine/restate-host.ts';
import type { Worker, WorkerOptions } from './worker.ts';

const executionMaxDefault = 60 * 60 * 1000;
/** After this time it ends, whatever is in flight: Restate retries it on another worker. Orchestrators kill after ten seconds. */
const closeMaxDefault = 8000;
const lookMs = 100;
/** How long nothing may be in flight before connections are cut. */
const quietMs = 1000;
const resultMaxDefault = 16 * 1024 * 1024;

export async function serveWorker(options: WorkerOptions): Promise<Worker> {
  const { pool = defaultPool, identityKeys, closeMaxMs = closeMaxDefault } = options;
  let isLeaving = false;
  let areAllEnded = true;
  const services = await servicesOf(options, () => isLeaving);
  const handler = restate.createEndpointHandler({
    services: pool === defaultPool ? [services.flow, services.nodes] : [services.nodes],
    logger: quietLogger(options.engine.onProblem),
    ...(identityKeys === undefined ? {} : { identityKeys: [...identityKeys] }),
  });
  const server = createServer(handler);
  const sessions = openOnes<ServerHttp2Session>((add) => server.on('session', add));
  const sockets = openOnes<Socket>((add) => server.on('connection', add));
  const streams = openOnes<ServerHttp2Stream>((add) => server.on('stream', add));
  await listen(server, options);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    services: [services.names.flow, services.names.nodeService(pool)].slice(
      pool === defaultPool ? 0 : 1,
    ),
    leave() {
      isLeaving = true;
    },
    async close(limitMs = closeMaxMs) {
      isLeaving = true;
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      // Each finishes its open streams, and accepts no new ones.
      for (const session of sessions) session.close();
      // The connections, not the sessions: a connection whose other side does not close it outlives an ended session.
      const giveUp = () => {
        areAllEnded &&= streams.size === 0;
        for (const socket of sockets) socket.destroy();
      };
      const limit = setTimeout(giveUp, limitMs);
      // Calls are waited for, not connections: what has no call is closed by the other side soon, or never.
      let quietLooks = 0;
      const looking = setInterval(() => {
        quietLooks = streams.size === 0 ? quietLooks + 1 : 0;
        if (quietLooks * lookMs >= quietMs) giveUp();
      }, lookMs);
      await closed;
      clearTimeout(limit);
      clearInterval(looking);
      return areAllEnded;
    },
  };
}

async function servicesOf(options: WorkerOptions, isLeaving: () => boolean) {
  const { pool = defaultPool, pools } = options;
  const { executionMaxMs = executionMaxDefault, resultMaxBytes = resultMaxDefault } = options;
  const names = serviceNames(options.namespace);
  const ingress = openIngress(options.ingressUrl, names.flow);
  const host = await createMessageHost({ ...options.engine, host: restateHost(ingress) });
  const poolOf = (nodeType: string) => pools?.get(nodeType) ?? defaultPool;
  return {
    names,
    flow: flowObject({
      host,
      routes: { names, poolOf, executionMaxMs },
      resultMaxBytes,
      deathsMax: deathsMaxOf(options.engine.limits),
    }),
    nodes: nodeService({
      host,
      ingress,
      names,
      pool,
      resultMaxBytes,
      executionMaxMs,
      isLeaving,
    }),
  };
}

/** Connections that are open. */
function openOnes<T extends NodeJS.EventEmitter>(
  onEach: (add: (one: T) => void) => void,
): ReadonlySet<T> {
  const open = new Set<T>();
  onEach((one) => {
    open.add(one);
    one.once('close', () => open.delete(one));
  });
  return open;
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

/** Only problems, to the problem handler. */
function quietLogger(onProblem: EngineOptions['onProblem']): restate.LoggerTransport {
  return ({ level }, ...said) => {
    // A type only: the package exports no value of that name.
    if (level !== ('error' as restate.RestateLogLevel)) return;
    onProblem?.(new Error(said.map(String).join(' ')));
  };
}

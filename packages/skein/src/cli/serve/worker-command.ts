import process from 'node:process';
import type { Store } from '@skein/ports';
import { admin, drain, startWorker, type Worker } from '@skein/restate';
import { composeParts } from '../../compose.ts';
import { secretKey } from '../../server/secret-key.ts';
import type { CommandCall } from '../arguments/command.ts';
import { usageError } from '../errors/command-error.ts';
import { configOf, loadConfig } from '../inputs/load-config.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { printJson } from '../output/print-json.ts';
import { readScriptOption } from '../inputs/read-script.ts';
import { portOf } from './port-of.ts';
import { restatePlace } from './restate-place.ts';
import { readSeconds } from './read-seconds.ts';
import { connectionReach } from '../../parts/connection-reach.ts';
import { configuredConnections } from '../../parts/configured-connections.ts';
import { stopSignals } from './stop-signals.ts';
import { withoutUndefined } from '../../without-undefined.ts';

const usualPort = '9080';
const usualAdminPort = 9070;

/** Serves the nodes of a pool until it is stopped, then drains and deregisters itself. */
export async function workerCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const place = restatePlace(given);
  const chosen = choices(given);
  const limitMs = msOf(given, 'drain', '10');
  const { createConnections, sealer, settingsFault, storedSecrets } = await import('@skein/server');
  // Secrets that the servers keep are opened here, where nodes are called.
  const sealing = sealer(secretKey(process.env, '.skein'));
  const configured = await loadConfig(given);
  const origin = () => configured.config?.server?.origins?.[0] ?? '';
  const parts = await composeParts<Store>({
    ...configured,
    store: storeUrl(given),
    isolatesUsers: true,
    storedSecrets: (store) => storedSecrets(store, sealing),
    userSecrets: (store, user) => storedSecrets(store, sealing, { of: user }),
    storedConnections: (store) =>
      createConnections({
        store,
        sealer: sealing,
        clock: Date,
        place: origin,
        reach: connectionReach(withoutUndefined({ config: configured.config })),
        configured: configuredConnections(configured, settingsFault, storedSecrets(store, sealing)),
      }),
    sealer: sealing,
    script: await readScriptOption(given),
    onProblem: (error) => terminal.note(`${String(error)}\n`),
  });
  try {
    const worker = await startWorker({
      ...withoutUndefined(place),
      ...chosen,
      engine: parts.engine,
    });
    const url = given.one('url') ?? `http://${given.one('host') ?? '127.0.0.1'}:${worker.port}`;
    const restateAdmin = admin(given.one('admin') ?? adminUrl(place.ingressUrl));
    const deployment = await registered(worker, () => restateAdmin.register(url));
    // Before the address is announced: whoever reads it may stop the worker at once.
    const signals = stopSignals();
    if (isJson) printJson(terminal, { url, deployment, pid: process.pid });
    else terminal.data(`Working for ${place.ingressUrl} on ${url}\n`);
    await signals.first;
    if (!isJson) terminal.note(`Stopping: draining for at most ${limitMs / 1000} s.\n`);
    const hurry = new AbortController();
    void signals.second.then(() => hurry.abort());
    // An unreachable Restate must not keep a worker from stopping.
    const draining = { deployment, limitMs, hurry: hurry.signal };
    await drain(restateAdmin, worker, draining).catch(() => false);
    if (!(await worker.close(0)))
      terminal.note('Aborted what was still in flight: Restate calls it again.\n');
  } finally {
    await parts.close();
  }
  return 0;
}

async function registered(worker: Worker, register: () => Promise<string>): Promise<string> {
  try {
    return await register();
  } catch (error) {
    await worker.close();
    throw error;
  }
}

function choices(given: ParsedArguments) {
  const [pool, host] = [given.one('pool'), given.one('host')];
  if (pool !== undefined && !/^[A-Za-z0-9_]+$/.test(pool)) {
    throw usageError(`--pool ${pool} is not a valid name.`, 'Use letters, digits and underscores.');
  }
  const identityKeys = given.all('identity-key');
  return withoutUndefined({
    port: portOf(given, usualPort),
    executionMaxMs: msOf(given, 'call-max', '3600'),
    pools: routesOf(given),
    pool,
    host,
    identityKeys: identityKeys.length === 0 ? undefined : identityKeys,
  });
}

/** `--route TYPE=POOL`, as often as needed. */
function routesOf(given: ParsedArguments): ReadonlyMap<string, string> {
  return new Map(
    given.all('route').map((route) => {
      const [, type, pool] = /^([^=]+)=([A-Za-z0-9_]+)$/.exec(route) ?? [];
      if (type !== undefined && pool !== undefined) return [type, pool] as const;
      throw usageError(
        `--route ${route} is not a route.`,
        'Give it as TYPE=POOL, as in llm=models.',
      );
    }),
  );
}

function storeUrl(given: ParsedArguments): string {
  const url = given.one('store') ?? configOf(given).config.store;
  if (url !== undefined && /^(?:postgres(?:ql)?|mysql|mariadb):/.test(url)) return url;
  throw usageError(
    'A worker needs a store that other machines can reach.',
    'Use the store of the servers: --store postgres://…',
  );
}

/** Restate's admin address is beside its ingress, unless it is named. */
function adminUrl(ingressUrl: string): string {
  const url = new URL(ingressUrl.split(',')[0] ?? '');
  url.port = String(usualAdminPort);
  return url.origin;
}

function msOf(given: ParsedArguments, name: 'drain' | 'call-max', usual: string): number {
  return readSeconds(`--${name} `, given.one(name) ?? usual);
}

// Composes a server
import { randomBytes } from 'node:crypto';
import { drainMsDefault, type Drained, type DrainOptions, type Engine } from '@skein/engine';
import type { Clock, SecretSource, Store } from '@skein/ports';
import type * as ServerRoom from '@skein/server';
import type {
  ConfiguredConnections,
  ServerLimits,
  Template,
  ServerOptions,
  SkeinServer,
} from '@skein/server';
import { composeEngine, type RestatePlace } from '../compose.ts';
import type { WholeStoreOptions } from '../config/engine-options.ts';
import type { AssistantPart } from '../parts/assistant-part.ts';
import { connectionReach } from '../parts/connection-reach.ts';
import { configuredConnections } from '../parts/configured-connections.ts';
import { isThisMachine } from '../parts/host-secrets.ts';
import { mailSources } from './mail-sources.ts';
import { outputAccess } from './output-access.ts';
import { keyBytes } from './secret-key.ts';
import { serverOver } from './server-over.ts';
import { withoutUndefined, type OrUndefined } from '../without-undefined.ts';

export interface ComposeServerOptions
  extends
    WholeStoreOptions,
    OrUndefined<
      Pick<
        ServerOptions,
        'version' | 'streams' | 'origins' | 'onBug' | 'onAnswered' | 'rate' | 'secretKey' | 'studio'
      >
    > {
  /** Runs are on Restate, and this server only forwards requests about them. */
  readonly restate?: RestatePlace | undefined;
  /** The assistant of the studio; undefined: there is none. */
  readonly assistant?: AssistantPart | undefined;
  /** Workflows to begin with; default: those that ship. */
  readonly templates?: readonly Template[] | undefined;
  /** What it takes of requests; default: `server.limits` of the configuration. */
  readonly requestLimits?: ServerLimits | undefined;
}

export interface ComposedServer extends SkeinServer {
  /**
   * Takes nothing new, and lets functions in flight finish and record, for at most `drainMs` (10 s). It still listens: whoever asks hears that
   * it is leaving.
   */
  drain(options?: DrainOptions): Promise<Drained>;
}

/** A server over an engine of its own; closing it drains and closes the engine, and closes the store. */
export async function composeServer(options: ComposeServerOptions): Promise<ComposedServer> {
  const { version, streams, studio } = options;
  const { secretKey = randomBytes(keyBytes) } = options;
  const { origins = options.config?.server?.origins } = options;
  const rooms = await import('@skein/server');
  const { oidcTokens, runTokens, sealer, storedSecrets } = rooms;
  const oidc = options.config?.server?.oidc;
  // Before anything is opened: invalid settings are refused here.
  mailSources(options);
  connectionsOf(options, rooms);
  const readToken =
    oidc === undefined ? undefined : oidcTokens(oidc, options.clock ?? { now: Date.now });
  const access = outputAccess(runTokens(secretKey, options.clock ?? { now: Date.now }), origins);
  const places = [...(origins ?? [])];
  const mcpCommands = () =>
    options.config?.server?.mcpCommands ?? places.every((each) => isOnThisMachine(each));
  const requestLimits = options.requestLimits ?? options.config?.server?.limits;
  const composed = await composeEngine<Store>({
    ...options,
    ownPlaces: () => places,
    outputAccess: access.of,
    isolatesUsers: true,
    ...sealedParts(rooms, {
      secretKey,
      places,
      mcpCommands,
      clock: options.clock ?? Date,
      reach: connectionReach(withoutUndefined({ config: options.config, http: options.http })),
      configured: (store) => connectionsOf(options, rooms, storedSecrets(store, sealer(secretKey))),
    }),
    valueChecks: requestLimits,
  });
  const { engine, store } = composed;
  const server = await serverOver(composed, options, {
    version,
    limits: requestLimits,
    streams,
    origins,
    rate: options.rate,
    readToken,
    authorizationServers: oidc === undefined ? undefined : [oidc.issuer],
    onBug: options.onBug,
    onAnswered: options.onAnswered,
    studio,
    mcpCommands,
    secretKey,
    mail: mailSources(options, storedSecrets(store, sealer(secretKey))),
    assistant:
      options.assistant === undefined
        ? undefined
        : { isOffline: () => composed.models.defaultModel() === 'scripted' },
  });
  return {
    ...server,
    async listen(given) {
      const listening = await server.listen(given);
      access.servedAt(listening.url);
      places.push(listening.url);
      return listening;
    },
    ...closing(server, engine),
  };
}

function connectionsOf(
  options: ComposeServerOptions,
  { settingsFault }: typeof ServerRoom,
  stored?: SecretSource,
): ConfiguredConnections {
  return configuredConnections(options, settingsFault, stored);
}

/** What is sealed in the store: read with the server's key, by the engine too. */
function sealedParts(
  {
    createConnections,
    sealer,
    storedSecrets,
    storedSettings,
    readStoredModels,
    storedServers,
  }: typeof ServerRoom,
  given: {
    readonly secretKey: Uint8Array;
    readonly places: readonly string[];
    readonly mcpCommands: () => boolean;
    readonly clock: Pick<Clock, 'now'>;
    readonly configured: (store: Store) => ConfiguredConnections;
    readonly reach: ServerRoom.Reach;
  },
) {
  const { places, mcpCommands, clock, configured, reach } = given;
  const sealing = sealer(given.secretKey);
  const place = () => places[0] ?? '';
  return {
    sealer: sealing,
    storedSecrets: (store: Store) => storedSecrets(store, sealing),
    storedModels: (store: Store) => () => readStoredModels(storedSettings(store, sealing)),
    storedServers: (store: Store) => storedServers(storedSettings(store, sealing), mcpCommands),
    userSecrets: (store: Store, user: string) => storedSecrets(store, sealing, { of: user }),
    storedConnections: (store: Store) =>
      createConnections({
        store,
        sealer: sealing,
        clock,
        place,
        configured: configured(store),
        reach,
      }),
  };
}

/** Whether the address leads to this machine from this machine only. */
function isOnThisMachine(address: string): boolean {
  return isThisMachine(new URL(address).hostname.replaceAll(/[[\]]/g, ''));
}

/** What slow clients have in any case: functions may take all of the time. */
const clientsMinMs = 500;

function closing(server: SkeinServer, engine: Engine): Pick<ComposedServer, 'drain' | 'close'> {
  let until = Infinity;
  const drain = (options: DrainOptions = {}) => {
    until = Math.min(until, performance.now() + (options.drainMs ?? drainMsDefault));
    server.leave();
    return engine.drain(options);
  };
  return {
    drain,
    async close(options) {
      await drain(options);
      const isHurried = options?.drainMs === 0;
      const drainMs = isHurried ? 0 : Math.max(clientsMinMs, until - performance.now());
      await server.close({ drainMs });
      await engine.close({ drainMs: 0 });
    },
  };
}

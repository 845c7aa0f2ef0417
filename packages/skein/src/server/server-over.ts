// A server over an engine that is there
// The same for a process of its own (Compose server) and for one that is mounted in another program (Handler).
import type { Store } from '@skein/ports';
import type * as ServerRoom from '@skein/server';
import type { ServerOptions, SkeinServer } from '@skein/server';
import type { ComposedEngine } from '../compose.ts';
import type { WholeStoreOptions } from '../config/engine-options.ts';
import { connectionReach } from '../parts/connection-reach.ts';
import { configuredConnections } from '../parts/configured-connections.ts';
import { recordCassette } from '../cassettes/record-cassette.ts';
import { withoutUndefined, type OrUndefined } from '../without-undefined.ts';
import { catalogueOf } from './catalogue.ts';
import { hostEvaluations } from './host-evaluations.ts';
import { hostThreads } from './host-threads.ts';
import { largeWorkOptions, type LargeWorkSetup } from './large-work-setup.ts';
import { mcpServersOf, userMcpServersOf } from './mcp-servers.ts';
import { serverHooks } from './server-hooks.ts';
import { summariseStep } from './summarise-step.ts';

type HostOptions = Omit<WholeStoreOptions, 'store'> & Parameters<typeof catalogueOf>[1];

/** What a host may set of a server, beside the options of its engine. */
export type OverOptions = Partial<
  OrUndefined<
    Pick<
      ServerOptions,
      | 'version'
      | 'streams'
      | 'origins'
      | 'onBug'
      | 'onAnswered'
      | 'rate'
      | 'secretKey'
      | 'studio'
      | 'limits'
      | 'readToken'
      | 'authorizationServers'
      | 'findUser'
      | 'basePath'
      | 'mail'
      | 'assistant'
      | 'mcpCommands'
    >
  >
>;

export async function serverOver(
  composed: ComposedEngine<Store>,
  options: HostOptions,
  over: OverOptions,
): Promise<SkeinServer> {
  const {
    createServer: create,
    firstLine,
    sealer,
    settingsFault,
    storedSecrets,
  } = await loadServer();
  const { engine, store, tools, models, delivery, destinations } = composed;
  const { config, clock } = options;
  const { onProblem, onBug, onAnswered } = serverHooks({ ...options, ...over });
  const given = {
    ...over,
    limits: over.limits ?? config?.server?.limits,
    rate: over.rate ?? config?.server?.rate,
    cors: config?.server?.cors,
    large: largeWorkOptions(composed.workflows, ceilingsIn(options)),
    catchUp: config?.server?.catchUp,
    ceilings: { ...config?.limits?.engine, ...options.limits }.ceilings,
    onBug,
    onProblem,
    onAnswered,
    clock,
    outbox: delivery,
    destinations,
    connections: {
      configured: configuredConnections(
        options,
        settingsFault,
        over.secretKey && storedSecrets(store, sealer(over.secretKey)),
      ),
      reach: connectionReach(options),
    },
  };
  return create({
    ...withoutUndefined(given),
    engine,
    store,
    catalogue: catalogueOf(composed, options),
    recordCassette: (run) => recordCassette(engine, run),
    onSecretChanged: models.refresh,
    threads: hostThreads(options.agents),
    evaluations: hostEvaluations,
    providers: {
      list: models.providers,
      defaultModel: models.defaultModel,
      test: models.test,
      models: models.listModels,
    },
    mcpServers: mcpServersOf(tools),
    ...userMcpServersOf(tools),
    summarise: summariseStep(models, firstLine),
  });
}

/** Loaded here: an engine without a server does not need it. */
async function loadServer(): Promise<
  Pick<typeof ServerRoom, 'createServer' | 'sealer' | 'settingsFault' | 'storedSecrets'> & {
    readonly firstLine: Parameters<typeof summariseStep>[1];
  }
> {
  return import('@skein/server');
}

/** As the engine has them. */
function ceilingsIn({ config, limits }: HostOptions): LargeWorkSetup['ceilings'] {
  return limits?.ceilings ?? config?.limits?.engine?.ceilings;
}

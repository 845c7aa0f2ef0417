// A server with everything in its place
import { randomBytes } from 'node:crypto';
import type { Store } from '@skein/ports';
import type { Template, ServerOptions, SkeinServer } from '@skein/server';
import { composeEngine, type RestatePlace, type WholeStoreOptions } from '../compose.ts';
import { recordCassette } from '../cassettes/record-cassette.ts';
import { summariseStep } from '../pipelines/summarise-step.ts';
import { catalogueOf } from './catalogue.ts';
import { mcpServersOf } from './mcp-servers.ts';
import { keyBytes } from './secret-key.ts';

export interface ComposeServerOptions
  extends
    WholeStoreOptions,
    Pick<
      ServerOptions,
      | 'version'
      | 'bodyBytesMax'
      | 'streams'
      | 'origins'
      | 'onBug'
      | 'onAnswered'
      | 'rate'
      | 'secretKey'
      | 'studio'
    > {
  /** Runs are on Restate, and this server only passes on what is asked of them. */
  readonly restate?: RestatePlace;
  /** Workflows to begin with; default: those that ship. */
  readonly templates?: readonly Template[];
}

/** A server over an engine of its own; closing it closes the engine and the store too. */
export async function composeServer(options: ComposeServerOptions): Promise<SkeinServer> {
  const { version, bodyBytesMax, streams, onBug, onAnswered, templates, studio } = options;
  const { secretKey = randomBytes(keyBytes) } = options;
  const { origins = options.config?.server?.origins, rate = options.config?.server?.rate } =
    options;
  const { createServer, firstLine, oidcTokens, sealer, storedSecrets } =
    await import('@skein/server');
  const oidc = options.config?.server?.oidc;
  // Before anything is opened: settings that cannot be right end here.
  const readToken =
    oidc === undefined ? undefined : oidcTokens(oidc, options.clock ?? { now: Date.now });
  const composed = await composeEngine<Store>({
    ...options,
    isolatesUsers: true,
    storedSecrets: (store) => storedSecrets(store, sealer(secretKey)),
  });
  const { engine, store, tools, models } = composed;
  const server = createServer({
    engine,
    store,
    catalogue: catalogueOf(composed, {
      ...options,
      ...(templates === undefined ? {} : { templates }),
    }),
    recordCassette: (run) => recordCassette(engine, run),
    ...(version === undefined ? {} : { version }),
    ...(bodyBytesMax === undefined ? {} : { bodyBytesMax }),
    ...(streams === undefined ? {} : { streams }),
    ...(origins === undefined ? {} : { origins }),
    ...(rate === undefined ? {} : { rate }),
    ...(readToken === undefined ? {} : { readToken }),
    secretKey,
    onSecretChanged: models.refresh,
    mcpServers: mcpServersOf(tools),
    summarise: summariseStep(models, firstLine),
    ...(onBug === undefined ? {} : { onBug }),
    ...(onAnswered === undefined ? {} : { onAnswered }),
    ...(studio === undefined ? {} : { studio }),
  });
  return {
    ...server,
    async close() {
      await server.close();
      await engine.close();
    },
  };
}

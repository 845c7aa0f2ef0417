// A server with everything in its place
import type { Template, ServerOptions, SkeinServer } from '@skein/server';
import { composeEngine, type CreateEngineOptions } from '../compose.ts';
import { catalogueOf } from './catalogue.ts';

export interface ComposeServerOptions
  extends
    CreateEngineOptions,
    Pick<
      ServerOptions,
      'version' | 'bodyBytesMax' | 'streams' | 'origins' | 'onBug' | 'rate' | 'secretKey' | 'studio'
    > {
  /** Workflows to begin with; default: those that ship. */
  readonly templates?: readonly Template[];
}

/** A server over an engine of its own; closing it closes the engine and the store too. */
export async function composeServer(options: ComposeServerOptions): Promise<SkeinServer> {
  const { version, bodyBytesMax, streams, onBug, secretKey, templates, studio } = options;
  const { origins = options.config?.server?.origins, rate = options.config?.server?.rate } =
    options;
  const composed = await composeEngine({ ...options, isolatesUsers: true });
  const { engine, store } = composed;
  const { createServer } = await import('@skein/server');
  const server = createServer({
    engine,
    store,
    catalogue: catalogueOf(composed, {
      ...options,
      ...(templates === undefined ? {} : { templates }),
    }),
    ...(version === undefined ? {} : { version }),
    ...(bodyBytesMax === undefined ? {} : { bodyBytesMax }),
    ...(streams === undefined ? {} : { streams }),
    ...(origins === undefined ? {} : { origins }),
    ...(rate === undefined ? {} : { rate }),
    ...(secretKey === undefined ? {} : { secretKey }),
    ...(onBug === undefined ? {} : { onBug }),
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

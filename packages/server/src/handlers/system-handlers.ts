import { openApiDocument, type JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import type { Handlers } from './handler.ts';

type SystemHandlers = Pick<Handlers, 'openApi' | 'health' | 'readiness' | 'metrics' | 'whoAmI'>;

export function systemHandlers(options: { readonly metrics: () => string }): SystemHandlers {
  let document: JsonObject | null = null;
  return {
    openApi: ({ services }) => ({
      body: (document ??= openApiDocument({ version: services.version })),
    }),
    health: () => ({ body: { status: 'ok' } }),
    async readiness({ services }) {
      if (services.closing.aborted) throw new EngineError('SERVER_CLOSING', {});
      // Any read will do: it says whether the store answers.
      await services.store.definitions.list({ limit: 1 });
      return { body: { status: 'ready' } };
    },
    metrics: () => ({ body: options.metrics() }),
    whoAmI: ({ identity }) => {
      const { user, scopes, via, key } = identity;
      return { body: { user, scopes: [...scopes], via, key } };
    },
  };
}

import { openApiDocument, type JsonObject } from '@skein/api';
import { EngineError, withoutUndefined } from '@skein/ports';
import type { McpCaller } from '../features/mcp/mcp-options.ts';
import { whose, type Identity } from '../identity/identity.ts';
import type { HandlersOf } from './handler.ts';

export function systemHandlers(options: { readonly metrics: () => string }): HandlersOf<'system'> {
  let document: JsonObject | null = null;
  return {
    openApi: ({ services }) => ({
      body: (document ??= openApiDocument({ version: services.version })),
    }),
    health: () => ({ body: { status: 'ok' } }),
    async readiness({ services }) {
      if (services.closing.aborted) throw new EngineError('SERVER_CLOSING', {});
      // Any read shows whether the store answers, and a write whether it has space.
      await services.engine.workflows.list({ limit: 1 });
      await services.writes.check();
      return { body: { status: 'ready' } };
    },
    metrics: () => ({ body: options.metrics() }),
    mcp: ({ services, identity, request, bytes }) => {
      const { url, headers, signal } = request;
      const read = new Request(url, { method: 'POST', headers, body: bytes.slice(), signal });
      return services.mcp.fetch(read, callerOf(identity));
    },
    mcpEvents: ({ services, identity, request }) => services.mcp.fetch(request, callerOf(identity)),
    mcpEnd: ({ services, identity, request }) => services.mcp.fetch(request, callerOf(identity)),
  };
}

function callerOf(identity: Identity): McpCaller {
  const { scopes, groups, roles, via, key, caller } = identity;
  return withoutUndefined({ ...whose(identity), scopes, groups, roles, via, key, caller });
}

import type { AnswerOf } from '@skein/api';
import { EngineError } from '@skein/ports';
import type { StoredSecret } from '../features/secrets/stored-secrets.ts';
import type { McpServerInfo } from '../host/mcp-servers.ts';
import { audit } from '../records/audit.ts';
import { isoTime } from '../values/iso-time.ts';
import type { HandlersOf } from './handler.ts';

export const hostHandlers: HandlersOf<'host'> = {
  async listSecrets({ query, services }) {
    const { items, nextCursor } = await services.secrets.list(query);
    return { body: { items: items.map(toSecretItem), nextCursor } };
  },
  async getSecret({ params, services }) {
    const found = await services.secrets.get(params.name);
    if (found === undefined) throw noSecret(params.name);
    return { body: toSecretItem(found) };
  },
  async putSecret({ params, body, identity, services }) {
    const { name } = params;
    const { secrets, clock } = services;
    const isNew = (await secrets.get(name)) === undefined;
    await secrets.put(name, body, clock.now());
    await services.onSecretChanged();
    await audit(services, identity, { action: 'secret.save', subject: name });
    const kept = await secrets.get(name);
    if (kept === undefined) throw noSecret(name);
    return { status: isNew ? 201 : 200, body: toSecretItem(kept) };
  },
  async deleteSecret({ params, identity, services }) {
    const { name } = params;
    if ((await services.secrets.get(name)) === undefined) throw noSecret(name);
    await services.secrets.delete(name);
    await services.onSecretChanged();
    await audit(services, identity, { action: 'secret.delete', subject: name });
    return { body: undefined };
  },
  async listMcpServers({ services }) {
    const servers = await services.mcpServers.list();
    return { body: { items: servers.map(toMcpServer), nextCursor: null } };
  },
  async confirmMcpServer({ params, body, identity, services }) {
    const { name } = params;
    const { mcpServers } = services;
    const { tools } = body;
    const named = tools?.map((tool) => [tool.name, tool.hash] as const);
    await mcpServers.confirm(name, named === undefined ? undefined : new Map(named));
    const data = { tools: tools?.map((tool) => tool.name) ?? 'all' };
    await audit(services, identity, { action: 'mcp-server.confirm', subject: name, data });
    const server = (await mcpServers.list()).find((each) => each.name === name);
    if (server === undefined) throw new EngineError('NOT_FOUND', { what: 'MCP server', id: name });
    return { body: toMcpServer(server) };
  },
};

function noSecret(name: string): EngineError {
  return new EngineError('NOT_FOUND', { what: 'secret', id: name });
}

export function toSecretItem({
  name,
  secret,
  createdAt,
  updatedAt,
}: StoredSecret): AnswerOf<'getSecret'> {
  return {
    name,
    hosts: secret?.hosts === undefined ? null : [...secret.hosts],
    isReadable: secret !== null,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

function toMcpServer({ error, tools, ...about }: McpServerInfo): AnswerOf<'confirmMcpServer'> {
  return { ...about, error: error ?? null, tools: tools.map((tool) => ({ ...tool })) };
}

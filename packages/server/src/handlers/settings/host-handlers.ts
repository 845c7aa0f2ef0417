import type { AnswerOf, JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import type { StoredSecret } from '../../features/secrets/stored-secrets.ts';
import { serverSetting } from '../../features/secrets/stored-servers.ts';
import type { McpServerInfo } from '../../host/mcp-servers.ts';
import { audit } from '../../records/audit.ts';
import { isoTime } from '../../values/iso-time.ts';
import type { HandlersOf } from '../handler.ts';

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
    const isAllowed = services.mayAddCommands();
    const items = servers.map((server) =>
      server.isAdded === true && server.transport === 'stdio' && !isAllowed
        ? { ...toMcpServer(server), error: `Commands are switched off. ${commandsHint}` }
        : toMcpServer(server),
    );
    return { body: { items, nextCursor: null } };
  },
  async getMcpServer({ params: { name }, services }) {
    const found = await services.settings.get(serverSetting(name));
    if (found === undefined) throw noServer(name);
    // Stored as the body of a request that was checked against its schema.
    return { body: { name, settings: found as AnswerOf<'getMcpServer'>['settings'] } };
  },
  async putMcpServer({ params: { name }, body, identity, services }) {
    const { settings, mcpServers, clock } = services;
    if ((body.command === undefined) === (body.url === undefined))
      throw new EngineError('BAD_VALUE', {
        what: 'MCP server',
        complaint: 'It needs either a "command" or a "url".',
      });
    if (body.auth !== undefined && body.url === undefined)
      throw new EngineError('BAD_VALUE', {
        what: 'MCP server',
        complaint: 'Only one with a "url" can have "auth": a process gets its secrets by "env".',
      });
    if (body.command !== undefined && !services.mayAddCommands())
      throw new EngineError(
        'NOT_ALLOWED',
        { what: 'add an MCP server by its command on this server' },
        { hint: commandsHint },
      );
    const before = await settings.get(serverSetting(name));
    const known = before === undefined ? await mcpServers.list() : [];
    if (known.some((each) => each.name === name))
      throw new EngineError('NAME_TAKEN', { what: 'MCP server of the configuration', name });
    // It came as JSON, and without keys that are undefined.
    await settings.put(serverSetting(name), body as unknown as JsonObject, clock.now());
    await mcpServers.changed();
    await audit(services, identity, { action: 'mcp-server.save', subject: name });
    const saved = (await mcpServers.list()).find((each) => each.name === name);
    if (saved === undefined) throw noServer(name);
    return { status: before === undefined ? 201 : 200, body: toMcpServer(saved) };
  },
  async deleteMcpServer({ params: { name }, identity, services }) {
    if (!(await services.settings.delete(serverSetting(name)))) throw noServer(name);
    await services.mcpServers.changed();
    await audit(services, identity, { action: 'mcp-server.delete', subject: name });
    return { body: undefined };
  },
  async confirmMcpServer({ params, body, identity, services }) {
    const { name } = params;
    const { mcpServers, settings, clock } = services;
    const added = await settings.get(serverSetting(name));
    // The tools of one that was added are trusted as they are when it is saved.
    if (added !== undefined) {
      await settings.put(serverSetting(name), added, clock.now());
      await mcpServers.changed();
    }
    const { tools } = body;
    const named = tools?.map((tool) => [tool.name, tool.hash] as const);
    if (added === undefined)
      await mcpServers.confirm(name, named === undefined ? undefined : new Map(named));
    const data = { tools: tools?.map((tool) => tool.name) ?? 'all' };
    await audit(services, identity, { action: 'mcp-server.confirm', subject: name, data });
    const server = (await mcpServers.list()).find((each) => each.name === name);
    if (server === undefined) throw noServer(name);
    return { body: toMcpServer(server) };
  },
};

const commandsHint =
  'Add it by its address, or set "server": { "mcpCommands": true } in the configuration: then whoever has the key of the operator can run programs with the rights of this server.';

function noServer(name: string): EngineError {
  return new EngineError('NOT_FOUND', { what: 'MCP server', id: name });
}

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

function toMcpServer({
  error,
  tools,
  isAdded = false,
  ...about
}: McpServerInfo): AnswerOf<'confirmMcpServer'> {
  const from = isAdded ? 'settings' : 'configuration';
  return { ...about, from, error: error ?? null, tools: tools.map((tool) => ({ ...tool })) };
}

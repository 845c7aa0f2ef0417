// What users set up for themselves. Everything is looked up under the caller's name.
import type { AnswerOf, CallOf, JsonObject } from '@skein/api';
import { EngineError, type McpServerRecord } from '@skein/ports';
import { storedSecrets } from '../../features/secrets/stored-secrets.ts';
import type { McpServerInfo } from '../../host/mcp-servers.ts';
import { audit } from '../../records/audit.ts';
import { isoTime } from '../../values/iso-time.ts';
import type { HandlersOf } from '../handler.ts';
import { toSecretItem } from './host-handlers.ts';
import type { Services } from '../services.ts';

/** Each one may be a connection. */
const serversMax = 100;

export const ownHandlers: HandlersOf<'own'> = {
  async listOwnSecrets({ query, identity, services }) {
    const { items, nextCursor } = await secretsOf(services, identity.owner).list(query);
    return { body: { items: items.map(toSecretItem), nextCursor } };
  },
  async putOwnSecret({ params, body, identity, services }) {
    const secrets = secretsOf(services, identity.owner);
    const isNew = (await secrets.get(params.name)) === undefined;
    await secrets.put(params.name, body, services.clock.now());
    await services.userMcpServers.changed(identity.owner);
    await audit(services, identity, { action: 'own-secret.save', subject: params.name });
    const kept = await secrets.get(params.name);
    if (kept === undefined) throw missing('secret', params.name);
    return { status: isNew ? 201 : 200, body: toSecretItem(kept) };
  },
  async deleteOwnSecret({ params, identity, services }) {
    const isGone = await secretsOf(services, identity.owner).delete(params.name);
    if (!isGone) throw missing('secret', params.name);
    await services.userMcpServers.changed(identity.owner);
    await audit(services, identity, { action: 'own-secret.delete', subject: params.name });
    return { body: undefined };
  },
  async listOwnMcpServers({ identity, services }) {
    return { body: { items: [...(await serversOf(services, identity.owner))], nextCursor: null } };
  },
  async putOwnMcpServer({ params, body, identity, services }) {
    const { mcpServers } = services.records;
    const { owner: user } = identity;
    const before = await mcpServers.get(params.name, user);
    const { items } = await mcpServers.list({ user, limit: serversMax });
    if (before === undefined && items.length >= serversMax)
      throw new EngineError('TOO_LARGE', {
        what: 'The list of your MCP servers',
        limit: `${serversMax} servers`,
      });
    const now = services.clock.now();
    // It came as JSON, and without keys that are undefined.
    const config = body as unknown as JsonObject;
    const record = { name: params.name, user, config, createdAt: now, updatedAt: now };
    await mcpServers.put(record);
    await services.userMcpServers.changed(user);
    await audit(services, identity, { action: 'own-mcp-server.save', subject: params.name });
    const [saved] = (await serversOf(services, user)).filter(({ name }) => name === params.name);
    if (saved === undefined) throw missing('MCP server', params.name);
    return { status: before === undefined ? 201 : 200, body: saved };
  },
  async deleteOwnMcpServer({ params, identity, services }) {
    const { owner: user } = identity;
    const isGone = await services.records.mcpServers.delete(params.name, user);
    if (!isGone) throw missing('MCP server', params.name);
    await services.userMcpServers.changed(user);
    await audit(services, identity, { action: 'own-mcp-server.delete', subject: params.name });
    return { body: undefined };
  },
};

function secretsOf({ records, sealer }: Services, user: string): ReturnType<typeof storedSecrets> {
  return storedSecrets(records, sealer, { of: user });
}

type OwnServer = AnswerOf<'putOwnMcpServer'>;

async function serversOf(services: Services, user: string): Promise<readonly OwnServer[]> {
  const { items } = await services.records.mcpServers.list({ user, limit: serversMax });
  const states = await services.userMcpServers.list(user);
  return items.map((record) =>
    toOwn(
      record,
      states.find(({ name }) => name === record.name),
    ),
  );
}

function toOwn(
  { name, config, createdAt, updatedAt }: McpServerRecord,
  state: McpServerInfo | undefined,
): OwnServer {
  // Stored as the body of a request that was checked against its schema.
  const { url, headers = {}, ...settings } = config as unknown as CallOf<'putOwnMcpServer'>['body'];
  return {
    name,
    url,
    headers,
    settings,
    state: state?.state ?? 'disabled',
    error: state?.error ?? null,
    tools: (state?.tools ?? []).map((tool) => ({ ...tool })),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

function missing(what: string, id: string): EngineError {
  return new EngineError('NOT_FOUND', { what, id });
}

// Connections: set up by the operator, signed in to by everybody for themselves. Tokens are looked up under the caller's name.
import type { AnswerOf, JsonObject } from '@skein/api';
import { EngineError, withoutUndefined } from '@skein/ports';
import { answerSignIns } from '../../features/connections/answer-sign-ins.ts';
import { settingsFault, type Connection } from '../../features/connections/connection-settings.ts';
import { connectionPresets } from '../../features/connections/presets.ts';
import { revokeTokens } from '../../features/connections/revoke-tokens.ts';
import { beginSignIn, callbackPath, signInMs } from '../../features/connections/sign-in.ts';
import { testConnection } from '../../features/connections/test-connection.ts';
import { signInCookie } from '../../identity/sign-in-cookie.ts';
import { audit } from '../../records/audit.ts';
import { isoTime, isoTimeOrNull } from '../../values/iso-time.ts';
import type { HandlersOf } from '../handler.ts';
import type { Services } from '../services.ts';

export const connectionHandlers: HandlersOf<'connection'> = {
  async listConnections({ identity, services }) {
    const all = await services.connections.list();
    const items = await Promise.all(all.map((each) => toItem(services, each, identity.owner)));
    return { body: { items, nextCursor: null } };
  },
  listConnectionPresets() {
    const items = Object.entries(connectionPresets).map(([id, preset]) => {
      const { name, console, scopes, hosts } = preset;
      return { id, name, console, scopes: [...scopes], hosts: [...hosts] };
    });
    return { body: { items, nextCursor: null } };
  },
  async putConnection({ params: { name }, body, identity, services }) {
    const { connections, records } = services;
    const before = await connections.get(name);
    refuseConfigured(before);
    const clientSecret = body.clientSecret ?? before?.clientSecret;
    const settings = withoutUndefined({ ...body, clientSecret });
    const fault = settingsFault(settings);
    if (fault !== null)
      throw new EngineError('REQUEST_INVALID', {
        complaints: [{ in: 'body', pointer: '', message: `cannot be used: ${fault}` }],
      });
    // It came as JSON.
    await connections.put(name, settings as unknown as JsonObject);
    const saved = await find(services, name);
    // Tokens of one service must not be sent to another.
    if (before !== undefined && isOther(before, saved)) await records.connections.deleteAll(name);
    await audit(services, identity, { action: 'connection.save', subject: name });
    const item = await toItem(services, saved, identity.owner);
    return { status: before === undefined ? 201 : 200, body: item };
  },
  async deleteConnection({ params: { name }, identity, services }) {
    refuseConfigured(await services.connections.get(name));
    if (!(await services.connections.delete(name))) throw missing(name);
    await audit(services, identity, { action: 'connection.delete', subject: name });
    return { body: undefined };
  },
  async beginSignIn({ params: { name }, identity, services, isSecure }) {
    const connection = await find(services, name);
    const begun = await beginSignIn(signInParts(services), connection, identity.owner);
    await audit(services, identity, { action: 'connection.sign-in', subject: name });
    const cookie = signInCookie(begun.cookie, { maxAgeMs: signInMs, isSecure });
    return {
      headers: { 'set-cookie': cookie },
      body: { url: begun.url, expiresAt: isoTime(begun.expiresAt) },
    };
  },
  async testConnection({ params: { name }, identity, services }) {
    const connection = await find(services, name);
    const { owner: user } = identity;
    const tested = await testConnection(services.connections, connection, user);
    if (tested.ok) await answerSignIns(services.engine, { connection: name, user });
    return { body: tested };
  },
  async endSignIn({ params: { name }, identity, services }) {
    const connection = await find(services, name);
    const isGone = await revokeTokens(services.connections, connection, identity.owner);
    if (!isGone) throw new EngineError('NOT_FOUND', { what: 'sign-in to', id: name });
    await audit(services, identity, { action: 'connection.sign-out', subject: name });
    return { body: undefined };
  },
};

function signInParts({ records, sealer, clock, place, connections }: Services) {
  return { store: records, sealer, clock, place, connections };
}

async function find({ connections }: Services, name: string): Promise<Connection> {
  const found = await connections.get(name);
  if (found === undefined) throw missing(name);
  return found;
}

/** Whether tokens of the one are none of the other. */
function isOther(one: Connection, other: Connection): boolean {
  return (
    one.clientId !== other.clientId ||
    one.mcp !== other.mcp ||
    one.tokenUrl !== other.tokenUrl ||
    one.issuer !== other.issuer
  );
}

async function toItem(
  { connections, place }: Services,
  connection: Connection,
  user: string,
): Promise<AnswerOf<'putConnection'>> {
  const { id, name: service, clientId, clientSecret, scopes, hosts } = connection;
  const tokens = await connections.tokens(id, user);
  const state = tokens === undefined ? 'none' : tokens.dead === null ? 'signed-in' : 'ended';
  return {
    name: id,
    preset: connection.preset ?? null,
    mcp: connection.mcp ?? null,
    service,
    issuer: connection.issuer ?? null,
    authorizationUrl: connection.authorizationUrl ?? null,
    tokenUrl: connection.tokenUrl ?? null,
    clientId,
    hasSecret: clientSecret !== undefined,
    problem: connection.problem ?? null,
    scopes: [...scopes],
    hosts: [...hosts],
    callbackUrl: `${place()}${callbackPath}`,
    account: {
      state,
      expiresAt: isoTimeOrNull(tokens?.expiresAt ?? null),
      isRenewed: tokens?.refreshToken !== undefined,
    },
  };
}

function refuseConfigured(connection: Connection | undefined): void {
  if (connection?.configured === undefined) return;
  const { id: name } = connection;
  throw new EngineError('NAME_TAKEN', { what: 'connection of the configuration', name });
}

function missing(name: string): EngineError {
  return new EngineError('NOT_FOUND', { what: 'connection', id: name });
}

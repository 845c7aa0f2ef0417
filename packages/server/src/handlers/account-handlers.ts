import type { AnswerOf, Scope } from '@skein/api';
import { EngineError, type ApiKey, type ViewRecord } from '@skein/ports';
import { isValid } from '../identity/find-key.ts';
import { ownerOf, userOf, type Identity } from '../identity/identity.ts';
import { makeKey } from '../identity/make-key.ts';
import { revokeKey } from '../identity/revoke-key.ts';
import {
  cookieHeader,
  cookieOf,
  findSession,
  isSession,
  openSession,
} from '../identity/sessions.ts';
import { audit } from '../records/audit.ts';
import { isoTime, isoTimeOrNull } from '../values/iso-time.ts';
import type { Asked, HandlersOf } from './handler.ts';
import type { Services } from './services.ts';

type NewKey = Pick<Asked<'createKey'>['body'], 'name' | 'scopes' | 'roles' | 'expiresInDays'>;

async function keep(
  { records, clock, onKeyMade }: Pick<Services, 'records' | 'clock' | 'onKeyMade'>,
  user: string,
  { name, scopes, roles, expiresInDays }: NewKey,
): Promise<ReturnType<typeof makeKey>> {
  const now = clock.now();
  const expiresAt = expiresInDays === null ? null : now + expiresInDays * dayMs;
  const made = makeKey({ user, name, scopes, roles, expiresAt, now });
  await records.keys.create(made.record);
  onKeyMade();
  return made;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Throws NOT_ALLOWED. Waits name roles, of tools by the will of the operator: nobody else gives a role that they do not have. */
function checkRoles({ owner, roles: own }: Identity, roles: readonly string[]): void {
  const foreign = owner === '' ? undefined : roles.find((role) => !own.includes(role));
  if (foreign === undefined) return;
  throw new EngineError(
    'NOT_ALLOWED',
    { what: `give a key the role "${foreign}", which the key that you use does not have` },
    { hint: 'The operator makes such keys: POST /server/keys, or skein keys create --role.' },
  );
}

export const accountHandlers: HandlersOf<'account'> = {
  async listKeys({ query, identity, services }) {
    const page = await services.records.keys.list({ ...query, user: identity.owner });
    const items = page.items.filter((key) => !isSession(key)).map(toKeyItem);
    return { body: { items, nextCursor: page.nextCursor } };
  },
  async createKey({ body, identity, services }) {
    checkRoles(identity, body.roles);
    const made = await keep(services, identity.owner, body);
    const { name, scopes, roles } = body;
    const data = { name, scopes, roles };
    await audit(services, identity, { action: 'key.create', subject: made.record.id, data });
    return { body: { ...toKeyItem(made.record), key: made.secret } };
  },
  async createAccess({ body, identity, services }) {
    const { user, name, scopes, roles } = body;
    // The first key closes an open server: it must not close it to the operator.
    if (identity.via === 'local')
      throw new EngineError(
        'NOT_ALLOWED',
        { what: 'create a key for another user on an open server' },
        { hint: 'Create a key of your own first, with the scope admin.' },
      );
    const owner = ownerOf(user);
    const made = await keep(services, owner, body);
    const data = { user, name, scopes, roles };
    const entry = { action: 'key.create', subject: made.record.id, data };
    await audit(services, identity, entry);
    if (owner !== identity.owner) await audit(services, { ...identity, owner }, entry);
    return { body: { ...toAccessItem(made.record), key: made.secret } };
  },
  async revokeKey({ params, identity, services }) {
    const { records, clock } = services;
    const isKnown = await revokeKey(records, {
      id: params.id,
      user: identity.owner,
      at: clock.now(),
    });
    if (!isKnown) throw new EngineError('NOT_FOUND', { what: 'key', id: params.id });
    await audit(services, identity, { action: 'key.revoke', subject: params.id });
    await services.onKeyRevoked();
    return { body: undefined };
  },
  async listAccess({ query, services }) {
    const { limit, cursor, user, kind, valid } = query;
    const { records, clock } = services;
    const isWanted = (key: ApiKey) =>
      (kind === undefined || kind === kindOf(key)) &&
      (valid === undefined || String(isValid(key, clock.now())) === valid);
    const whoseKeys = user === undefined ? {} : { user: ownerOf(user) };
    const found: ApiKey[] = [];
    let next = cursor ?? null;
    // Sessions that ended are many: a page is filled from as many pages of the store as it takes.
    do {
      const from = next === null ? {} : { cursor: next };
      const page = await records.keys.list({ ...whoseKeys, ...from, limit: limit - found.length });
      found.push(...page.items.filter((key) => isWanted(key)));
      next = page.nextCursor;
    } while (next !== null && found.length < limit);
    return { body: { items: found.map(toAccessItem), nextCursor: next } };
  },
  async revokeAccess({ params, query, identity, services }) {
    const { records, clock } = services;
    const { id } = params;
    const owner = ownerOf(query.user);
    const isKnown = await revokeKey(records, { id, user: owner, at: clock.now() });
    if (!isKnown) throw new EngineError('NOT_FOUND', { what: 'key', id });
    const entry = { action: 'key.revoke', subject: id, data: { user: query.user } };
    await audit(services, identity, entry);
    // Whose key it was finds it in a log of their own, with the operator as actor.
    if (owner !== identity.owner) await audit(services, { ...identity, owner }, entry);
    await services.onKeyRevoked();
    return { body: undefined };
  },
  whoAmI: ({ identity: { user, scopes, groups, roles, via, key } }) => ({
    body: { user, scopes: [...scopes], groups: [...groups], roles: [...roles], via, key },
  }),
  async signIn({ body, services, isSecure }) {
    const { records, clock } = services;
    const session = await openSession(records.keys, body.key, clock.now());
    if (session === undefined) {
      throw new EngineError('UNAUTHENTICATED', { reason: 'the key is not known here.' });
    }
    const { key, secret, lengthMs } = session;
    return {
      headers: { 'set-cookie': cookieHeader(secret, { maxAgeMs: lengthMs, isSecure }) },
      body: {
        user: userOf(key.user),
        scopes: scopesOf(key),
        groups: [],
        roles: [...key.roles],
        via: 'session',
        key: key.id,
      },
    };
  },
  async signOut({ services, request, isSecure }) {
    const { keys } = services.records;
    const now = services.clock.now();
    const cookie = cookieOf(request.headers);
    const found = cookie === undefined ? undefined : await findSession(keys, cookie, now);
    if (found !== undefined) {
      const { id, user } = found.session;
      await revokeKey(services.records, { id, user, at: now });
      await services.onKeyRevoked();
    }
    return {
      headers: { 'set-cookie': cookieHeader('', { maxAgeMs: 0, isSecure }) },
      body: undefined,
    };
  },
  async listAudit({ query, identity, services }) {
    const page = await services.records.audit.list({ ...query, user: identity.owner });
    const items = page.items.map(({ id, at, actor, action, subject, data }) => ({
      id,
      at: isoTime(at),
      actor,
      action,
      subject,
      data,
    }));
    return { body: { items, nextCursor: page.nextCursor } };
  },
  async listViews({ query, identity, services }) {
    const page = await services.records.views.list({ ...query, user: identity.owner });
    return { body: { items: page.items.map(toViewItem), nextCursor: page.nextCursor } };
  },
  async createView({ body, identity, services }) {
    const view: ViewRecord = {
      ...body,
      id: services.newId(),
      user: identity.owner,
      createdAt: services.clock.now(),
    };
    await services.records.views.put(view);
    return { body: toViewItem(view) };
  },
  async deleteView({ params, identity, services }) {
    const isDeleted = await services.records.views.delete(params.id, identity.owner);
    if (!isDeleted) throw new EngineError('NOT_FOUND', { what: 'view', id: params.id });
    return { body: undefined };
  },
};

/** Stored scopes were checked when the key was created. */
function scopesOf({ scopes }: ApiKey): Scope[] {
  return [...(scopes as readonly Scope[])];
}

function toKeyItem(key: ApiKey): AnswerOf<'listKeys'>['items'][number] {
  const { id, name, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  return {
    id,
    name,
    scopes: scopesOf(key),
    roles: [...key.roles],
    createdAt: isoTime(createdAt),
    expiresAt: isoTimeOrNull(expiresAt),
    revokedAt: isoTimeOrNull(revokedAt),
    lastUsedAt: isoTimeOrNull(lastUsedAt),
  };
}

function kindOf(key: ApiKey): 'key' | 'session' {
  return isSession(key) ? 'session' : 'key';
}

function toAccessItem(key: ApiKey): AnswerOf<'listAccess'>['items'][number] {
  return { ...toKeyItem(key), user: userOf(key.user), kind: kindOf(key) };
}

function toViewItem({ id, name, filter, createdAt }: ViewRecord): AnswerOf<'createView'> {
  // The contract admits objects only.
  const shown = filter as AnswerOf<'createView'>['filter'];
  return { id, name, filter: shown, createdAt: isoTime(createdAt) };
}

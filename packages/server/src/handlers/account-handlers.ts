import type { AnswerOf, Scope } from '@skein/api';
import { EngineError, type ApiKey, type ViewRecord } from '@skein/ports';
import { userOf, type Identity } from '../identity/identity.ts';
import { makeKey } from '../identity/make-key.ts';
import {
  cookieHeader,
  cookieOf,
  findSession,
  isSession,
  openSession,
} from '../identity/sessions.ts';
import { audit } from '../records/audit.ts';
import type { Handlers } from './handler.ts';
import { isoTime } from '../values/iso-time.ts';

type AccountHandlers = Pick<
  Handlers,
  | 'listKeys'
  | 'createKey'
  | 'revokeKey'
  | 'whoAmI'
  | 'signIn'
  | 'signOut'
  | 'listAudit'
  | 'listViews'
  | 'createView'
  | 'deleteView'
>;

const dayMs = 24 * 60 * 60 * 1000;

export const accountHandlers: AccountHandlers = {
  async listKeys({ query, identity, services }) {
    const page = await services.store.keys.list({ user: identity.owner, ...paging(query) });
    const items = page.items.filter((key) => !isSession(key)).map(toKeyItem);
    return { body: { items, nextCursor: page.nextCursor } };
  },
  async createKey({ body, identity, services }) {
    const { store, clock } = services;
    const { name, scopes, expiresInDays } = body;
    const now = clock.now();
    const expiresAt = expiresInDays === null ? null : now + expiresInDays * dayMs;
    const made = makeKey({ user: identity.owner, name, scopes, expiresAt, now });
    await store.keys.create(made.record);
    services.onKeyMade();
    const data = { name, scopes };
    await audit(services, identity, { action: 'key.create', subject: made.record.id, data });
    return { body: { ...toKeyItem(made.record), key: made.secret } };
  },
  async revokeKey({ params, identity, services }) {
    const { store, clock } = services;
    const isKnown = await store.keys.revoke(params.id, identity.owner, clock.now());
    if (!isKnown) throw new EngineError('NOT_FOUND', { what: 'key', id: params.id });
    await audit(services, identity, { action: 'key.revoke', subject: params.id });
    return { body: undefined };
  },
  whoAmI: ({ identity }) => ({ body: toSession(identity) }),
  async signIn({ body, services, isSecure }) {
    const { store, clock } = services;
    const session = await openSession(store, body.key, clock.now());
    if (session === undefined) {
      throw new EngineError('UNAUTHENTICATED', { reason: 'the key is not known here.' });
    }
    const { key, secret, lengthMs } = session;
    return {
      headers: { 'set-cookie': cookieHeader(secret, { maxAgeMs: lengthMs, isSecure }) },
      body: {
        user: userOf(key.user),
        scopes: [...(key.scopes as readonly Scope[])],
        via: 'session',
        key: key.id,
      },
    };
  },
  async signOut({ services, request, isSecure }) {
    const { store, clock } = services;
    const cookie = cookieOf(request.headers);
    const found = cookie === undefined ? undefined : await findSession(store, cookie, clock.now());
    if (found !== undefined) {
      await store.keys.revoke(found.session.id, found.session.user, clock.now());
    }
    return {
      headers: { 'set-cookie': cookieHeader('', { maxAgeMs: 0, isSecure }) },
      body: undefined,
    };
  },
  async listAudit({ query, identity, services }) {
    const { action, subject } = query;
    const page = await services.store.audit.list({
      user: identity.owner,
      ...paging(query),
      ...(action === undefined ? {} : { action }),
      ...(subject === undefined ? {} : { subject }),
    });
    const items = page.items.map((entry) => {
      const { id, at, actor, data } = entry;
      return { id, at: isoTime(at), actor, action: entry.action, subject: entry.subject, data };
    });
    return { body: { items, nextCursor: page.nextCursor } };
  },
  async listViews({ query, identity, services }) {
    const page = await services.store.views.list({ user: identity.owner, ...paging(query) });
    return { body: { items: page.items.map(toViewItem), nextCursor: page.nextCursor } };
  },
  async createView({ body, identity, services }) {
    const view: ViewRecord = {
      id: services.newId(),
      user: identity.owner,
      name: body.name,
      filter: body.filter,
      createdAt: services.clock.now(),
    };
    await services.store.views.put(view);
    return { body: toViewItem(view) };
  },
  async deleteView({ params, identity, services }) {
    const isDeleted = await services.store.views.delete(params.id, identity.owner);
    if (!isDeleted) throw new EngineError('NOT_FOUND', { what: 'view', id: params.id });
    return { body: undefined };
  },
};

/** The part of a query that pages have. */
export function paging({
  cursor,
  limit,
}: {
  readonly cursor?: string | undefined;
  readonly limit: number;
}): { readonly cursor?: string; readonly limit: number } {
  return { limit, ...(cursor === undefined ? {} : { cursor }) };
}

function toSession({ user, scopes, via, key }: Identity): AnswerOf<'whoAmI'> {
  return { user, scopes: [...scopes], via, key };
}

function toKeyItem(key: ApiKey): AnswerOf<'listKeys'>['items'][number] {
  const { id, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));
  return {
    id,
    name,
    // What is stored was checked when the key was made.
    scopes: [...(scopes as readonly Scope[])],
    createdAt: isoTime(createdAt),
    expiresAt: timeOrNull(expiresAt),
    revokedAt: timeOrNull(revokedAt),
    lastUsedAt: timeOrNull(lastUsedAt),
  };
}

function toViewItem({ id, name, filter, createdAt }: ViewRecord): AnswerOf<'createView'> {
  // A filter is an object: the contract says so where it is made.
  const shown = filter as AnswerOf<'createView'>['filter'];
  return { id, name, filter: shown, createdAt: isoTime(createdAt) };
}

// Where messages go, set up by the operator. Secrets go in, and never come out.
import type { AnswerOf, CallOf } from '@skein/api';
import { EngineError, type OutboxRecord } from '@skein/ports';
import { checkDestination } from '../features/outbox/check-destination.ts';
import { placeOf } from '../features/outbox/destination-settings.ts';
import { configuredDestinations } from '../features/outbox/configured-destinations.ts';
import type { StoredDestination } from '../features/outbox/stored-destinations.ts';
import { ownerOf, userOf } from '../identity/identity.ts';
import { audit } from '../records/audit.ts';
import { isoTime } from '../values/iso-time.ts';
import type { HandlersOf } from './handler.ts';
import { toDelivery } from './outbox-handlers.ts';
import type { Services } from './services.ts';

type DestinationItem = AnswerOf<'putDestination'>;

/** Each is looked at with every event. */
const destinationsMax = 100;

export const destinationHandlers: HandlersOf<'destination'> = {
  async listDestinations({ services }) {
    const { outbox, destinations } = services;
    const stored = (await destinations.list()).map(toItem);
    return { body: { items: [...configuredDestinations(outbox), ...stored], nextCursor: null } };
  },
  async putDestination({ params, body, identity, services }) {
    const { name } = params;
    const { destinations } = services;
    refuseConfigured(services, name);
    const before = await destinations.get(name);
    if (before === undefined && (await destinations.list()).length >= destinationsMax) {
      const limit = `${destinationsMax} destinations`;
      throw new EngineError('TOO_LARGE', { what: 'The list of destinations', limit });
    }
    const { secret, ...settings } = body;
    await checkDestination(body, before, services.outbox?.resolve);
    await destinations.put(name, settings, secret);
    const { kind, host } = aboutIt(settings);
    const data = { kind, host, secret: secretChange(body) };
    await audit(services, identity, { action: 'destination.save', subject: name, data });
    const kept = await destinations.get(name);
    if (kept === undefined) throw missing(name);
    return { status: before === undefined ? 201 : 200, body: toItem(kept) };
  },
  async deleteDestination({ params, identity, services }) {
    const { name } = params;
    refuseConfigured(services, name);
    if (!(await services.destinations.delete(name))) throw missing(name);
    await audit(services, identity, { action: 'destination.delete', subject: name });
    return { body: undefined };
  },
  async testDestination({ params, body, identity, services }) {
    const { name } = params;
    const began = performance.now();
    const { to } = body;
    const error = await services.testDestination(name, to);
    const tookMs = Math.round(performance.now() - began);
    const data = { isDelivered: error === null, to: to ?? null };
    await audit(services, identity, { action: 'destination.test', subject: name, data });
    return { body: { isDelivered: error === null, error, tookMs } };
  },
  async listDeliveries({ params, query, services }) {
    const { name: destination } = params;
    const isConfigured = configuredDestinations(services.outbox).some(
      ({ name }) => name === destination,
    );
    if (!isConfigured && (await services.destinations.get(destination)) === undefined)
      throw missing(destination);
    const { items, nextCursor } = await services.records.outbox.list({ ...query, destination });
    return { body: { items: items.map(toListed), nextCursor } };
  },
  async replayDelivery({ params, query, identity, services }) {
    const { name: destination, id } = params;
    const { records, clock } = services;
    const user = ownerOf(query.user ?? identity.user);
    const record = await records.outbox.get(id, user);
    // One that was tried elsewhere since is in the list of that destination.
    if (record === undefined || record.destination !== destination)
      throw new EngineError('NOT_FOUND', { what: 'message', id });
    if (!(await records.outbox.replay(id, user, clock.now())))
      throw new EngineError('MESSAGE_PENDING', { message: id });
    services.onReplay();
    const data = { user: userOf(user), destination };
    await audit(services, identity, { action: 'message.replay', subject: id, data });
    return { body: toListed((await records.outbox.get(id, user)) ?? record) };
  },
};

function toListed(record: OutboxRecord): AnswerOf<'replayDelivery'> {
  return { ...toDelivery(record), user: userOf(record.user) };
}

function refuseConfigured({ outbox }: Services, name: string): void {
  if (!configuredDestinations(outbox).some((each) => each.name === name)) return;
  throw new EngineError('NAME_TAKEN', { what: 'destination of the configuration', name });
}

function aboutIt(settings: StoredDestination['settings']): {
  readonly kind: string;
  readonly host: string;
} {
  return { kind: settings.kind, host: placeOf(settings).host };
}

/** What the audit log says of it. */
function secretChange({ secret }: CallOf<'putDestination'>['body']): string {
  return secret === undefined ? 'kept' : secret === null ? 'removed' : 'set';
}

function toItem({
  name,
  settings,
  secret,
  createdAt,
  updatedAt,
}: StoredDestination): DestinationItem {
  return {
    ...settings,
    name,
    source: 'server',
    secret,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

function missing(id: string): EngineError {
  return new EngineError('NOT_FOUND', { what: 'destination', id });
}

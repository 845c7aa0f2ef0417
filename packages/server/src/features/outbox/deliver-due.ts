// One round of the delivery
// D1. Messages are claimed in the store one by one, so that one of several servers delivers each; the claim of a dead one expires,
//     and the next one delivers it under the same id: at least once.
// D2. A destination gets its messages one after the other; destinations do not wait for each other.
// D3. A try that failed is repeated later and later; after the last one the message is dead, until somebody replays it.
// D4. What a run tells a destination is delivered in the order in which it happened: a message waits for the earlier ones of its run that
//     are due and not settled, also with another server. Reminders hold up nothing, and neither does what is dead.
// D5. A reminder or escalation of a wait that is closed is dropped.
import type { Engine } from '@skein/engine';
import {
  EngineError,
  type Clock,
  type OutboxKind,
  type OutboxRecord,
  type ServerRecords,
} from '@skein/ports';
import type { AnswerLinks } from '../links/answer-links.ts';
import {
  Undeliverable,
  type FoundDestination,
  type OutboxOptions,
  type PushDestination,
} from './destinations.ts';
import { findDestination } from './find-destination.ts';
import { sendTo } from './send-to.ts';

export interface DeliveryServices {
  readonly engine: Pick<Engine, 'waits'>;
  readonly records: Pick<ServerRecords, 'outbox'>;
  /** Null: nobody serves links. */
  readonly links: AnswerLinks | null;
  readonly clock: Pick<Clock, 'now'>;
  /** Where this installation is found, for the `source` of events. */
  readonly place: () => string;
  readonly onProblem: (error: unknown) => void;
}

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 24 * 3_600_000];
const usualRetryMs = [
  5 * second,
  30 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  day,
];
/** Longer than any try takes. */
const claimMs = 30 * second;
const atOnce = 200;
const lookedAtMax = 16 * atOnce;

/** Who delivers, and until when. */
export interface Deliverer {
  readonly owner: string;
  /** Aborts tries in flight. */
  readonly signal: AbortSignal;
  /** Whether no further try may begin. */
  readonly isLeaving: () => boolean;
}

/** Tries what is due; gives back how many messages were tried. */
export async function deliverDue(
  services: DeliveryServices,
  options: OutboxOptions,
  deliverer: Deliverer,
): Promise<number> {
  const { records, clock } = services;
  // What only others can deliver stays due: it must not hide what comes later (D2).
  for (let most = atOnce; ; most *= 4) {
    const due = await records.outbox.due(clock.now(), most);
    const ordered = due.toSorted((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || inOrder(a, b));
    const lanes = [...Map.groupBy(ordered, ({ recipient }) => recipient).values()];
    const tried = await Promise.all(
      lanes.map((lane) => deliverLane(services, options, { lane, ...deliverer })),
    );
    const sum = tried.reduce((total, count) => total + count, 0);
    if (sum > 0 || due.length < most || most >= lookedAtMax) return sum;
  }
}

/** Those of one append have ids that differ in their last number. */
function inOrder({ id: left }: OutboxRecord, { id: right }: OutboxRecord): number {
  return left.localeCompare(right, 'en', { numeric: true });
}

/** The others of a destination that does not respond are left for later (D2). */
async function deliverLane(
  services: DeliveryServices,
  options: OutboxOptions,
  { lane, owner, signal, isLeaving }: Deliverer & { readonly lane: readonly OutboxRecord[] },
): Promise<number> {
  const { records, clock } = services;
  const found = await destinationOf(options, lane[0]?.recipient ?? '');
  // One with the key to its secret delivers it.
  if (found === 'elsewhere') return 0;
  let tried = 0;
  for (const record of lane) {
    if (isLeaving()) break;
    const now = clock.now();
    const { id, user } = record;
    const until = await heldUpUntil(services, record);
    // The one before it is with another server: it is looked at again soon.
    if (until !== null && until <= now) continue;
    const isOurs = await records.outbox.claim({ id, user, owner, now, until: now + claimMs });
    if (!isOurs) continue;
    if (until !== null) {
      const { status, attempts, error, destination } = record;
      const put = { id, user, owner, now, status, attempts, error, destination };
      await records.outbox.settle({ ...put, dueAt: until + 1 });
      continue;
    }
    tried += 1;
    if (!(await tryOne(services, options, { record, found, owner, signal }))) break;
  }
  return tried;
}

/** When the earlier message is tried that has to arrive before this one; null: there is none (D4). */
async function heldUpUntil(
  { records, clock }: DeliveryServices,
  { id, user, run, recipient }: OutboxRecord,
): Promise<number | null> {
  const now = clock.now();
  for (const earlier of await records.outbox.pendingOf(run, user)) {
    if (earlier.id === id) return null;
    const { kind, dueAt, attempts } = earlier;
    if (earlier.recipient !== recipient || dueAt === null || isRepeat(kind)) continue;
    if (attempts > 0 || dueAt <= now) return dueAt;
  }
  return null;
}

/** Somebody was told of the question before. */
function isRepeat(kind: OutboxKind): boolean {
  return kind === 'wait.reminder' || kind === 'wait.escalated';
}

/** An error is told with each message. */
async function destinationOf(
  options: OutboxOptions,
  recipient: string,
): Promise<FoundDestination | PushDestination | 'elsewhere' | Undeliverable> {
  try {
    return await findDestination(options, recipient);
  } catch (error) {
    if (error instanceof Undeliverable) return error;
    throw error;
  }
}

/** False when the destination did not take it and may take none now. */
async function tryOne(
  services: DeliveryServices,
  options: OutboxOptions,
  given: Omit<Deliverer, 'isLeaving'> & {
    readonly record: OutboxRecord;
    readonly found: FoundDestination | PushDestination | Undeliverable;
  },
): Promise<boolean> {
  const { record, found, owner, signal } = given;
  const { records, clock } = services;
  const { retryMs = usualRetryMs } = options;
  const { id, user } = record;
  const destination = found instanceof Undeliverable ? null : found.name;
  const settle = (
    outcome: Pick<OutboxRecord, 'status' | 'attempts' | 'dueAt' | 'error'>,
  ): PromiseLike<boolean> | boolean =>
    records.outbox.settle({ id, user, owner, now: clock.now(), destination, ...outcome });
  const attempts = record.attempts + 1;
  try {
    let isWanted = await isStillWanted(services, record);
    if (isWanted) {
      if (found instanceof Undeliverable) throw found;
      if (found.kind === 'push') isWanted = await found.send(record, signal);
      else await send(services, options, { found, record, signal });
    }
    const status = isWanted ? 'delivered' : 'dropped';
    await settle({
      status,
      attempts: isWanted ? attempts : record.attempts,
      dueAt: null,
      error: null,
    });
    return true;
  } catch (error) {
    // It is being stopped: the claim expires, and the next server sends it again.
    if (signal.aborted) return false;
    const message = error instanceof Error ? error.message : String(error);
    const delayMs = error instanceof Undeliverable ? undefined : retryMs[attempts - 1];
    const isDead = delayMs === undefined;
    // Once when it begins to fail and once when it is given up: the list has the rest.
    if (isDead || attempts === 1) services.onProblem(problemOf(record, error));
    const dueAt = isDead ? null : clock.now() + delayMs;
    await settle({
      status: isDead ? 'dead' : 'pending',
      attempts,
      dueAt,
      error: message.slice(0, 2000),
    });
    return error instanceof Undeliverable;
  }
}

/** For the operator, with the cause. */
function problemOf({ id, recipient }: OutboxRecord, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Error(`The message ${id} to ${recipient} was not delivered: ${why}`, { cause });
}

/** Nobody is asked for an answer that has been given (D5). */
async function isStillWanted({ engine }: DeliveryServices, record: OutboxRecord): Promise<boolean> {
  const { wait, kind } = record;
  if (wait === null || !isRepeat(kind)) return true;
  try {
    return (await engine.waits.get(wait)).status === 'open';
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return false;
    throw error;
  }
}

async function send(
  { links, place, clock }: DeliveryServices,
  { post }: OutboxOptions,
  sent: {
    readonly found: FoundDestination;
    readonly record: OutboxRecord;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { found, record, signal } = sent;
  const { recipient, wait, linkUntil } = record;
  const link =
    wait === null || linkUntil === null || links === null
      ? null
      : links.sign({ wait, recipient, until: linkUntil });
  await sendTo(found, record, { link, source: place(), now: clock.now(), signal, post });
}

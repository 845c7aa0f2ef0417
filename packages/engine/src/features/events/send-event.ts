// Events
// A named event is delivered to every open wait for it whose condition holds; when it is addressed to a run without such a
// wait, it is kept until the run has one.
//
// V1. An event answers a wait as a person would: through `accept`, into the journal, once.
// V2. A kept event is consumed in the same append as the answer that it gives.
// V3. An event with whose data the condition of a wait cannot be computed answers it with that failure.
import type { Failure, Json, RunId } from '@skein/kernel';
import {
  EngineError,
  hasEnded,
  type Page,
  type RunStatus,
  type WaitFilter,
  type WaitRecord,
} from '@skein/ports';
import type { SentEvent } from '../../cluster/remote-command.ts';
import { runOnOwner, type OwnerRuntime } from '../../cluster/commands/run-on-owner.ts';
import { findDriver } from '../../cluster/find-run.ts';
import type { Peers } from '../../cluster/peers.ts';
import { isStoreUnavailable, tryLater } from '../../cluster/try-later.ts';
import { activationOf } from '../../core/run/activation-of.ts';
import { updateSettled } from '../../core/driver/update-settled.ts';
import { unplaced } from '../../core/run/draft.ts';
import type { DrivenRun, SentByFunction } from '../../core/run/driven-run.ts';
import type { Emission, OpenWait } from '../../core/run/open-things.ts';
import type { Ports } from '../../engine-ports.ts';
import { failureOf } from '../../state/values/failure-of.ts';
import type { AnswerRuntime } from '../waits/answer-wait.ts';
import { acceptAnswer, checkAnswerAhead, giveAnswer, isLate } from '../waits/give-answer.ts';
import { eventFits } from './event-fits.ts';

export type EventRuntime = AnswerRuntime &
  OwnerRuntime &
  Ports<'isolatesUsers' | 'ceilings'> &
  Pick<Peers, 'sends'>;

const keptMax = 1000;

export interface Sent {
  readonly delivered: number;
  readonly kept: boolean;
}

export function sendEvent(runtime: EventRuntime, event: SentEvent): Promise<Sent> {
  return runtime.sends.during(() => send(runtime, event));
}

async function send(runtime: EventRuntime, event: SentEvent): Promise<Sent> {
  const { name, run, user } = event;
  const ended = run === undefined ? null : await endedStatus(runtime, run);
  if (run !== undefined && ended !== null)
    return sentToEnded(runtime, { run, event, status: ended });
  if (run !== undefined && runtime.host !== null && !runtime.drivers.has(run)) {
    return runtime.host.deliver({ ...event, run });
  }
  let delivered = 0;
  for (const record of await waitsFor(runtime, {
    event: name,
    ...(run === undefined ? {} : { run }),
    ...(user === undefined ? {} : { user }),
  })) {
    if (await deliver(runtime, record, event)) delivered += 1;
  }
  if (run === undefined || delivered > 0) return { delivered, kept: false };
  if (event.isRepeated === true && (await hasTaken(runtime, run, event.id))) {
    return { delivered, kept: false };
  }
  return keepEvent(runtime, run, event);
}

/** Sends the event of a function. */
export async function sendFrom(
  runtime: EventRuntime,
  { origin }: Pick<DrivenRun, 'origin'>,
  event: SentByFunction,
): Promise<void> {
  const whose = runtime.isolatesUsers ? { user: origin.user ?? '' } : {};
  await sendEvent(runtime, { ...event, ...whose });
}

/** Sends the event of an `emit` node, then completes the node. */
export async function sendEmission(
  runtime: EventRuntime,
  from: DrivenRun,
  emission: Emission,
  tries = 1,
): Promise<void> {
  const { node, activation, name, data } = emission.effect;
  const id = `${from.id}/${node}/${activation}`;
  const isRepeated = emission.isRepeated || tries > 1;
  emission.isInFlight = true;
  try {
    const whose = runtime.isolatesUsers ? { user: from.origin.user ?? '' } : {};
    const told = data === undefined ? {} : { data };
    await sendEvent(runtime, { id, name, ...told, ...whose, isRepeated });
  } catch (error) {
    emission.isInFlight = false;
    // Whoever opens the run next sends it, to those who do not have it yet.
    if (runtime.isDraining) return;
    if (tries < emissionTriesMax || isStoreUnavailable(error))
      sendLater(runtime, from, emission, tries);
    else failEmission(from, emission, error);
    return;
  }
  const value = data === undefined ? {} : { value: data };
  from.post({ ...unplaced, type: 'node.completed', node, activation, ...value }, emission);
  emission.isInFlight = false;
}

const emissionTriesMax = 6;
const emissionRetryMs = 500;

/** Some runs have it already, some not: a store or a run was unavailable. */
function sendLater(
  runtime: EventRuntime,
  from: DrivenRun,
  emission: Emission,
  tries: number,
): void {
  const { clock } = runtime;
  const delayMs = emissionRetryMs * 2 ** Math.min(tries, emissionTriesMax);
  emission.disarm = clock.setTimer(clock.now() + delayMs, () => {
    if (!emission.live) return;
    sendEmission(runtime, from, emission, tries + 1).catch(runtime.onProblem);
  });
}

function failEmission(from: DrivenRun, emission: Emission, error: unknown): void {
  const { node, activation } = emission.effect;
  const attempt = activationOf(from, { node, activation })?.attempt ?? 1;
  const failure = failureOf(error);
  from.post({ ...unplaced, type: 'attempt.failed', node, activation, attempt, failure }, emission);
}

/** A wait for an event has opened: the event may have arrived first. */
export async function lookForKeptEvents(
  runtime: EventRuntime,
  driver: DrivenRun,
  wait: OpenWait,
): Promise<void> {
  const { lookingWaits } = driver.inFlight;
  lookingWaits.add(wait);
  try {
    await deliverKeptEvents(runtime, driver, wait);
  } catch (error) {
    if (isStoreUnavailable(error)) {
      tryLater(runtime, error, () => {
        if (wait.live) lookForKeptEvents(runtime, driver, wait).catch(runtime.onProblem);
      });
      return;
    }
    lookingWaits.delete(wait);
    throw error;
  }
  lookingWaits.delete(wait);
  // Else its driver looks when what it writes is written.
  if (!driver.isGone && !driver.isBusy) updateSettled(driver);
}

async function deliverKeptEvents(
  runtime: EventRuntime,
  driver: DrivenRun,
  wait: OpenWait,
): Promise<void> {
  const { takenEvents } = driver.inFlight;
  for (const kept of await runtime.store.keptEvents.list(driver.id)) {
    if (!wait.live || wait.takes !== null) return;
    if (kept.name !== wait.event || takenEvents.has(kept.id)) continue;
    const data = kept.data ?? null;
    const fits = eventFits(driver, wait, { data, at: runtime.clock.now() });
    if (fits === false) continue;
    wait.takes = kept.id;
    takenEvents.add(kept.id);
    if (await tryAnswer(runtime, { driver, wait, data, event: kept.id, fits })) return;
    wait.takes = null;
    takenEvents.delete(kept.id);
  }
}

async function endedStatus(runtime: EventRuntime, run: RunId): Promise<RunStatus | null> {
  const record = await runtime.store.runs.get(run);
  if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  return hasEnded(record) ? record.status : null;
}

/** Who sends again because the first reply was lost is told the same; what is new comes too late. */
async function sentToEnded(
  runtime: EventRuntime,
  given: { readonly run: RunId; readonly event: SentEvent; readonly status: RunStatus },
): Promise<Sent> {
  const { run, status } = given;
  const { id, isRepeated } = given.event;
  if (isRepeated === true) {
    if (await hasTaken(runtime, run, id)) return { delivered: 0, kept: false };
    const kept = await runtime.store.keptEvents.list(run);
    if (kept.some((event) => event.id === id)) return { delivered: 0, kept: true };
  }
  throw new EngineError('RUN_ENDED', { run, status });
}

async function waitsFor(runtime: EventRuntime, filter: WaitFilter): Promise<readonly WaitRecord[]> {
  const found: WaitRecord[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<WaitRecord> = await runtime.store.waits.list(
      cursor === null ? filter : { ...filter, cursor },
    );
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

async function deliver(
  runtime: EventRuntime,
  record: WaitRecord,
  event: SentEvent,
): Promise<boolean> {
  // The wait already determines the addressed run.
  const { run: _, user: __, ...told } = event;
  const command = { do: 'event', wait: record.id, event: told } as const;
  return (await runOnOwner(runtime, record.run, command)) === true;
}

/** Delivers to a wait of a run that this process drives; false when the event does not match, or came too late. */
export async function deliverEvent(
  runtime: EventRuntime,
  record: WaitRecord,
  event: SentEvent,
): Promise<boolean> {
  const driver = await findDriver(runtime, record.run);
  const wait = driver?.inFlight.waits.get(record.id);
  if (driver === null || wait === undefined) return false;
  const data = event.data ?? null;
  const fits = eventFits(driver, wait, { data, at: runtime.clock.now() });
  if (fits === false) return false;
  if (event.isRepeated === true && (await hasTaken(runtime, record.run, event.id))) return false;
  return tryAnswer(runtime, { driver, wait, data, event: event.id, fits });
}

async function hasTaken(runtime: EventRuntime, run: RunId, event: string): Promise<boolean> {
  const rows = (await runtime.store.runs.journal(run)) ?? [];
  return rows.some((row) => row.type === 'wait.answered' && row.by === answerer(event));
}

async function tryAnswer(
  runtime: EventRuntime,
  given: {
    readonly driver: DrivenRun;
    readonly wait: OpenWait;
    readonly data: Json;
    readonly event: string;
    readonly fits: true | Failure;
  },
): Promise<boolean> {
  const { driver, wait, data, event, fits } = given;
  try {
    if (fits !== true) {
      await giveAnswer({
        driver,
        wait,
        accepted: { answer: data, failure: fits },
        by: answerer(event),
      });
      return true;
    }
    const ahead = checkAnswerAhead(runtime, { driver, wait, answer: data });
    if (ahead !== undefined) await ahead;
    const accepted = acceptAnswer(runtime, { driver, wait, answer: data });
    await giveAnswer({ driver, wait, accepted, by: answerer(event) });
    return true;
  } catch (error) {
    const isRefused = error instanceof EngineError && error.code === 'ANSWER_REFUSED';
    if (isLate(error) || isRefused) return false;
    throw error;
  }
}

function answerer(event: string): string {
  return `event:${event}`;
}

async function keepEvent(
  runtime: EventRuntime,
  run: RunId,
  { id, name, data }: SentEvent,
): Promise<Sent> {
  const { keptEvents } = runtime.store;
  const kept = (await keptEvents.list(run)).length;
  if (kept >= keptMax) throw new EngineError('EVENT_REFUSED', { run, kept });
  await keptEvents.keep(run, {
    id,
    name,
    ...(data === undefined ? {} : { data }),
    at: runtime.clock.now(),
  });
  // Its wait may have opened while the event was being kept, and have found nothing.
  const driver = runtime.drivers.get(run);
  for (const wait of driver?.inFlight.waits.values() ?? []) {
    if (driver !== undefined && wait.event === name) await deliverKeptEvents(runtime, driver, wait);
  }
  return { delivered: 0, kept: true };
}

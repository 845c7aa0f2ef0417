// The schedule of all triggers
// C1. Every tick is claimed in the store, so that one of several servers fires it; the claim of a dead server expires.
// C2. The run of a tick is started under the name of the tick: firing it twice is idempotent.
// C3. A tick is missed when it is more than a minute late. Of missed ticks the last is fired (`last`), none (`none`), or
//     each (`all`); the trigger's history says which were left out.
// C4. A trigger that was saved without its next tick is planned first, under a claim as well.
// C5. Delivery ids are deleted after a week; signatures expire after minutes.
import { isObject, ownValue, type Json } from '@skein/api';
import { EngineError, unplannedTick, type ServerRecords, type TriggerRecord } from '@skein/ports';
import { addToHistory, fireTrigger, type FiringServices } from './fire-trigger.ts';
import {
  hasTimes,
  lastFire,
  nextFire,
  readSchedule,
  type CatchUp,
  type Schedule,
} from './next-fire.ts';
import { settingsIn } from './trigger-record.ts';
import { isoTime } from '../../values/iso-time.ts';

export interface SchedulerServices extends FiringServices {
  readonly records: Pick<ServerRecords, 'triggers' | 'triggerHistory' | 'deliveries'>;
  readonly onBug: (error: unknown, reference: string) => void;
  /** Done every hour, beside what is due. */
  readonly everyHour?: () => Promise<unknown>;
  /** For schedules that do not say it themselves; default: `last`. */
  readonly catchUp?: CatchUp | undefined;
}

export interface Scheduler {
  /** Fires what is due; returns how many ticks this server fired. */
  fireDue(): Promise<number>;
  /** Also to look at once: a schedule has changed. */
  start(): void;
  stop(): void;
}

const claimMs = 60_000;
/** A tick that is this late was missed. */
const lateMs = 60_000;
const atOnce = 100;
/** Among how many due triggers users take turns. */
const lookedAt = 5000;
const sleepMaxMs = 5000;
const keepDeliveriesMs = 7 * 24 * 3_600_000;
const pruneEveryMs = 3_600_000;

export function scheduler(services: SchedulerServices, owner: string): Scheduler {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let prunedAt = Number.NEGATIVE_INFINITY;

  async function fireDue(): Promise<number> {
    const { records, clock } = services;
    await prune();
    let fired = 0;
    const due = await records.triggers.due(clock.now(), lookedAt);
    for (const trigger of inTurns(due).slice(0, atOnce)) {
      if (isStopped) break;
      if (await fireTick(services, trigger, owner)) fired += 1;
    }
    return fired;
  }

  async function prune(): Promise<void> {
    const now = services.clock.now();
    if (now - prunedAt < pruneEveryMs) return;
    prunedAt = now;
    await services.records.deliveries.prune(now - keepDeliveriesMs);
    // It may take long, and no tick waits for it.
    services.everyHour?.().catch((error: unknown) => {
      if (!isStopped) services.onBug(error, 'retention');
    });
  }

  async function round(): Promise<void> {
    try {
      const fired = await fireDue();
      const next = fired === 0 ? await services.records.triggers.nextDue() : 0;
      const now = services.clock.now();
      const wait = next === null ? sleepMaxMs : Math.min(sleepMaxMs, Math.max(0, next - now));
      plan(Math.max(wait, 20));
    } catch (error) {
      if (!isStopped) services.onBug(error, 'schedule');
      plan(sleepMaxMs);
    }
  }

  function plan(ms: number): void {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => void round(), ms);
    timer.unref();
  }

  return {
    fireDue,
    start: () => plan(0),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The first of each user, then the second of each: a thousand triggers of one do not delay those of the others. */
export function inTurns<T extends { readonly user: string }>(due: readonly T[]): readonly T[] {
  const byUser = Map.groupBy(due, ({ user }) => user);
  const queues = [...byUser.values()];
  const turns: T[] = [];
  for (let turn = 0; turns.length < due.length; turn++) {
    for (const queue of queues) turns.push(...queue.slice(turn, turn + 1));
  }
  return turns;
}

async function fireTick(
  services: SchedulerServices,
  trigger: TriggerRecord,
  owner: string,
): Promise<boolean> {
  const { records, clock } = services;
  const { id, user, nextFireAt: tick } = trigger;
  const now = clock.now();
  if (tick === null) return false;
  const isOurs = await records.triggers.claimTick({
    id,
    user,
    tick,
    owner,
    now,
    until: now + claimMs,
  });
  if (!isOurs) return false;
  if (tick === unplannedTick) {
    const nextFireAt = await firstTick(services, trigger);
    await records.triggers.settleTick({ id, user, tick, owner, nextFireAt });
    return false;
  }
  const planned = await planTick(services, trigger, tick);
  if (planned.fires !== null && !(await startRun(services, trigger, planned.fires))) return false;
  if (planned.skipped !== null) {
    const data = { tick: isoTime(tick), until: isoTime(planned.skipped) };
    await addToHistory(services, trigger, { outcome: 'missed', run: null, data });
  }
  await records.triggers.settleTick({ id, user, tick, owner, nextFireAt: planned.next });
  return true;
}

interface TickPlan {
  /** The tick that starts a run. */
  readonly fires: number | null;
  /** The last of those that do not. */
  readonly skipped: number | null;
  readonly next: number | null;
}

function planTick(
  services: SchedulerServices,
  trigger: TriggerRecord,
  tick: number,
): Promise<TickPlan> {
  return orNoted<TickPlan>(services, trigger, { fires: null, skipped: null, next: null }, () => {
    const schedule = readSchedule(settingsIn(trigger).config);
    const catchUp = schedule.catchUp ?? services.catchUp ?? 'last';
    const { fires, skipped } = pickTick({ ...schedule, catchUp }, tick, services.clock.now());
    return { fires, skipped, next: nextFire(schedule, fires ?? skipped ?? tick) };
  });
}

/** Null when its settings cannot be used. */
async function firstTick(
  services: SchedulerServices,
  trigger: TriggerRecord,
): Promise<number | null> {
  const { config } = settingsIn(trigger);
  // Without times it is incomplete, which its diagnostics say.
  if (!hasTimes(config)) return null;
  return orNoted(services, trigger, null, () =>
    nextFire(readSchedule(config), services.clock.now()),
  );
}

/** A schedule that cannot be read stops by itself, with an entry in its history, and delays no other. */
async function orNoted<T>(
  services: SchedulerServices,
  trigger: TriggerRecord,
  otherwise: T,
  plan: () => T,
): Promise<T> {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const data = { code: error.code, message: error.message };
    await addToHistory(services, trigger, { outcome: 'failed', run: null, data });
    return otherwise;
  }
}

function pickTick(schedule: Schedule, tick: number, now: number): Omit<TickPlan, 'next'> {
  const isMissed = now - tick > lateMs;
  if (!isMissed || schedule.catchUp === 'all') return { fires: tick, skipped: null };
  if (schedule.catchUp === 'none') {
    return { fires: null, skipped: lastFire(schedule, tick, now - lateMs - 1) };
  }
  const last = lastFire(schedule, tick, now);
  return { fires: last, skipped: last === tick ? null : lastFire(schedule, tick, last - 1) };
}

/** What its runs are given in place of the time; undefined: nothing was set. */
function inputOf(trigger: TriggerRecord): Json | undefined {
  const { config } = settingsIn(trigger);
  return isObject(config) ? ownValue(config, 'input') : undefined;
}

/** False when the engine is too busy: the tick is fired again when the claim has expired. */
async function startRun(
  services: SchedulerServices,
  trigger: TriggerRecord,
  tick: number,
): Promise<boolean> {
  const name = isoTime(tick);
  try {
    await fireTrigger(services, trigger, {
      data: inputOf(trigger) ?? { scheduled_at: name },
      name,
    });
  } catch (error) {
    // It is in the trigger's history.
    if (!(error instanceof EngineError)) services.onBug(error, `trigger ${trigger.id}`);
    else if (error.status === 429 || error.status === 503) return false;
  }
  return true;
}

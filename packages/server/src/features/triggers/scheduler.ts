// The schedule of all triggers
// C1. Every tick is claimed in the store, so that one of several servers fires it; the claim of a dead server expires.
// C2. The run of a tick is started under the name of the tick: firing it twice is idempotent.
// C3. Missed ticks are fired once (`last`), not at all (`none`), or each (`all`).
// C4. A trigger that was saved without its next tick is planned first, under a claim as well.
// C5. Delivery ids are deleted after a week; signatures expire after minutes.
import { isObject, ownValue } from '@skein/api';
import { EngineError, unplannedTick, type ServerRecords, type TriggerRecord } from '@skein/ports';
import { addToHistory, fireTrigger, type FiringServices } from './fire-trigger.ts';
import { nextFire, readSchedule } from './next-fire.ts';
import { settingsIn } from './trigger-record.ts';

export interface SchedulerServices extends FiringServices {
  readonly records: Pick<ServerRecords, 'triggers' | 'triggerHistory' | 'deliveries'>;
  readonly onBug: (error: unknown, reference: string) => void;
}

export interface Scheduler {
  /** Fires what is due; returns how many ticks this server fired. */
  fireDue(): Promise<number>;
  start(): void;
  stop(): void;
}

const claimMs = 60_000;
/** A tick that is this late was missed. */
const lateMs = 60_000;
const atOnce = 100;
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
    for (const trigger of await records.triggers.due(clock.now(), atOnce)) {
      if (await fireTick(services, trigger, owner)) fired += 1;
    }
    return fired;
  }

  async function prune(): Promise<void> {
    const now = services.clock.now();
    if (now - prunedAt < pruneEveryMs) return;
    prunedAt = now;
    await services.records.deliveries.prune(now - keepDeliveriesMs);
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
  const schedule = readSchedule(settingsIn(trigger).config);
  const isMissed = now - tick > lateMs;
  if (isMissed && schedule.catchUp === 'none') {
    const data = { tick: new Date(tick).toISOString() };
    await addToHistory(services, trigger, { outcome: 'missed', run: null, data });
  } else {
    const scheduledAt = new Date(tick).toISOString();
    try {
      await fireTrigger(services, trigger, {
        data: { scheduled_at: scheduledAt },
        name: scheduledAt,
      });
    } catch (error) {
      // It is in the trigger's history. A tick that the engine is too busy for is fired again when the claim has expired.
      const isBusy = error instanceof EngineError && (error.status === 429 || error.status === 503);
      if (isBusy) return false;
      if (!(error instanceof EngineError)) services.onBug(error, `trigger ${id}`);
    }
  }
  const from = schedule.catchUp === 'all' ? tick : Math.max(tick, now);
  const nextFireAt = nextFire(schedule, from);
  await records.triggers.settleTick({ id, user, tick, owner, nextFireAt });
  return true;
}

/** Null when its settings cannot be used; that is in its history. */
async function firstTick(
  services: SchedulerServices,
  trigger: TriggerRecord,
): Promise<number | null> {
  const { config } = settingsIn(trigger);
  // Without times it is incomplete, which its diagnostics say.
  if (!isObject(config) || (ownValue(config, 'cron') ?? '') === '') return null;
  try {
    return nextFire(readSchedule(config), services.clock.now());
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const data = { code: error.code, message: error.message };
    await addToHistory(services, trigger, { outcome: 'failed', run: null, data });
    return null;
  }
}

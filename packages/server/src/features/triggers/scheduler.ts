// The schedule of all triggers
// C1. Every tick is claimed in the store, so of several servers one fires it; a claim of one that died ends by itself.
// C2. A run of a tick is started under the name of the tick: firing it twice starts it once.
// C3. Ticks that nobody was there for are fired once (`last`), not at all (`none`), or each (`all`).
// C4. Ids of deliveries are forgotten after a week; a signature is old after minutes.
import { EngineError, type TriggerRecord } from '@skein/ports';
import type { Services } from '../../handlers/services.ts';
import { fireTrigger, note } from './fire-trigger.ts';
import { nextFire, readSchedule } from './next-fire.ts';
import { settingsIn } from './trigger-record.ts';

export interface Scheduler {
  /** Fires what is due; gives back how many ticks this server fired. */
  fireDue(): Promise<number>;
  start(): void;
  stop(): void;
}

const claimMs = 60_000;
/** A tick that is older than this was missed. */
const lateMs = 60_000;
const atOnce = 100;
const sleepMaxMs = 5000;
const keepDeliveriesMs = 7 * 24 * 3_600_000;
const pruneEveryMs = 3_600_000;

export function scheduler(services: Services, owner: string): Scheduler {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let prunedAt = Number.NEGATIVE_INFINITY;

  async function fireDue(): Promise<number> {
    const { store, clock } = services;
    await prune();
    let fired = 0;
    for (const trigger of await store.triggers.due(clock.now(), atOnce)) {
      if (await fireTick(services, trigger, owner)) fired += 1;
    }
    return fired;
  }

  async function prune(): Promise<void> {
    const now = services.clock.now();
    if (now - prunedAt < pruneEveryMs) return;
    prunedAt = now;
    await services.store.deliveries.prune(now - keepDeliveriesMs);
  }

  async function round(): Promise<void> {
    try {
      const fired = await fireDue();
      const next = fired === 0 ? await services.store.triggers.nextDue() : 0;
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
  services: Services,
  trigger: TriggerRecord,
  owner: string,
): Promise<boolean> {
  const { store, clock } = services;
  const { id, user, nextFireAt: tick } = trigger;
  const now = clock.now();
  if (tick === null) return false;
  const isOurs = await store.triggers.claimTick({
    id,
    user,
    tick,
    owner,
    now,
    until: now + claimMs,
  });
  if (!isOurs) return false;
  const schedule = readSchedule(settingsIn(trigger).config);
  const isMissed = now - tick > lateMs;
  if (isMissed && schedule.catchUp === 'none') {
    const data = { tick: new Date(tick).toISOString() };
    await note(services, trigger, { outcome: 'missed', run: null, data });
  } else {
    const scheduledAt = new Date(tick).toISOString();
    try {
      await fireTrigger(services, trigger, {
        data: { scheduled_at: scheduledAt },
        name: scheduledAt,
      });
    } catch (error) {
      // It is in the history of the trigger; what the engine is too busy for comes again when the claim has ended.
      const isBusy = error instanceof EngineError && (error.status === 429 || error.status === 503);
      if (isBusy) return false;
      if (!(error instanceof EngineError)) services.onBug(error, `trigger ${id}`);
    }
  }
  const from = schedule.catchUp === 'all' ? tick : Math.max(tick, now);
  const nextFireAt = nextFire(schedule, from);
  await store.triggers.settleTick({ id, user, tick, owner, nextFireAt });
  return true;
}

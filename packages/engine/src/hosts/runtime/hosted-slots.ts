// Slots across runs, for runs that another system drives
// What a run asks for is asked while its message is handled. Whoever gets a slot by it hears of it by a message, and asks again; so does
// a run that waits, from time to time, for what ends without a word.
import type { ActivationName } from '@skein/kernel';
import type { SlotNews } from '@skein/ports';
import {
  deadlockError,
  findDeadlock,
  type DeadlockRuntime,
} from '../../cluster/slots/find-deadlock.ts';
import { slotAsk, slotNames, wantsOf } from '../../cluster/slots/slot-names.ts';
import { failureOf } from '../../state/values/failure-of.ts';
import { slotPlace } from '../../core/driver/in-flight.ts';
import { unplaced } from '../../core/run/draft.ts';
import type { DrivenRun } from '../../core/run/driven-run.ts';
import type { OpenSlot } from '../../core/run/open-things.ts';
import { slotName, type Order } from '../messages/order.ts';

interface HostedSlotsRuntime extends DeadlockRuntime {
  readonly store: DeadlockRuntime['store'] & {
    write(run: DrivenRun['id'], epoch: number): Promise<void>;
  };
  readonly order: (order: Order, source?: { readonly live: boolean }) => void;
}

/** How soon a run that waits looks for itself. */
const lookMs = 5000;

export async function takeHosted(
  runtime: HostedSlotsRuntime,
  driver: DrivenRun,
  slot: OpenSlot,
): Promise<void> {
  const { clock, store } = runtime;
  // A slot of a run that is not in the store would be one of nobody.
  await store.write(driver.id, driver.epoch);
  for (const want of wantsOf(slot)) {
    if (!slot.live || store.slots === undefined) return;
    const asked = slotAsk(driver, slot.effect, want);
    const news = await store.slots.ask(asked, clock.now());
    wakeOthers(runtime, driver, news);
    if (news.granted.some(({ id }) => id === asked.id)) continue;
    const lost = news.superseded.find(({ id }) => id === asked.id);
    const { node, activation } = slot.effect;
    if (lost !== undefined && node !== undefined && activation !== undefined) {
      const { by } = lost;
      driver.post({ ...unplaced, type: 'slot.superseded', node, activation, by }, slot);
      return;
    }
    // What is above it may hold the slot; the first look is made when that has heard that it waits.
    const deadlock = await findDeadlock(runtime, driver, asked.id);
    if (deadlock !== null && slot.live) {
      const failure = failureOf(deadlockError(driver.id, deadlock));
      driver.post({ ...unplaced, type: 'slot.refused', ...placeOf(slot), failure }, slot);
      return;
    }
    const at = Math.min(news.nextAt ?? Infinity, clock.now() + lookMs);
    const name = slotName(slotPlace(slot.effect));
    runtime.order({ do: 'arm', name, at, message: { type: 'wake' } }, slot);
    return;
  }
  if (slot.isGranted || !slot.live) return;
  driver.post({ ...unplaced, type: 'slot.granted', ...placeOf(slot) }, slot);
}

function placeOf({ effect: { node, activation } }: OpenSlot): Partial<ActivationName> {
  return node === undefined || activation === undefined ? {} : { node, activation };
}

export async function freeHosted(
  runtime: HostedSlotsRuntime,
  driver: DrivenRun,
  slot: OpenSlot,
): Promise<void> {
  const { clock, store } = runtime;
  runtime.order({ do: 'stop', name: slotName(slotPlace(slot.effect)) });
  const news = await store.slots?.free(slotNames(driver, slot.effect), clock.now());
  if (news !== undefined) wakeOthers(runtime, driver, news);
}

function wakeOthers(
  { order }: HostedSlotsRuntime,
  { id }: DrivenRun,
  { granted, superseded }: SlotNews,
): void {
  for (const run of new Set([...granted, ...superseded].map((slot) => slot.run))) {
    if (run !== id) order({ do: 'tell', run, message: { type: 'wake' } });
  }
}

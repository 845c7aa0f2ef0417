// Who has the slots across runs that a run waits for, and how many go before it.
import {
  askedSlots,
  type AskedSlots,
  type NodeId,
  type RunId,
  type RunState,
  wantInWords,
  type SlotWant,
} from '@skein/kernel';
import type { SlotRecord } from '@skein/ports';
import { inTakingOrder, slotId, slotKey, type AskingRun } from '../../cluster/slots/slot-names.ts';

export interface SlotLists {
  readonly shared: { list(key: string, limit: number): Promise<readonly SlotRecord[]> };
}

/** A limit across runs that a run, or an activation of it, has a slot of or waits for. */
export type RunJsonSlot = {
  /** Absent: the run itself. */
  readonly node?: NodeId;
  readonly activation?: number;
  readonly keys: readonly string[];
  readonly isGranted: boolean;
  /** Who has what is waited for: runs, without repeats. */
  readonly heldBy?: readonly RunId[];
  /** How many go first. */
  readonly ahead?: number;
};

/** How far a queue is looked at. */
const listMax = 1000;

interface WaitingRun extends AskingRun {
  readonly state: RunState;
}

/** Nothing where there are none, as in most runs. */
export async function heldSlots(
  runtime: SlotLists,
  run: WaitingRun,
): Promise<{ readonly slots?: readonly RunJsonSlot[] }> {
  const asked = askedSlots(run.state);
  if (asked.length === 0) return {};
  const slots: RunJsonSlot[] = [];
  for (const each of asked) {
    const { wants, isGranted, node, activation } = each;
    const place = node === undefined || activation === undefined ? {} : { node, activation };
    const keys = wants.map(({ key }) => key);
    const queue = isGranted ? {} : await findQueue(runtime, run, each);
    slots.push({ ...place, keys, isGranted, ...queue });
  }
  return { slots };
}

interface Queue {
  readonly heldBy: readonly RunId[];
  readonly ahead: number;
}

/** Of the first of its keys that it has no slot of. */
async function findQueue(
  runtime: SlotLists,
  run: WaitingRun,
  asked: AskedSlots,
): Promise<Partial<Queue>> {
  const id = slotId(run, asked);
  for (const want of inTakingOrder(asked.wants)) {
    const listed = await runtime.shared.list(slotKey(run, want), listMax);
    const own = listed.find((slot) => slot.id === id);
    if (own?.isGranted === true) continue;
    // Nobody holds it: the newest gets it when time has passed.
    if (want.quietMs !== undefined) return {};
    const holders = listed.filter(({ isGranted }) => isGranted);
    const queue = listed.filter(({ isGranted }) => !isGranted);
    const place = queue.findIndex((slot) => slot.id === id);
    const heldBy = [...new Set(holders.map((slot) => slot.run))];
    return { heldBy, ahead: place === -1 ? queue.length : place };
  }
  return {};
}

/** What `explain` says of slots that are waited for. */
export function slotsInWords(
  slots: readonly RunJsonSlot[],
): (wants: readonly SlotWant[]) => string {
  return (wants) => {
    const keys = wants.map(wantInWords).join(', ');
    const text = JSON.stringify(wants.map(({ key }) => key));
    const found = slots.find((slot) => !slot.isGranted && JSON.stringify(slot.keys) === text);
    const { heldBy = [], ahead } = found ?? {};
    if (ahead === undefined) return keys;
    const held = heldBy.length === 0 ? '' : `, held by run ${heldBy.join(', ')}`;
    return `${keys}${held}; ${ahead === 0 ? 'it is next' : `${ahead} before it`}`;
  };
}

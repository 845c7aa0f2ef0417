// How slots across runs are named in the store
// N1. A key begins with the user: the limits of two users never meet.
// N2. A key that is too long for a store is replaced by its hash.
import type { RunId, SlotEffect, SlotWant } from '@skein/kernel';
import type { SlotAsk, SlotName } from '@skein/ports';
import { shortKey } from '../../state/values/short-key.ts';

/** Of the run that asks, as names need it. */
export interface AskingRun {
  readonly id: RunId;
  readonly origin: { readonly user?: string };
}

const idLengthMax = 300;

export function slotKey({ origin }: Pick<AskingRun, 'origin'>, { key }: SlotWant): string {
  return shortKey(`${origin.user ?? ''}|${key}`);
}

export function slotId({ id }: AskingRun, { node, activation }: PlaceOfSlot): string {
  return node === undefined ? id : shortKey(`${id}/${node}#${activation ?? 0}`, idLengthMax);
}

/**
 * Everybody takes what is given back in the order of the keys: two who want the same never hold one of them each. Then what only time
 * frees.
 */
export function inTakingOrder(wants: readonly SlotWant[]): readonly SlotWant[] {
  if (wants.length < 2) return wants;
  return wants.toSorted(
    (a, b) =>
      Number(a.perMs !== undefined) - Number(b.perMs !== undefined) ||
      compareText(a.key, b.key) ||
      a.limit - b.limit,
  );
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

type PlaceOfSlot = Pick<SlotEffect, 'node' | 'activation'>;

export function slotNames(
  run: AskingRun,
  slot: PlaceOfSlot & Pick<SlotEffect, 'wants'>,
): readonly SlotName[] {
  return slot.wants.map((want) => ({ key: slotKey(run, want), id: slotId(run, slot) }));
}

export function slotAsk(run: AskingRun, effect: SlotEffect, want: SlotWant): SlotAsk {
  const { limit, perMs } = want;
  const { priority } = effect;
  const name = { key: slotKey(run, want), id: slotId(run, effect), run: run.id, limit, priority };
  return perMs === undefined ? name : { ...name, perMs };
}

// How slots across runs are named in the store
// N1. A key begins with the user: the limits of two users never meet.
// N2. A key that is too long for a store is replaced by its hash.
import type { RunId, SlotEffect, SlotWant } from '@skein/kernel';
import { withoutUndefined, type SlotAsk, type SlotName } from '@skein/ports';
import type { OpenSlot } from '../../core/run/open-things.ts';
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
 * First who is the newest: nobody holds anything meanwhile. Then everybody takes what is given back in the order of the keys: two who
 * want the same never hold one of them each. Then what only time frees.
 */
export function inTakingOrder(wants: readonly SlotWant[]): readonly SlotWant[] {
  if (wants.length < 2) return wants;
  const turn = ({ quietMs, perMs }: SlotWant) =>
    quietMs === undefined ? Number(perMs !== undefined) : -1;
  return wants.toSorted(
    (a, b) => turn(a) - turn(b) || compareText(a.key, b.key) || a.limit - b.limit,
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
  const { limit, perMs, quietMs, maxMs } = want;
  const { priority } = effect;
  const name = { key: slotKey(run, want), id: slotId(run, effect), run: run.id, limit, priority };
  return withoutUndefined({ ...name, perMs, quietMs, maxMs });
}

/** What is asked for: who has begun is the newest no more, and need not be. */
export function wantsOf({
  effect,
  isGranted,
}: Pick<OpenSlot, 'effect' | 'isGranted'>): readonly SlotWant[] {
  const wants = inTakingOrder(effect.wants);
  return isGranted ? wants.filter(({ quietMs }) => quietMs === undefined) : wants;
}

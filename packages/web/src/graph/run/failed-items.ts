// Items that failed in nodes that went on without them: such a node is completed, and yet somebody should look at it.
import { isObject, type RunEvent } from '@skein/kernel';
import { textAt } from '../own-keys.ts';
import { hasItems, itemsOf } from './items-of.ts';
import type { Replay } from './rebuild-run.ts';

export interface FailedItems {
  readonly activation: number;
  readonly failed: number;
  readonly of: number;
}

/** The graph and the chat both ask for them. */
const found = new WeakMap<Replay, ReadonlyMap<string, FailedItems>>();

/** By node, of the last time that it ran. */
export function failedItemsIn(replay: Replay): ReadonlyMap<string, FailedItems> {
  const known = found.get(replay) ?? countFailed(replay);
  found.set(replay, known);
  return known;
}

/** Most runs have no items, and a long one is not looked through for them. Only nodes that a first look finds are counted item by item. */
function countFailed(replay: Replay): ReadonlyMap<string, FailedItems> {
  const counted = new Map<string, FailedItems>();
  if (!replay.graph.nodes.some(({ id }) => hasItems(replay, id))) return counted;
  const last = new Map<string, number>();
  const suspects = new Set<string>();
  for (const { event, derived } of replay.moments) {
    for (const fact of derived)
      if (fact.type === 'activation.started') last.set(fact.node, fact.activation);
      else if (fact.type === 'items.taken' && fact.failed.length > 0) suspects.add(fact.node);
    const suspect = suspectIn(event);
    if (suspect !== null) suspects.add(suspect);
  }
  for (const node of suspects) {
    const activation = last.get(node);
    if (activation === undefined || !hasItems(replay, node)) continue;
    const rows = itemsOf(replay, { node, activation });
    const failed = rows.filter(({ status }) => status === 'failed').length;
    if (failed > 0) counted.set(node, { activation, failed, of: rows.length });
  }
  return counted;
}

/** The node of which an item failed, for good or at first. */
function suspectIn(event: RunEvent): string | null {
  if (event.type === 'child.finished') return event.status === 'completed' ? null : event.node;
  if (event.type !== 'step.recorded' || !isObject(event.value)) return null;
  return textAt(event.value, 'type') === 'each.failed' ? event.node : null;
}

export function failedItemWords({ failed, of }: Pick<FailedItems, 'failed' | 'of'>): string {
  return `${failed.toLocaleString('en')} of ${of.toLocaleString('en')} failed`;
}

import type { SlotRequest, SlotWant } from '../effects.ts';
import type { NodeId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import { toIsoTime } from '../references/civil-date.ts';
import type { SharedSlot } from '../state/living.ts';
import type { RunState } from '../state/run-state.ts';

/** Slots across runs that a run has, or waits for; without a node: the run itself. */
export interface AskedSlots extends SlotRequest {
  readonly node?: NodeId;
  readonly activation?: number;
  readonly isGranted: boolean;
}

/** That of the run first, then by node. */
export function askedSlots({ slot, nodes }: RunState): readonly AskedSlots[] {
  const asked: AskedSlots[] = [];
  if (slot !== null) asked.push(plain(slot));
  nodes.forEach(({ alive }) => {
    for (const { node, n, extra } of alive) {
      if (extra !== null && extra.slot !== null) {
        asked.push({ node: node.id, activation: n, ...plain(extra.slot) });
      }
    }
  });
  return asked;
}

function plain({ request, isGranted }: SharedSlot): AskedSlots {
  return { ...request, isGranted };
}

/** One of the things that it waits for, for people. */
export function wantInWords({ key, limit, quietMs }: SlotWant): string {
  return quietMs === undefined
    ? `"${key}" (at most ${limit})`
    : `"${key}" (the newest, when no newer one has come for ${quietMs} ms)`;
}

/** What it waits for before something begins; empty where there is nothing, as in most runs. */
export function slotsView(state: RunState): JsonObject {
  // A run that has not begun has no slots.
  if (state.quiet !== null) return quietView(state);
  const asked = askedSlots(state);
  if (asked.length === 0) return {};
  return {
    slots: asked.map(({ wants, isGranted, node, activation }) => {
      const keys = wants.map(({ key }) => key);
      if (node === undefined || activation === undefined) return { keys, isGranted };
      return { node, activation, keys, isGranted };
    }),
  };
}

/** Until when it waits for further starts, before it begins; empty once it has. */
export function quietView({ quiet }: RunState): {
  readonly quiet?: { readonly key: string; readonly until: string };
} {
  return quiet === null ? {} : { quiet: { key: quiet.key, until: toIsoTime(quiet.until) } };
}

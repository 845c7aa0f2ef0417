// Held tokens that wait only for each other
// A held token counts as alive for another join only while what it waits for is itself alive. With loops, joins can wait
// for each other in a cycle; no other engine we know of detects that.
import type { Graph } from '../graph/graph.ts';
import type { HeldGroup, Token } from '../state/living.ts';
import type { RunState } from '../state/run-state.ts';
import { firstTokens, mixedCandidate } from './candidate.ts';
import { findFeeder, type Feeder } from './find-feeder.ts';

/**
 * Null when something really alive can feed the group, else all groups it waits for, directly or indirectly, itself included.
 * Where support is found only by a detour, each group on the path watches it, so that its end is noticed.
 */
export function findUngrounded(
  graph: Graph,
  state: RunState,
  group: HeldGroup,
): readonly HeldGroup[] | null {
  const circle: HeldGroup[] = [group];
  const causedBy = new Map<
    HeldGroup,
    {
      readonly group: HeldGroup;
      readonly feeder: Feeder;
      readonly slot: number;
      readonly union: HeldGroup['tag'];
    } | null
  >([[group, null]]);
  for (let at = 0; at < circle.length; at++) {
    const current = circle[at] as HeldGroup;
    for (const start of firstTokens(current)) {
      const { union, missing } = mixedCandidate(current, start);
      for (const edge of missing) {
        const living = findFeeder(graph, state, { edge, union }, (feeder) => {
          const token = feeder.thing as Token;
          const holder = state.joins.held.get(token.edge.to.index)?.groups.get(token.tag);
          if (holder === undefined || causedBy.has(holder)) return;
          causedBy.set(holder, { group: current, feeder, slot: edge.slot, union });
          circle.push(holder);
        });
        if (living === null) continue;
        addWatch(current, living, edge.slot, union);
        for (let link = causedBy.get(current); link; link = causedBy.get(link.group)) {
          addWatch(link.group, link.feeder, link.slot, link.union);
        }
        return null;
      }
    }
  }
  return circle;
}

function addWatch(group: HeldGroup, feeder: Feeder, slot: number, union: HeldGroup['tag']): void {
  const { thing, path } = feeder;
  group.watches.push({ thing, path, passed: 0, slot, union });
  (thing.watchers ??= new Set()).add(group);
}

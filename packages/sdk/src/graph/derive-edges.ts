// Edges, derived from what each node waits for
// As few as possible: who waits for one that waited for another needs no edge from that other.
import type { JsonObject } from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import type { Draft, Exit } from './draft.ts';

/** The edges between drafts, which are in an order in which each comes behind what it needs. */
export function deriveEdges(drafts: readonly Draft[]): readonly JsonObject[] {
  const byId = new Map(drafts.map((draft) => [draft.id, draft]));
  const before = new Map<string, ReadonlySet<string>>();
  const edges: JsonObject[] = [];
  for (const draft of drafts) {
    before.set(draft.id, allBefore(draft, before));
    if (draft.node === null) continue;
    edges.push(...edgesInto(draft, byId, before));
  }
  return edges;
}

/** Everything that is over when this one runs, as far as its own flow goes. The head of a loop is a part of that. */
function allBefore(
  { id, needs, flow }: Draft,
  before: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const all = new Set(needs);
  for (const need of needs) for (const earlier of before.get(need) ?? []) all.add(earlier);
  if (flow.entry.node !== id) all.add(flow.entry.node);
  return all;
}

function edgesInto(
  { id, needs, from, flow }: Draft,
  byId: ReadonlyMap<string, Draft>,
  before: ReadonlyMap<string, ReadonlySet<string>>,
): readonly JsonObject[] {
  if (from !== undefined) return from.map((exit) => edge(exit, id));
  const last = lastOf([...needs], before);
  const exitsOf = (need: string) => byId.get(need)?.exits ?? [];
  if (last.length === 0) return [edge(flow.entry, id)];
  if (last.length === 1) return last.flatMap(exitsOf).map((exit) => edge(exit, id));
  return last.flatMap((need) => exitsOf(need).map((exit) => ({ ...edge(exit, id), in: need })));
}

/** Those that no other one of them waits for. */
function lastOf(
  needs: readonly string[],
  before: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  const passed = new Set(needs.flatMap((need) => [...(before.get(need) ?? [])]));
  return needs.filter((need) => !passed.has(need));
}

function edge({ node, port, isLoop }: Exit, to: string): JsonObject {
  const out = port === 'output' ? undefined : port;
  return withoutUndefined({ from: node, out, to, loop: isLoop });
}

import type { Watch } from '../state/living.ts';
import type { RunState } from '../state/run-state.ts';
import { roundOf, type Tag } from '../tags/tag.ts';
import { findHeldToken, findLivingActivation, findQueuedToken } from './living-things.ts';
import { startsNamedRound } from './pool.ts';

/**
 * The watched thing has moved on: usually it, or its result, is now further along the same path. Finding it there
 * saves a search backwards from the join at every step of a long branch.
 */
export function followWatch(
  state: RunState,
  watch: Watch,
  union: Tag,
): { readonly watch: Watch; readonly held: boolean } | null {
  if (watch.union !== union && startsNamedRound(watch, union)) return null;
  for (let passed = watch.passed; passed < watch.path.length; passed++) {
    const node = watch.path[passed]?.from;
    if (node === undefined) return null;
    const living = state.nodes.get(node.index);
    const active =
      living !== undefined && living.alive.length > 0 ? findLivingActivation(living, union) : null;
    if (active !== null) return { watch: { ...watch, thing: active, passed, union }, held: false };
    if (node.headOf !== null && roundOf(union, node.headOf.index) !== undefined) continue;
    const queued = findQueuedToken(state, node, union);
    if (queued !== null) return { watch: { ...watch, thing: queued, passed, union }, held: false };
    const last = watch.path.at(-1);
    if (last === undefined || node === last.to) continue;
    const token = findHeldToken(state, node, union);
    if (token !== null) return { watch: { ...watch, thing: token, passed, union }, held: true };
  }
  return null;
}

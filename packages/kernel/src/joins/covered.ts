// Which rounds `any` and `n-of` have already run for
// A token is absorbed when an earlier activation carries all of its rounds (SPEC K25). Nothing can ask for rounds that are
// over, so they are left out; what remains is short, or found by an index.
import type { RunState } from '../state/run-state.ts';
import { carriesAll, livingPart, roundsOf, type Tag } from '../tags/tag.ts';
import { addToIndex, createRecordIndex, hasCarrier } from '../tags/tag-index.ts';

/** Below this many tags a scan from the newest is faster than an index. */
const SCAN_MAX = 16;

export function isCovered(state: RunState, nodeIndex: number, tag: Tag): boolean {
  const covered = state.joins.covered.get(nodeIndex);
  if (covered === undefined) return false;
  const { tags } = covered;
  if (tags.length <= SCAN_MAX) {
    for (let i = tags.length - 1; i >= 0; i--) if (carriesAll(tags[i] as Tag, tag)) return true;
    return false;
  }
  if (covered.byTag === null) {
    covered.byTag = createRecordIndex();
    for (const each of tags) addToIndex(covered.byTag, each, each);
  }
  return hasCarrier(covered.byTag, tag);
}

export function cover(state: RunState, nodeIndex: number, tag: Tag): void {
  const covered = state.joins.covered.get(nodeIndex);
  if (covered === undefined) {
    state.joins.covered.set(nodeIndex, { tags: [tag], byTag: null });
    return;
  }
  covered.tags.push(tag);
  if (covered.byTag !== null) addToIndex(covered.byTag, tag, tag);
  const { length } = covered.tags;
  // Doubling keeps the cost per activation constant however many rounds stay alive.
  if (length < SCAN_MAX || (length & (length - 1)) !== 0) return;
  covered.tags = prunedTags(state, covered.tags);
  covered.byTag = null;
}

/** Tags with their living rounds only, each once; the empty one only when there is no other, because any other includes it. */
export function prunedTags(state: RunState, tags: readonly Tag[]): Tag[] {
  const left = new Map<string, Tag>();
  for (const tag of tags) {
    const living = livingPart(state.tags, tag);
    left.set(keyOf(living), living);
  }
  if (left.size > 1) left.delete('');
  return [...left.values()];
}

function keyOf(tag: Tag): string {
  return roundsOf(tag)
    .map(({ loop, round }) => `${loop}:${round}`)
    .join();
}

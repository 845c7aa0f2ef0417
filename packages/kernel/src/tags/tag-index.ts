// Finds what agrees with a tag without a scan.
// Items are grouped by the set of loops that their tags name. Within one set, a tag that names all those loops agrees with
// exactly one of the others, so a lookup is a hash; for sets that only overlap, a projection is indexed on first use.
import { agree, roundOf, type LoopSet, type Tag } from './tag.ts';

export interface TagIndex<Item> {
  readonly sets: Map<LoopSet, SetGroup<Item>>;
  readonly keyOf: (tag: Tag) => unknown;
}

interface SetGroup<Item> {
  readonly byTag: Map<unknown, { readonly tag: Tag; readonly items: Item[] }>;
  /** By the loops that a lookup shares with this set: items by their rounds of those loops. */
  projections: Map<string, Map<string, Set<Tag>>> | null;
}

/** For living things: their tags are equal exactly when they are the same object (Tags T1). */
export function createTagIndex<Item>(): TagIndex<Item> {
  return { sets: new Map(), keyOf: (tag) => tag };
}

/** For things that may be over: an equal tag may since have been created again, or read from a dump. */
export function createRecordIndex<Item>(): TagIndex<Item> {
  return {
    sets: new Map(),
    keyOf: (tag) => {
      let key = '';
      for (let link = tag; link.parent !== null; link = link.parent) key += `${link.round},`;
      return key;
    },
  };
}

export function addToIndex<Item>(index: TagIndex<Item>, tag: Tag, item: Item): void {
  let group = index.sets.get(tag.loops);
  if (group === undefined) {
    group = { byTag: new Map(), projections: null };
    index.sets.set(tag.loops, group);
  }
  const key = index.keyOf(tag);
  const known = group.byTag.get(key);
  if (known !== undefined) {
    known.items.push(item);
    return;
  }
  group.byTag.set(key, { tag, items: [item] });
  if (group.projections === null) return;
  for (const [shared, byRounds] of group.projections) addProjected(byRounds, shared, tag);
}

export function removeFromIndex<Item>(index: TagIndex<Item>, tag: Tag, item: Item): void {
  const group = index.sets.get(tag.loops);
  const key = index.keyOf(tag);
  const items = group?.byTag.get(key)?.items;
  if (group === undefined || items === undefined) return;
  const at = items.indexOf(item);
  if (at >= 0) items.splice(at, 1);
  if (items.length > 0) return;
  group.byTag.delete(key);
  if (group.byTag.size === 0) {
    index.sets.delete(tag.loops);
    return;
  }
  if (group.projections === null) return;
  for (const [shared, byRounds] of group.projections) {
    const rounds = projectionKey(tag, shared);
    const tags = byRounds.get(rounds);
    tags?.delete(tag);
    if (tags?.size === 0) byRounds.delete(rounds);
  }
}

/** Calls back with every item whose tag agrees, until the callback returns true; tells whether it did. */
export function findAgreeing<Item>(
  index: TagIndex<Item>,
  tag: Tag,
  visit: (item: Item) => boolean,
): boolean {
  for (const [loops, group] of index.sets) {
    if (loops === tag.loops) {
      if (visitAll(group.byTag.get(index.keyOf(tag))?.items, visit)) return true;
      continue;
    }
    const shared = sharedLoops(loops, tag.loops);
    if (shared === '') {
      for (const { items } of group.byTag.values()) if (visitAll(items, visit)) return true;
      continue;
    }
    for (const found of projectedTags(group, shared, tag)) {
      if (!agree(found, tag)) continue;
      if (visitAll(group.byTag.get(index.keyOf(found))?.items, visit)) return true;
    }
  }
  return false;
}

/** Whether an item's tag names every round that this one names. */
export function hasCarrier<Item>(index: TagIndex<Item>, tag: Tag): boolean {
  for (const [loops, group] of index.sets) {
    if (tag.parent === null) return true;
    if (loops === tag.loops) {
      if (group.byTag.has(index.keyOf(tag))) return true;
      continue;
    }
    if (loops.size <= tag.loops.size) continue;
    const shared = sharedLoops(loops, tag.loops);
    if (shared.length === 0 || shared !== sharedLoops(tag.loops, tag.loops)) continue;
    for (const _ of projectedTags(group, shared, tag)) return true;
  }
  return false;
}

function visitAll<Item>(
  items: readonly Item[] | undefined,
  visit: (item: Item) => boolean,
): boolean {
  if (items === undefined) return false;
  for (const item of items) if (visit(item)) return true;
  return false;
}

function sharedLoops(left: LoopSet, right: LoopSet): string {
  let shared = '';
  let a: LoopSet | null = left;
  let b: LoopSet | null = right;
  while (a.parent !== null && b.parent !== null) {
    if (a.loop === b.loop) {
      shared += `${a.loop},`;
      a = a.parent;
      b = b.parent;
    } else if (a.loop > b.loop) a = a.parent;
    else b = b.parent;
  }
  return shared;
}

function projectedTags<Item>(group: SetGroup<Item>, shared: string, tag: Tag): Iterable<Tag> {
  group.projections ??= new Map();
  let byRounds = group.projections.get(shared);
  if (byRounds === undefined) {
    byRounds = new Map();
    for (const known of group.byTag.values()) addProjected(byRounds, shared, known.tag);
    group.projections.set(shared, byRounds);
  }
  return byRounds.get(projectionKey(tag, shared)) ?? [];
}

function addProjected(byRounds: Map<string, Set<Tag>>, shared: string, tag: Tag): void {
  const key = projectionKey(tag, shared);
  let tags = byRounds.get(key);
  if (tags === undefined) {
    tags = new Set();
    byRounds.set(key, tags);
  }
  tags.add(tag);
}

function projectionKey(tag: Tag, shared: string): string {
  let key = '';
  for (const loop of shared.slice(0, -1).split(',')) key += `${roundOf(tag, Number(loop))},`;
  return key;
}

// Tags
// An activation carries a tag: for each loop that its inputs came through, the round they came from. Tags are compared,
// united and looked up at every join, so they are interned and share structure: a tag is its parent plus one more
// (loop, round), ordered by loop number. A chain of a thousand loops costs one new link per node, not a thousand.
//
// T1. Two interned tags that are alive are equal exactly when they are the same object.
// T2. A tag is alive while something alive carries it or a tag built on it (`carriers` counts both).
// T3. A round is alive while a tag that names it last is alive.
// T4. A tag that is no longer alive stays readable where it was kept; rounds never start twice, so it is never needed again.

import { LateMap } from '../values/late-map.ts';

export interface Tag {
  readonly parent: Tag | null;
  readonly loop: number;
  readonly round: number;
  readonly loops: LoopSet;
  carriers: number;
  children: Map<number, Tag> | null;
  /** Edges over which nothing alive can deliver a token any more, for joins whose tokens have this tag. */
  deadEdges: Set<number> | null;
}

/** The loops that a tag names, interned so that tags can be indexed by them. */
export interface LoopSet {
  readonly parent: LoopSet | null;
  readonly loop: number;
  readonly size: number;
  readonly children: Map<number, LoopSet>;
}

export interface TagTable {
  readonly root: Tag;
  /** How many living tags end in a round, by round key. */
  readonly livingRounds: Map<number, number>;
}

/** Stands for every round that is over; no round has this number. */
export const ROUND_OVER = 0;

export function createTagTable(): TagTable {
  const loops: LoopSet = { parent: null, loop: -1, size: 0, children: new LateMap() };
  const root: Tag = {
    parent: null,
    loop: -1,
    round: 0,
    loops,
    carriers: 1,
    children: null,
    deadEdges: null,
  };
  return { root, livingRounds: new LateMap() };
}

const ROUNDS_MAX = 4_294_967_296;

function roundKey(loop: number, round: number): number {
  return loop * ROUNDS_MAX + round;
}

export function isRoundAlive(table: TagTable, loop: number, round: number): boolean {
  return table.livingRounds.has(roundKey(loop, round));
}

/** The tag with this round added, or with the loop's older round replaced by it. */
export function withRound(tag: Tag, loop: number, round: number): Tag {
  if (loop > tag.loop) return link(tag, loop, round);
  const later: Tag[] = [];
  let base = tag;
  while (base.loop > loop) {
    later.push(base);
    base = base.parent as Tag;
  }
  if (base.loop === loop) {
    if (base.round === round) return tag;
    base = base.parent as Tag;
  }
  let result = link(base, loop, round);
  for (let i = later.length - 1; i >= 0; i--) {
    const { loop: next, round: nextRound } = later[i] as Tag;
    result = link(result, next, nextRound);
  }
  return result;
}

function link(parent: Tag, loop: number, round: number): Tag {
  const key = roundKey(loop, round);
  const known = parent.children?.get(key);
  if (known !== undefined) return known;
  const tag: Tag = {
    parent,
    loop,
    round,
    loops: extendLoops(parent.loops, loop),
    carriers: 0,
    children: null,
    deadEdges: null,
  };
  (parent.children ??= new Map()).set(key, tag);
  return tag;
}

function extendLoops(loops: LoopSet, loop: number): LoopSet {
  let child = loops.children.get(loop);
  if (child === undefined) {
    child = { parent: loops, loop, size: loops.size + 1, children: new Map() };
    loops.children.set(loop, child);
  }
  return child;
}

export function acquireTag(table: TagTable, tag: Tag): void {
  let current = tag;
  while (current.carriers++ === 0) {
    const key = roundKey(current.loop, current.round);
    table.livingRounds.set(key, (table.livingRounds.get(key) ?? 0) + 1);
    current = current.parent as Tag;
  }
}

export function releaseTag(table: TagTable, tag: Tag): void {
  let current = tag;
  while (--current.carriers === 0) {
    const key = roundKey(current.loop, current.round);
    const living = (table.livingRounds.get(key) as number) - 1;
    if (living === 0) table.livingRounds.delete(key);
    else table.livingRounds.set(key, living);
    const parent = current.parent as Tag;
    if (parent.children?.get(key) === current) parent.children.delete(key);
    current.deadEdges = null;
    current = parent;
  }
}

/** Whether both name the same round for every loop that both name. */
export function agree(left: Tag, right: Tag): boolean {
  let a = left;
  let b = right;
  // Shared structure ends the walk early: from a common link on, everything is equal.
  while (a !== b && a.parent !== null && b.parent !== null) {
    if (a.loop === b.loop) {
      if (a.round !== b.round) return false;
      a = a.parent;
      b = b.parent;
    } else if (a.loop > b.loop) a = a.parent;
    else b = b.parent;
  }
  return true;
}

/** Whether `tag` names every round that `part` names. */
export function carriesAll(tag: Tag, part: Tag): boolean {
  let a = tag;
  let b = part;
  while (b.parent !== null) {
    if (a === b) return true;
    if (a.loop < b.loop) return false;
    if (a.loop === b.loop) {
      if (a.round !== b.round) return false;
      b = b.parent;
    }
    a = a.parent as Tag;
  }
  return true;
}

/** All rounds of two tags that agree. */
export function uniteTags(left: Tag, right: Tag): Tag {
  if (left === right || right.parent === null || carriesAll(left, right)) return left;
  if (left.parent === null || carriesAll(right, left)) return right;
  // Built in one pass from the front: unused intermediate links would stay in the table forever.
  const merged: Tag[] = [];
  let a = left;
  let b = right;
  while (a !== b && a.parent !== null && b.parent !== null) {
    if (a.loop >= b.loop) {
      merged.push(a);
      if (a.loop === b.loop) b = b.parent as Tag;
      a = a.parent as Tag;
    } else {
      merged.push(b);
      b = b.parent as Tag;
    }
  }
  // Where one of them has nothing more to add, the rest of the other is shared as it is.
  let result = b.parent === null ? a : b;
  for (let i = merged.length - 1; i >= 0; i--) {
    const { loop, round } = merged[i] as Tag;
    result = link(result, loop, round);
  }
  return result;
}

/** A tag of the table from rounds by loop. */
export function tagOf(table: TagTable, rounds: ReadonlyMap<number, number>): Tag {
  let result = table.root;
  for (const [loop, round] of [...rounds].toSorted(([a], [b]) => a - b)) {
    result = link(result, loop, round);
  }
  return result;
}

/** The tag without the rounds of some loops, of which `least` is the lowest number. */
export function dropLoops(tag: Tag, loops: ReadonlySet<number>, least: number): Tag {
  let base = tag;
  const later: Tag[] = [];
  let untouched = tag;
  // Only what is at or after the lowest dropped loop can change; usually that is the end of the tag.
  while (base.parent !== null && base.loop >= least) {
    if (loops.has(base.loop)) untouched = base.parent;
    else later.push(base);
    base = base.parent;
  }
  if (untouched === tag) return tag;
  let result = base;
  for (let i = later.length - 1; i >= 0; i--) {
    const { loop, round } = later[i] as Tag;
    result = link(result, loop, round);
  }
  return result;
}

/** The rounds of a tag that are still alive, as a tag of the table. */
export function livingPart(table: TagTable, tag: Tag): Tag {
  let result = table.root;
  for (const { loop, round } of roundsOf(tag)) {
    if (isRoundAlive(table, loop, round)) result = link(result, loop, round);
  }
  return result;
}

/** A tag outside the table, for records that only compare. */
export function looseTagOf(root: Tag, rounds: readonly (readonly [number, number])[]): Tag {
  let result = root;
  for (const [loop, round] of rounds) {
    const loops = extendLoops(result.loops, loop);
    result = { parent: result, loop, round, loops, carriers: 0, children: null, deadEdges: null };
  }
  return result;
}

/** Adds the tag's rounds to a union by loop; false, and nothing added, when it disagrees with one of them. */
export function addRounds(union: Map<number, number>, tag: Tag): boolean {
  const rounds = roundsOf(tag);
  for (const { loop, round } of rounds) {
    const known = union.get(loop);
    if (known !== undefined && known !== round) return false;
  }
  for (const { loop, round } of rounds) union.set(loop, round);
  return true;
}

export function roundOf(tag: Tag, loop: number): number | undefined {
  let current: Tag | null = tag;
  while (current !== null && current.loop > loop) current = current.parent;
  return current !== null && current.loop === loop && current.parent !== null
    ? current.round
    : undefined;
}

/** The rounds a tag names, by loop number ascending. */
export function roundsOf(tag: Tag): { loop: number; round: number }[] {
  const rounds: { loop: number; round: number }[] = [];
  for (let current = tag; current.parent !== null; current = current.parent) {
    rounds.push({ loop: current.loop, round: current.round });
  }
  return rounds.reverse();
}

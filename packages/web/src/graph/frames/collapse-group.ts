// Collapsing a group, as functions from one definition to the next.
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { listAt, objectAt, textAt, withKey } from '../own-keys.ts';
import type { Point } from '../sketch.ts';
import { membersOf } from './edit-frames.ts';
import { framesInside, type Drawn } from './follow-groups.ts';
import { framePlaces, readFrames, type Collapsed, type Frame } from './frame.ts';

/** The same definition if the group holds no node: an empty card would stand for nothing. */
export function collapseGroup(
  definition: JsonObject,
  id: string,
  positions: ReadonlyMap<string, Point>,
): JsonObject {
  const frames = readFrames(definition);
  const group = frames.find((each) => each.id === id);
  if (group === undefined) return definition;
  const contents = contentsOf(group, { positions, frames });
  return contents.nodes.length === 0 ? definition : writeCollapsed(definition, id, contents);
}

/** What lies in a group now. */
export function contentsOf(group: Frame, { positions, frames }: Drawn): Collapsed {
  const inside = framesInside({ ...group, collapsed: null }, frames);
  const nodes = new Set([
    ...membersOf(group, positions),
    ...inside.flatMap((frame) => frame.collapsed?.nodes ?? []),
  ]);
  return { nodes: [...nodes], frames: inside.map((frame) => frame.id) };
}

export function expandGroup(definition: JsonObject, id: string): JsonObject {
  return writeCollapsed(definition, id, undefined);
}

/** Nodes that were dragged out of a group that is shown for a moment no longer belong to it. */
export function leaveGroups(
  definition: JsonObject,
  dragged: ReadonlyMap<string, Point>,
): JsonObject {
  return readFrames(definition).reduce((result, group) => {
    if (group.collapsed === null) return result;
    const inside = new Set(membersOf(group, dragged));
    const { nodes, frames } = group.collapsed;
    const kept = nodes.filter((id) => !dragged.has(id) || inside.has(id));
    return kept.length === nodes.length
      ? result
      : writeCollapsed(result, group.id, { nodes: kept, frames });
  }, definition);
}

/** The content of collapsed groups, with other ids of nodes and frames. */
export function renameCollapsed(
  group: JsonObject,
  { node = same, frame = same }: { readonly node?: Rename; readonly frame?: Rename },
): JsonObject {
  const collapsed = group['collapsed'];
  if (!isObject(collapsed)) return group;
  const renamed = (key: string, rename: Rename): readonly Json[] =>
    listAt(collapsed, key).map((id) => (typeof id === 'string' ? rename(id) : id));
  return withKey(group, 'collapsed', {
    ...collapsed,
    nodes: renamed('nodes', node),
    frames: renamed('frames', frame),
  });
}

type Rename = (id: string) => string;

const same: Rename = (id) => id;

function writeCollapsed(
  definition: JsonObject,
  id: string,
  collapsed: Collapsed | undefined,
): JsonObject {
  const { list } = framePlaces.group;
  const studio = objectAt(definition, 'studio');
  const groups = listAt(studio, list).map((value) =>
    isObject(value) && textAt(value, 'id') === id
      ? withKey(value, 'collapsed', collapsed && { ...collapsed })
      : value,
  );
  return withKey(definition, 'studio', withKey(studio, list, groups));
}

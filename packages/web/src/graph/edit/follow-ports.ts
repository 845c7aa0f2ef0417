// Edges follow what their port stands for
// The conditions, cases or intents of a node are its ports, some by number. When the list changes, an edge stays with its item,
// wherever that goes and whatever it is called then; the edges of a removed item go with it.
import { equalJson, isObject, type JsonObject } from '@skein/kernel';
import type { DocumentForm, PortItem, PortList } from '../forms/document-form.ts';
import { placeAfterMove } from '../moved-item.ts';
import { listAt, withKey } from '../own-keys.ts';
import type { NodeConfig } from '../sketch.ts';
import type { ListChange } from './list-change.ts';

export interface ConfigChange {
  readonly id: string;
  readonly type: string;
  readonly before: NodeConfig;
  readonly after: NodeConfig;
  readonly change: ListChange | null;
}

/** The definition with the edges of a node where their items are now; only its config has been written so far. */
export function followPorts(
  form: DocumentForm,
  definition: JsonObject,
  { id, type, before, after, change }: ConfigChange,
): JsonObject {
  const old = form.portList?.(type, before) ?? null;
  const next = form.portList?.(type, after) ?? null;
  if (form.writeOut === undefined || old === null || next === null) return definition;
  const moved = portMoves(old, next, change);
  if (moved.size === 0) return definition;
  const { writeOut } = form;
  const key = form.edgesKey(definition);
  const edges = listAt(definition, key).flatMap((edge) => {
    const read = isObject(edge) ? form.readEdge(edge, definition) : null;
    if (!isObject(edge) || read?.from !== id || read.kind !== 'flow') return [edge];
    const port = moved.get(read.out);
    if (port === undefined) return [edge];
    return port === null ? [] : [writeOut(edge, port)];
  });
  return withKey(definition, key, edges);
}

/** The new port of every port that changed; null if it is gone. */
function portMoves(
  old: PortList,
  next: PortList,
  change: ListChange | null,
): ReadonlyMap<string, string | null> {
  const places = placesOf(old, next, change);
  const moves = new Map<string, string | null>();
  for (const [index, { ports }] of old.items.entries()) {
    const place = places[index] ?? null;
    const now = place === null ? [] : (next.items[place]?.ports ?? []);
    for (const [at, port] of ports.entries())
      // A name that is being typed may be empty: until it is there, the edge keeps the old one.
      if (!moves.has(port) && now[at] !== '') moves.set(port, now[at] ?? null);
  }
  const kept = new Set(next.items.flatMap(({ ports }) => ports));
  for (const [port, now] of moves)
    if (port === now || (now === null && kept.has(port) && next.isNamed)) moves.delete(port);
  return moves;
}

type Places = readonly (number | null)[];

/** Where each of the old items is now. */
function placesOf(old: PortList, next: PortList, change: ListChange | null): Places {
  const isMeant = change !== null && change.path.length === 1 && change.path[0] === old.key;
  const { length } = old.items;
  if (isMeant && change.kind === 'removed' && next.items.length === length - 1)
    return old.items.map((_, at) => placeAfterRemoval(at, change.index));
  if (isMeant && change.kind === 'moved' && next.items.length === length)
    return old.items.map((_, at) => placeAfterMove(at, change.from, change.to));
  return matchItems(old.items, next.items);
}

function placeAfterRemoval(at: number, removed: number): number | null {
  if (at === removed) return null;
  return at > removed ? at - 1 : at;
}

/** Without a button, as JSON was edited: equal items are the same, and of the others those at the same place. */
function matchItems(old: readonly PortItem[], next: readonly PortItem[]): Places {
  const places: (number | null)[] = old.map(() => null);
  const free = new Set(next.keys());
  const match = (isSame: (one: PortItem, other: PortItem) => boolean, isHere: boolean) => {
    for (const [at, item] of old.entries()) {
      if (places[at] !== null) continue;
      const found = [...free].find((place) => {
        const other = next[place];
        return other !== undefined && (!isHere || place === at) && isSame(item, other);
      });
      if (found === undefined) continue;
      places[at] = found;
      free.delete(found);
    }
  };
  const isEqual = (one: PortItem, other: PortItem) => equalJson(one.value, other.value);
  match(isEqual, true);
  match(isEqual, false);
  if (old.length === next.length) match(() => true, true);
  return places;
}

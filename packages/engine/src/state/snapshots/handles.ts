// Handles
// A snapshot contains no copy of what the journal already has: where a value of a row is in the state, the snapshot names
// the row and the path into it. Values are shared, so the state contains the same objects as the rows.
//
// H1. A packed value is a scalar or short text as it is, or a list that starts with its kind: ["@", seq, …path] a handle,
//     ["=", value] the value itself, ["{", [key, packed]…] an object and ["[", packed…] a list with handles in them.
import { textSize } from './text-size.ts';
import { isObject, ownValue, setOwn, type Json, type RunEvent } from '@skein/kernel';

export type Way = readonly (string | number)[];

/** Where the values of a run's rows are; long texts by content, all others by identity. */
export type Places = Map<Json, readonly [seq: number, ...way: Way]>;

/** A shorter text takes less space than its handle. */
const textMin = 48;

const fields = ['input', 'value', 'answer', 'output'] as const;

export function addPlaces(places: Places, event: RunEvent): void {
  const row = event as unknown as { readonly [field: string]: Json | undefined };
  for (const field of fields) addPlace(places, row[field], [event.seq, field]);
  addResult(places, row, [event.seq]);
  const { result } = row;
  if (isObject(result)) {
    addPlace(places, result['value'], [event.seq, 'result', 'value']);
    addResult(places, result, [event.seq, 'result']);
  }
}

function addResult(
  places: Places,
  result: { readonly [field: string]: Json | undefined },
  way: readonly [seq: number, ...way: Way],
): void {
  const { ports, context } = result;
  if (isObject(ports)) {
    for (const [port, value] of Object.entries(ports)) {
      addPlace(places, value, [...way, 'ports', port]);
    }
  }
  const append = isObject(context) ? context['append'] : undefined;
  if (!Array.isArray(append)) return;
  append.forEach((message: Json, i) => addPlace(places, message, [...way, 'context', 'append', i]));
}

function addPlace(
  places: Places,
  value: Json | undefined,
  place: readonly [seq: number, ...way: Way],
): void {
  if (value !== undefined && isWorthAHandle(value) && !places.has(value)) places.set(value, place);
}

function isWorthAHandle(value: Json): boolean {
  if (typeof value === 'string') return value.length >= textMin;
  return typeof value === 'object' && value !== null;
}

/** Packs values for a snapshot and records in `used` which places it named. */
export function packer(places: Places, used: Places, valueMin = 0): (value: Json) => Json {
  /** Null when there is no handle in it. */
  const withHandles = (value: Json): Json | null => {
    if (!isWorthAHandle(value)) return null;
    const place = places.get(value);
    if (place !== undefined && (valueMin === 0 || textSize(value) >= valueMin)) {
      used.set(value, place);
      return ['@', ...place];
    }
    if (typeof value === 'string') return null;
    const keys = Array.isArray(value) ? null : Object.keys(value as object);
    const parts: readonly Json[] = Object.values(value as object);
    const packed = parts.map(withHandles);
    if (packed.every((part) => part === null)) return null;
    const whole = packed.map((part, i) => part ?? asItIs(parts[i] as Json));
    if (keys === null) return ['[', ...whole];
    return ['{', ...keys.map((key, i): Json => [key, whole[i] as Json])];
  };
  return (value) => withHandles(value) ?? asItIs(value);
}

function asItIs(value: Json): Json {
  return typeof value === 'object' && value !== null ? ['=', value] : value;
}

/** Unpacks, given the rows that the handles of a packed value name; the inverse of `packer`. */
export function unpacker(
  rows: ReadonlyMap<number, RunEvent>,
  found: Places,
): (packed: Json) => Json {
  const unpack = (packed: Json): Json => {
    if (!Array.isArray(packed)) return packed;
    const [head, ...rest] = packed as unknown as readonly [string, ...Json[]];
    switch (head) {
      case '@':
        return valueAt(rows, rest as [number, ...Way], found);
      case '[':
        return rest.map(unpack);
      case '{': {
        const object: { [key: string]: Json } = {};
        for (const [key, part] of rest as [string, Json][]) setOwn(object, key, unpack(part));
        return object;
      }
      default:
        return rest[0] ?? null;
    }
  };
  return unpack;
}

/** The rows that the handles of a packed value name. */
export function seqsIn(packed: Json): readonly number[] {
  if (!Array.isArray(packed)) return [];
  const [head, ...rest] = packed as unknown as readonly [string, ...Json[]];
  switch (head) {
    case '@':
      return [rest[0] as number];
    case '[':
      return rest.flatMap(seqsIn);
    case '{':
      return (rest as [string, Json][]).flatMap(([, part]) => seqsIn(part));
    default:
      return [];
  }
}

function valueAt(
  rows: ReadonlyMap<number, RunEvent>,
  place: readonly [seq: number, ...way: Way],
  found: Places,
): Json {
  const [seq, ...way] = place;
  // A row is JSON; its interface merely lacks an index signature that says so.
  let value = rows.get(seq) as unknown as Json | undefined;
  for (const step of way) value = partOf(value, step);
  if (value === undefined) throw new Error(`Row ${seq} has no value at ${way.join('.')}.`);
  found.set(value, place);
  return value;
}

function partOf(value: Json | undefined, step: string | number): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[])[Number(step)];
  return isObject(value) ? ownValue(value, String(step)) : undefined;
}

// JSON values
// The only data that crosses the kernel's border. Keys are data, never code: a key called `__proto__` is an own property
// like any other, so objects are built with `setOwn` and read with `ownValue`.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function ownValue(
  object: { readonly [key: string]: Json | undefined },
  key: string,
): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Assigning `__proto__` would change the prototype instead of adding a key. */
export function setOwn<T>(object: { [key: string]: T }, key: string, value: T): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else object[key] = value;
}

/** Structural equality of two JSON values, whatever the order of keys; iterative, so depth cannot overflow the stack. */
export function equalJson(left: Json | undefined, right: Json | undefined): boolean {
  const pending: (Json | undefined)[] = [left, right];
  while (pending.length > 0) {
    const b = pending.pop();
    const a = pending.pop();
    if (a === b) continue;
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      for (let i = 0; i < a.length; i++) pending.push(a[i] as Json, b[i] as Json);
    } else if (isObject(a) && isObject(b)) {
      const keys = Object.keys(a);
      if (keys.length !== Object.keys(b).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(b, key)) return false;
        pending.push(a[key], b[key]);
      }
    } else return false;
  }
  return true;
}

/** Leaves a key of an object out; `list` is the key of the list that the object stands in, else empty. */
export type SkipKey = (key: string, list: string) => boolean;

/** JSON text with sorted keys: equal values give equal texts, so it serves for hashing and comparing. */
export function canonicalJson(value: Json, skip?: SkipKey): string {
  return writeCanonical(value, skip, outside);
}

const outside = { key: '', list: '' };

function writeCanonical(
  value: Json,
  skip: SkipKey | undefined,
  place: { readonly key: string; readonly list: string },
): string {
  if (Array.isArray(value)) {
    const inside = skip === undefined ? outside : { key: '', list: place.key };
    return `[${value.map((item: Json) => writeCanonical(item, skip, inside)).join(',')}]`;
  }
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).toSorted();
  const parts: string[] = [];
  for (const key of keys) {
    if (skip?.(key, place.list)) continue;
    const inside = skip === undefined ? outside : { key, list: '' };
    parts.push(`${JSON.stringify(key)}:${writeCanonical(value[key] as Json, skip, inside)}`);
  }
  return `{${parts.join(',')}}`;
}

// JSONPath (RFC 9535)
// A library reads and evaluates paths without making code of them. What it must not do here:
//
// J1. Block. Filters with regular expressions (`match`, `search`) are not supported, and every access to the data is counted:
//     a path that needs too many is aborted. The count is the same on every machine, the time is not.
// J2. Return more than the data. Matches are looked up in the data itself, by own keys only.
import { isObject, ownValue, type Json } from '@skein/kernel';
import type { JSONPathEnvironment, JSONPathQuery } from 'json-p3';
import { isDeeperThan } from '../../json-depth.ts';
import { requirePackage } from '../../require-package.ts';

/** Nobody writes longer paths by hand. */
const pathLengthMax = 1_000;
const depthMax = 100;
/** Accesses to the data for one path. Measured at 0.6 to 1.5 µs each, so the most wasteful path ends within 100 ms. */
export const looksMax = 50_000;

export type Found = { readonly isFound: true; readonly value: Json } | { readonly isFound: false };

/** The first match. Throws if the path is invalid or takes too much work. `data` must have passed `checkDepth`. */
export function findFirst(path: string, data: Json, meter: LookMeter = { left: looksMax }): Found {
  const query = readPath(path);
  // A wide path does more work between two accesses.
  const weight = Math.ceil(path.length / 100);
  const [first] = query.lazyQuery(watched(data, { meter, weight, known: new WeakMap() }) as never);
  if (first === undefined) return { isFound: false };
  const value = valueAt(data, first.location as readonly (string | number)[]);
  return value === undefined ? { isFound: false } : { isFound: true, value };
}

/** Throws if data is too deep for the library, which recurses. Walks all of it, so call it once, not for each path. */
export function checkDepth(data: Json): void {
  if (isDeeperThan(data, depthMax)) {
    throw new RangeError(`The data is nested deeper than ${depthMax} levels.`);
  }
}

/** Why a path cannot be used, or null. */
export function findPathProblem(path: string): string | null {
  try {
    readPath(path);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function readPath(path: string): JSONPathQuery {
  if (path.length > pathLengthMax) {
    throw new RangeError(`The path is longer than ${pathLengthMax} characters.`);
  }
  return loadEnvironment().compile(path);
}

let environment: JSONPathEnvironment | undefined;

/** Loaded when the first path is read: most runs have none. */
function loadEnvironment(): JSONPathEnvironment {
  if (environment !== undefined) return environment;
  const { JSONPathEnvironment: Environment } = requirePackage.jsonP3();
  environment = new Environment({ strict: true, maxRecursionDepth: 2 * depthMax });
  environment.functionRegister.delete('match');
  environment.functionRegister.delete('search');
  return environment;
}

/** The remaining budget; shared by paths that are evaluated together. */
export interface LookMeter {
  left: number;
}

interface Watch {
  readonly meter: LookMeter;
  readonly weight: number;
  /** One proxy for each value, so that equal values stay identical. */
  readonly known: WeakMap<object, object>;
}

/** The same data, with every access counted. Only read, never returned. */
function watched(value: unknown, watch: Watch): unknown {
  if (typeof value === 'string') {
    // Comparing and measuring texts takes longer the longer they are.
    spend(watch, value.length / 100);
    return value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const before = watch.known.get(value);
  if (before !== undefined) return before;
  const proxy = new Proxy(value, {
    get: (target, key) => {
      spend(watch, 1);
      return watched(Reflect.get(target, key), watch);
    },
    getOwnPropertyDescriptor: (target, key) => {
      spend(watch, 1);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    ownKeys: (target) => {
      const keys = Reflect.ownKeys(target);
      spend(watch, keys.length);
      return keys;
    },
  });
  watch.known.set(value, proxy);
  return proxy;
}

function spend({ meter, weight }: Watch, looks: number): void {
  meter.left -= looks * weight;
  if (meter.left < 0) {
    throw new RangeError(`The path needs more than ${looksMax} accesses to the data.`);
  }
}

function valueAt(data: Json, location: readonly (string | number)[]): Json | undefined {
  let value: Json | undefined = data;
  for (const key of location) {
    if (Array.isArray(value)) value = value[Number(key)] as Json | undefined;
    else value = value !== undefined && isObject(value) ? ownValue(value, String(key)) : undefined;
  }
  return value;
}

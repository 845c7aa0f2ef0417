// Lists and objects that are put together from parts.
import { isObject, setOwn, type Json } from '../json.ts';
import { isList } from '../references/is-list.ts';
import { EvaluationError, part, spend, type Machine, type Run, type Value } from './machine.ts';
import { kindOf, toText } from './values.ts';

interface SpreadOf {
  readonly of: Run;
  readonly at: number;
}

/** What is spread must be a list; null and what is not there are nothing. */
export function listRun(of: Run, at: number): Run {
  return part(runSpread, { of, at });
}

function runSpread(machine: Machine, { of, at }: SpreadOf): Value {
  const value = of.run(machine);
  if (value === undefined && machine.lacks) return undefined;
  if (value === undefined || value === null) return [];
  if (isList(value)) return value;
  throw new EvaluationError(`only a list can be spread here, not ${kindOf(value)}`, at);
}

/** One item of a list, or the items of another list. */
export interface ListItem {
  readonly isSpread: boolean;
  readonly run: Run;
}

export function runList(machine: Machine, items: readonly ListItem[]): Value {
  const list: Json[] = [];
  spend(machine, 1 + items.length);
  for (const { isSpread, run } of items) {
    const value = run.run(machine);
    if (value === undefined && machine.lacks) return undefined;
    if (isSpread && isList(value)) {
      spend(machine, value.length);
      for (const item of value) list.push(item);
    } else list.push(value ?? null);
  }
  return list;
}

/** One key of an object, or, without one, all keys of another object. */
export type ObjectEntry =
  | { readonly key: string | Run; readonly value: Run }
  | (SpreadOf & { readonly key: null });

export function runObject(machine: Machine, entries: readonly ObjectEntry[]): Value {
  const object: { [key: string]: Json } = {};
  spend(machine, 1 + entries.length);
  for (const entry of entries) {
    const isThere =
      entry.key === null
        ? spreadInto(machine, object, entry)
        : putInto(machine, object, { key: entry.key, value: entry.value });
    if (!isThere) return undefined;
  }
  return object;
}

/** False when what is to be added is missing because a reference is. */
function putInto(
  machine: Machine,
  object: { [key: string]: Json },
  { key, value }: { readonly key: string | Run; readonly value: Run },
): boolean {
  const name = typeof key === 'string' ? key : key.run(machine);
  const put = value.run(machine);
  if ((put === undefined || name === undefined) && machine.lacks) return false;
  if (put !== undefined && name !== undefined) setOwn(object, toText(machine, name), put);
  return true;
}

function spreadInto(
  machine: Machine,
  object: { [key: string]: Json },
  { of, at }: SpreadOf,
): boolean {
  const value = of.run(machine);
  if (value === undefined && machine.lacks) return false;
  if (value === undefined || value === null) return true;
  if (!isObject(value)) {
    throw new EvaluationError(`only an object can be spread here, not ${kindOf(value)}`, at);
  }
  const entries = Object.entries(value);
  // Keys cost several times what items of a list do.
  spend(machine, 4 * entries.length);
  for (const [key, item] of entries) setOwn(object, key, item);
  return true;
}

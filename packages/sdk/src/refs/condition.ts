// Conditions as values
// Named as query builders name them. Both sides are templates; a value that is missing makes a comparison false.
import type { ConditionOperator } from '@skein/kernel';
import { makeRef, refData } from './ref-data.ts';
import type { RefTo } from './ref.ts';

/** What `g.if` and its like decide by. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly left: unknown; readonly op: ConditionOperator; readonly right?: unknown };

type Side<T> = RefTo<T> | T;
/** What has an order: numbers among each other, and texts. */
type Ordered = number | string | null | undefined;
type Peer<T> = [NonNullable<T>] extends [number] ? number : string;

/** Whether both are equal, deeply. */
export function eq<T>(left: RefTo<T>, right: Side<NoInfer<T>>): Condition {
  return { left, op: 'eq', right };
}

/** Whether both differ. */
export function ne<T>(left: RefTo<T>, right: Side<NoInfer<T>>): Condition {
  return { left, op: 'ne', right };
}

/** Whether the left one is greater. */
export function gt<T extends Ordered>(left: RefTo<T>, right: Side<Peer<T>>): Condition {
  return { left, op: 'gt', right };
}

/** Whether the left one is greater, or both are equal. */
export function gte<T extends Ordered>(left: RefTo<T>, right: Side<Peer<T>>): Condition {
  return { left, op: 'gte', right };
}

/** Whether the left one is less. */
export function lt<T extends Ordered>(left: RefTo<T>, right: Side<Peer<T>>): Condition {
  return { left, op: 'lt', right };
}

/** Whether the left one is less, or both are equal. */
export function lte<T extends Ordered>(left: RefTo<T>, right: Side<Peer<T>>): Condition {
  return { left, op: 'lte', right };
}

/** Whether a text has the other one in it, or a list the item. */
export function contains<T extends string | readonly unknown[]>(
  left: RefTo<T>,
  right: Side<T extends readonly (infer Item)[] ? Item : string>,
): Condition {
  return { left, op: 'contains', right };
}

/** Whether a text begins with the other one. */
export function startsWith(left: RefTo<string>, right: Side<string>): Condition {
  return { left, op: 'startsWith', right };
}

/** Whether a text ends with the other one. */
export function endsWith(left: RefTo<string>, right: Side<string>): Condition {
  return { left, op: 'endsWith', right };
}

/** Whether it is one of the list. */
export function oneOf<T>(left: RefTo<T>, right: Side<readonly NoInfer<T>[]>): Condition {
  return { left, op: 'in', right };
}

/** Whether it is there, and neither null, false, 0 nor an empty text. */
export function truthy(left: RefTo<unknown>): Condition {
  return { left, op: 'truthy' };
}

/** Whether it is there, and not null. */
export function exists(given: RefTo<unknown>): Condition {
  // The operator of this name takes null for a value, unlike everything else here.
  const left = makeRef({ kind: 'call', name: 'exists', of: refData(given) });
  return { left, op: 'truthy' };
}

/** Whether it is missing, null, or an empty text, list or object. */
export function empty(left: RefTo<unknown>): Condition {
  return { left, op: 'empty' };
}

/** Whether all of them hold. */
export function and(...all: readonly Condition[]): Condition {
  return { all };
}

/** Whether one of them holds. */
export function or(...any: readonly Condition[]): Condition {
  return { any };
}

/** Whether it does not hold. */
export function not(condition: Condition): Condition {
  return { not: condition };
}

// What becomes of the items of a node with `each`: results in item order, failed ones marked among them or apart (SPEC K1252).
import type { EachError } from '../definition.ts';
import type { NodeResult } from '../events.ts';
import type { Failure, ItemError } from '../failure.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';

export type ItemOutcome =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly error: ItemError };

export interface EndedItem {
  readonly item: Json;
  readonly outcome: ItemOutcome;
}

/** The result of the node. Where a failed item fails the node, there is none among them. */
export function collectItems(ended: readonly EndedItem[], onError: EachError): NodeResult {
  if (onError !== 'port') {
    return {
      value: ended.map(({ item, outcome }) =>
        outcome.ok ? outcome.value : markItem(item, outcome.error),
      ),
    };
  }
  const good: Json[] = [];
  const failed: Json[] = [];
  for (const { item, outcome } of ended) {
    if (outcome.ok) good.push(outcome.value);
    else failed.push(markItem(item, outcome.error));
  }
  const ports = { output: good };
  return { value: good, ports: failed.length === 0 ? ports : { ...ports, error: failed } };
}

/** The item with what happened to it. */
function markItem(item: Json, error: ItemError): JsonObject {
  return isObject(item) ? { ...item, error } : { item, error };
}

export function errorOf({ code, message }: Failure): ItemError {
  return { code, message };
}

/** The failure of a node because of one of its items. */
export function failureOfItem(index: number, failure: Failure): Failure {
  const { code, message } = failure;
  return { code, message: `Item ${index}: ${message}`, retry: 'never', data: { index } };
}

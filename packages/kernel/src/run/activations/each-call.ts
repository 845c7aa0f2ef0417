// How a node with `each` is called: what its activation resolved is the config of all items at once.
import type { EachCall, EachElement } from '../../effects.ts';
import type { Json, JsonObject } from '../../json.ts';
import { isList } from '../../references/is-list.ts';
import type { Activation } from '../../state/living.ts';

/** The rules since which `each`, `whenEmpty` and `remember` are read. */
export const ITEMS_SINCE = 6;

/** What a call gets as its config; of a node with `each` the part that is the same for all items. */
export function callConfig(activation: Activation): JsonObject {
  const config: JsonObject = activation.config ?? {};
  // Made by `resolveEach`.
  return hasElements(activation) ? (config.shared as JsonObject) : config;
}

export function eachCall(activation: Activation): EachCall | null {
  const { each, retry } = activation.node;
  if (each === null || !hasElements(activation)) return null;
  const { concurrency, onError } = each;
  // Made by `resolveEach`.
  const elements = activation.config?.elements as unknown as readonly EachElement[];
  return { elements, concurrency, onError, retry };
}

/** The items that a node with `each` works on, or worked on; null for other nodes. */
export function eachItems(activation: Activation): readonly Json[] | null {
  const items = activation.node.each === null ? undefined : activation.config?.items;
  if (isList(items)) return items;
  return eachCall(activation)?.elements.map(({ item }) => item) ?? null;
}

/** Runs that were begun before there was `each` have a plain config. */
function hasElements({ node, config }: Activation): boolean {
  return node.each !== null && config !== null && Array.isArray(config.elements);
}

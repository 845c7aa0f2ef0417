// What the items of a result remember: of the items that they come from, and of themselves at a node with `remember` (SPEC K1270).
import type { NodeResult } from '../../events.ts';
import { equalJson, isObject, type Json, type JsonObject } from '../../json.ts';
import { isList } from '../../references/is-list.ts';
import type { Activation, Ports } from '../../state/living.ts';
import { inherit, inheritList, rememberItself } from '../../values/remembered.ts';
import { eachItems } from './each-call.ts';

/** For graphs in which some node remembers; others have nothing to carry. */
export function carryItems(activation: Activation, result: NodeResult): NodeResult {
  const { node, previous } = activation;
  const items = eachItems(activation);
  // A port has its list where the value has it, too.
  const made = new Map<readonly Json[], readonly Json[]>();
  const carry = (value: Json | undefined, from: readonly Json[] | null): Json | undefined => {
    if (!isList(value)) return value;
    const known = made.get(value);
    if (known !== undefined) return known;
    const inherited = from === null ? value : inheritList(value, from);
    const name = node.remember;
    const carried = name === null ? inherited : inherited.map((item) => rememberItself(item, name));
    made.set(value, carried);
    return carried;
  };
  if (items !== null) return carryEach(result, items, carry);
  const from = isList(previous) ? previous : null;
  const { value, ports } = result;
  const carried = value === undefined ? {} : { value: carry(value, from) ?? null };
  return ports === undefined
    ? { ...result, ...carried }
    : { ...result, ...carried, ports: mapPorts(ports, (each) => carry(each, from)) };
}

type Carry = (value: Json | undefined, from: readonly Json[] | null) => Json | undefined;

/** Results are in the order of their items, and failed items say which they are. */
function carryEach(result: NodeResult, items: readonly Json[], carry: Carry): NodeResult {
  const { value, ports } = result;
  const failed = ports?.error;
  const { good, bad } = isList(failed) ? partItems(items, failed) : { good: items, bad: [] };
  const paired = (list: Json | undefined, from: readonly Json[]): Json | undefined =>
    isList(list)
      ? carry(
          list.map((item, index) => inherit(item, from[index])),
          null,
        )
      : list;
  const output = paired(value, good) ?? null;
  if (ports === undefined) return { ...result, value: output };
  const error = paired(failed, bad);
  return { ...result, value: output, ports: error === undefined ? { output } : { output, error } };
}

function partItems(
  items: readonly Json[],
  failed: readonly Json[],
): { readonly good: readonly Json[]; readonly bad: readonly Json[] } {
  const good: Json[] = [];
  const bad: Json[] = [];
  for (const item of items) {
    const next = failed[bad.length];
    if (next !== undefined && isMarked(next, item)) bad.push(item);
    else good.push(item);
  }
  return { good, bad };
}

function isMarked(marked: Json, item: Json): boolean {
  if (!isObject(marked)) return false;
  const { error } = marked;
  const again: JsonObject = isObject(item)
    ? { ...item, error: error ?? null }
    : { item, error: error ?? null };
  return equalJson(marked, again);
}

function mapPorts(ports: Ports, change: (value: Json | undefined) => Json | undefined): Ports {
  return Object.fromEntries(Object.entries(ports).map(([port, value]) => [port, change(value)]));
}

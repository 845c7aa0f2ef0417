// Native nodes that the converters share: for each item, and for the whole list.
import { isObject, type Json } from '@skein/kernel';
import type { NodeContext } from './node-context.ts';
import { chainOf, type NativeNode, type Piece } from './piece.ts';

export interface EachOptions {
  /** How many items at a time; n8n sends all requests at once, other nodes take one after the other. */
  readonly concurrency?: number;
}

/** The setting that runs a node once for each item, with what n8n does about items that fail. */
export function eachSetting({ node, items }: NodeContext, { concurrency }: EachOptions = {}): Json {
  const onError = { stop: null, 'regular-output': 'mark', 'error-output': 'port' }[node.onError];
  if (concurrency === undefined && onError === null) return items;
  const each: { [key: string]: Json } = { items };
  if (concurrency !== undefined) each['concurrency'] = concurrency;
  if (onError !== null) each['onError'] = onError;
  return each;
}

/** The same over another list. */
export function eachOver(each: Json, items: string): Json {
  return isObject(each) ? { ...each, items } : items;
}

/** A node that makes an item of each item. */
export function eachNode(
  context: NodeContext,
  type: string,
  config: NativeNode['config'],
): NativeNode {
  return context.native(type, config, { each: eachSetting(context) });
}

/** A node that computes a list of the list that came. */
export function listNode(context: NodeContext, value: string): NativeNode {
  return context.native('transform', { value }, { whenEmpty: 'skip' });
}

/** A node with steps over the list that came. */
export function stepsNode(context: NodeContext, steps: readonly Json[]): NativeNode {
  return context.native('data', { from: context.items, steps }, { whenEmpty: 'skip' });
}

/** A node with an effect for each item, and behind it one that makes items of its results. */
export function withItems(
  context: NodeContext,
  inner: {
    readonly type: string;
    readonly config: NativeNode['config'];
    readonly concurrency?: number;
  },
  result: string,
): Piece {
  const { node, id } = context;
  const effect: NativeNode = {
    id: context.extraId('call'),
    type: inner.type,
    name: node.name,
    config: inner.config,
    settings: {
      each: eachSetting(
        context,
        inner.concurrency === undefined ? {} : { concurrency: inner.concurrency },
      ),
    },
  };
  const items: NativeNode = {
    id,
    type: 'transform',
    name: `${node.name}: items`,
    config: { value: `\${= ${node.onError === 'regular-output' ? withMarked(result) : result} }` },
    settings: { whenEmpty: 'skip' },
  };
  return chainOf([effect, items]);
}

/** Items that failed among the results; n8n has the message alone. */
function withMarked(result: string): string {
  const good = result.replaceAll('previous', '[given]');
  return `previous.flatMap(given => exists(given.error.code) && exists(given.error.message) ? [{ error: given.error.message }] : ${good})`;
}

/** As n8n makes items of an answer: a list gives one for each element, what is no object is put under `data`. */
export function itemsOf(list: string, value: string): string {
  const one = `type(answer) == "object" ? answer : { data: answer }`;
  return `${list}.flatMap(entry => list(${value}).map(answer => ${one}))`;
}

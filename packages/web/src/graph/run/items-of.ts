// The items of a node with `each`, and of a map
// One row per item, from the journal: what the kernel computes is there as a whole; of what has effects, each element is recorded, or
// is a child run; what only asks in steps is known when the node ends. A map has its list in its settings, and a child run for each item.
import {
  isObject,
  ownValue,
  type Graph,
  type Json,
  type JsonObject,
  type RunEvent,
} from '@skein/kernel';
import { isList, listAt, numberAt, objectAt, textAt } from '../own-keys.ts';
import { askedBy } from './asked-by.ts';
import type { Moment, Replay } from './rebuild-run.ts';

export interface ItemRow {
  readonly index: number;
  readonly input: Json;
  readonly status:
    | 'completed'
    | 'failed'
    | 'running'
    | 'retrying'
    | 'waiting'
    | 'cancelled'
    | 'idle';
  readonly output?: Json;
  readonly error?: { readonly code: string; readonly message: string };
}

type Row = { -readonly [key in keyof ItemRow]: ItemRow[key] };

export function hasItems({ graph }: Pick<Replay, 'graph'>, node: string): boolean {
  return (graph.nodeById.get(node)?.each ?? null) !== null || isMap(graph, node);
}

function isMap(graph: Graph, node: string): boolean {
  return graph.nodeById.get(node)?.type === 'map';
}

export interface ItemsPlace {
  readonly node: string;
  readonly activation: number;
}

/** Empty until the node has its list. */
export function itemsOf(
  { graph, moments }: Pick<Replay, 'graph' | 'moments'>,
  place: ItemsPlace,
): readonly ItemRow[] {
  const isOfMap = isMap(graph, place.node);
  const onError = graph.nodeById.get(place.node)?.each?.onError ?? 'fail';
  let rows = isOfMap ? mapRows({ graph, moments }, place) : [];
  for (const { event, derived } of moments) {
    for (const fact of derived) rows = takeFact(rows, fact, { place, onError, isOfMap });
    if (isAbout(event, place)) takeEvent(rows, event);
  }
  return rows;
}

/** In the order in which their runs are started. */
function mapRows(replay: Pick<Replay, 'graph' | 'moments'>, place: ItemsPlace): Row[] {
  const { settings = {} } = askedBy(replay, place, new Map()) ?? {};
  return listAt(settings, 'items').map((input, index): Row => ({ index, input, status: 'idle' }));
}

type Fact = Moment['derived'][number];

interface Around {
  readonly place: ItemsPlace;
  readonly onError: string;
  readonly isOfMap: boolean;
}

function takeFact(rows: Row[], fact: Fact, { place, onError, isOfMap }: Around): Row[] {
  if (!isAbout(fact, place)) return rows;
  if (fact.type === 'items.taken') {
    const taken = fact.items.map((input, index): Row => ({ index, input, status: 'idle' }));
    for (const { index, error } of fact.failed) fail(taken[index], error);
    return taken;
  }
  // The results of a map are those of its child runs; what has none by then is no longer waited for.
  if (fact.type === 'activation.completed' && isOfMap) leave(rows);
  else if (fact.type === 'activation.completed') complete(rows, fact.value, onError);
  if (fact.type === 'activation.failed') {
    const index = isObject(fact.failure.data) ? ownValue(fact.failure.data, 'index') : undefined;
    const row = typeof index === 'number' ? rows[index] : undefined;
    if (row?.error === undefined) fail(row, fact.failure);
    leave(rows);
  }
  if (fact.type === 'activation.cancelled') leave(rows);
  return rows;
}

function isAbout(about: object, { node, activation }: ItemsPlace): boolean {
  return (
    'node' in about &&
    about.node === node &&
    'activation' in about &&
    about.activation === activation
  );
}

/** Failed items stand among the results, or apart from them. */
function complete(rows: readonly Row[], value: Json | undefined, onError: string): void {
  const results = isList(value) ? value : [];
  const good = onError === 'port' ? rows.filter(({ status }) => status !== 'failed') : rows;
  for (const [place, row] of good.entries()) {
    if (row.status === 'failed') continue;
    row.status = 'completed';
    const output = results[place];
    if (output !== undefined) row.output = output;
  }
}

/** Nothing goes on below a node that has ended. */
function leave(rows: readonly Row[]): void {
  for (const row of rows)
    if (row.status === 'running' || row.status === 'waiting') row.status = 'cancelled';
}

function fail(row: Row | undefined, { code, message }: NonNullable<ItemRow['error']>): void {
  if (row === undefined) return;
  row.status = 'failed';
  row.error = { code, message: message.replace(/^Item \d+: /, '') };
}

function takeEvent(rows: readonly Row[], event: RunEvent): void {
  if (event.type === 'child.finished') {
    const row = rows[event.index];
    if (row === undefined) return;
    if (event.status === 'completed') finish(row, event.output);
    else fail(row, event.failure ?? { code: event.status, message: `Its run is ${event.status}.` });
  } else if (event.type === 'child.waiting' || event.type === 'child.resumed') {
    const row = rows[event.index];
    if (row !== undefined) row.status = event.type === 'child.waiting' ? 'waiting' : 'running';
  } else if (event.type === 'step.recorded') takeStep(rows, event.key, event.value ?? null);
}

/** `[3]` is the result of the fourth item, `[3]!1` its first failed attempt, and whatever else begins so a part of its work. */
function takeStep(rows: readonly Row[], key: string, value: Json): void {
  const [, place, rest = ''] = /^\[(\d+)\](.*)$/s.exec(key) ?? [];
  const row = place === undefined ? undefined : rows[Number(place)];
  if (row === undefined) return;
  const recorded: JsonObject = isObject(value) ? value : {};
  const type = textAt(recorded, 'type');
  if (rest === '')
    finish(row, type === 'each.item' ? (ownValue(recorded, 'value') ?? null) : value);
  else if (type === 'each.failed') {
    const error = objectAt(recorded, 'error');
    fail(row, { code: textAt(error, 'code'), message: textAt(error, 'message') });
    if (ownValue(recorded, 'isLast') !== true && numberAt(recorded, 'attempt') > 0)
      row.status = 'retrying';
  } else if (row.status !== 'completed' && row.status !== 'failed') row.status = 'running';
}

function finish(row: Row, output: Json | undefined): void {
  row.status = 'completed';
  delete row.error;
  if (output !== undefined) row.output = output;
}

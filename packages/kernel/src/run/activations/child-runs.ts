// Maps and sub-workflows: nodes whose work is done by child runs (SPEC K57).
import type { ChildFinished, ChildWait } from '../../events.ts';
import type { Failure } from '../../failure.ts';
import { collectItems, type EndedItem, type ItemOutcome } from '../../data/item-results.ts';
import type { EachCall } from '../../effects.ts';
import { ownValue, type Json, type JsonObject } from '../../json.ts';
import {
  backgroundKey,
  childOwners,
  worksOnChildren,
  type ChildOwner,
} from '../../state/children.ts';
import type { Activation, Children, Token } from '../../state/living.ts';
import { extraOf, setStatus } from '../../state/node-state.ts';
import { RULES } from '../../state/run-state.ts';
import { addEffect, type Batch } from '../batch/batch.ts';
import { startAttemptClock, stopAttemptClock } from '../waits/clock.ts';
import { completeActivation } from './complete-activation.ts';
import { callConfig, eachCall } from './each-call.ts';
import { failActivation, failAttempt } from './fail-activation.ts';

/** Children that one map may have. */
export const MAP_ITEMS_MAX = 100_000;
/** The rules since which more items are a reached limit and not a mistake in the config. */
const LIMIT_SINCE = 3;
/** The rules since which `failures` is read. */
const COLLECT_SINCE = 4;
/** The rules since which `with` is read. */
const WITH_SINCE = 5;
const MAP_CONCURRENCY = 8;

export function startChildren(batch: Batch, activation: Activation): readonly Token[] | null {
  const { state } = batch;
  const { node } = activation;
  const each = eachCall(activation);
  if (each !== null) return startEach(batch, activation, each);
  const config = activation.config as JsonObject;
  const map = node.kind.mode === 'map';
  const items = map ? config.items : [Object.hasOwn(config, 'input') ? config.input : null];
  if (!Array.isArray(items))
    return refuse(batch, activation, `"items" must be a list, but is ${kindOf(items)}`);
  if (items.length > MAP_ITEMS_MAX) {
    return refuse(
      batch,
      activation,
      `"items" has ${items.length} items; a map takes at most ${MAP_ITEMS_MAX}`,
      state.origin.rules < LIMIT_SINCE ? {} : { code: 'LIMIT_REACHED', data: { limit: 'items' } },
    );
  }
  const { concurrency, atLeast, rest, failures } = config;
  const collect = map && failures === 'collect' && state.origin.rules >= COLLECT_SINCE;
  const enough = typeof atLeast === 'number' ? Math.min(atLeast, items.length) : null;
  const children: Children = {
    items: items as readonly Json[],
    map,
    concurrency: typeof concurrency === 'number' ? Math.max(1, concurrency) : MAP_CONCURRENCY,
    rest: rest === 'finish' ? 'finish' : 'cancel',
    next: 0,
    running: new Set(),
    waiting: new Map(),
    results: new Map(),
    failed: 0,
    collect,
    atLeast: enough ?? (collect ? null : items.length),
  };
  return begin(batch, activation, children);
}

function begin(batch: Batch, activation: Activation, children: Children): readonly Token[] | null {
  extraOf(activation).children = children;
  setStatus(batch.state, activation, 'running');
  startAttemptClock(batch, activation, activation.node.timeoutMs);
  return startOrComplete(batch, activation, children);
}

/** A child run per item: its own `input`, or the item. */
function startEach(
  batch: Batch,
  activation: Activation,
  { elements, concurrency, onError }: EachCall,
): readonly Token[] | null {
  const shared = callConfig(activation);
  const collect = onError !== 'fail';
  const broken = elements.flatMap((element, index) =>
    'error' in element ? [[index, { ok: false, error: element.error }] as const] : [],
  );
  return begin(batch, activation, {
    items: elements.map((element): Json => {
      const config = 'config' in element ? { ...shared, ...element.config } : shared;
      return ownValue(config, 'input') ?? element.item;
    }),
    map: true,
    concurrency,
    rest: 'cancel',
    next: 0,
    running: new Set(),
    waiting: new Map(),
    results: new Map(broken),
    failed: broken.length,
    collect,
    atLeast: collect ? null : elements.length,
  });
}

function kindOf(value: Json | undefined): string {
  if (value === null || value === undefined) return 'missing';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

function refuse(
  batch: Batch,
  activation: Activation,
  message: string,
  more: Partial<Failure> = {},
): readonly Token[] {
  const failure: Failure = { code: 'BAD_CONFIG', message: `${message}.`, retry: 'never', ...more };
  return failActivation(batch, activation, failure);
}

/** A child only waits, or (null) has resumed. */
export function setChildWaits(
  batch: Batch,
  owner: ChildOwner | null,
  child: { readonly index: number; readonly waits: readonly ChildWait[] | null },
): void {
  if (!owner?.children.running.has(child.index)) return;
  const { waiting } = owner.children;
  if (child.waits === null) waiting.delete(child.index);
  else waiting.set(child.index, child.waits);
  if (owner.activation.status !== 'over') updateStatus(batch, owner.activation, owner.children);
}

/** While all its running children only wait, the node waits too, and its clock is stopped. */
function updateStatus(batch: Batch, activation: Activation, children: Children): void {
  const status = worksOnChildren({ children }) ? 'running' : 'waiting';
  if (status === activation.status) return;
  setStatus(batch.state, activation, status);
  if (status === 'waiting') stopAttemptClock(batch, activation);
  else startAttemptClock(batch, activation, activation.extra?.timeLeftMs ?? null);
}

export function childFinishes(
  batch: Batch,
  activation: Activation,
  event: ChildFinished,
): readonly Token[] {
  const children = activation.extra?.children;
  if (!children?.running.delete(event.index)) return [];
  children.waiting.delete(event.index);
  if (event.status === 'completed' || event.status === 'stopped') {
    const value = event.output ?? null;
    children.results.set(event.index, children.collect ? { ok: true, value } : value);
  } else {
    children.failed++;
    const failure = childFailure(event, children);
    const { collect, items, failed, atLeast } = children;
    if (collect) children.results.set(event.index, endedItem(event, failure));
    if (atLeast !== null && items.length - failed < atLeast) {
      return failAttempt(batch, activation, failure);
    }
  }
  const tokens = startOrComplete(batch, activation, children);
  if (tokens === null) updateStatus(batch, activation, children);
  return tokens ?? [];
}

function childFailure(event: ChildFinished, children: Children): Failure {
  const what = children.map ? `Item ${event.index} of the map` : 'The sub-workflow';
  const cause = event.failure === undefined ? event.status : event.failure.message;
  return {
    code: event.failure?.code ?? 'CHILD_FAILED',
    message: `${what} did not complete: ${cause}`,
    retry: 'later',
    data: { index: event.index, status: event.status },
  };
}

/** Cancelled by a person or a program: told apart from a failure by its code. */
function endedItem({ status, failure }: ChildFinished, otherwise: Failure): JsonObject {
  if (status !== 'cancelled') return notOk(failure ?? otherwise);
  return notOk({ code: 'ITEM_CANCELLED', message: (failure ?? otherwise).message });
}

function notOk({ code, message }: Pick<Failure, 'code' | 'message'>): JsonObject {
  return { ok: false, error: { code, message } };
}

/** What a map that collects failures says of an item that has not ended when the map goes on. */
function openItem({ rest, next }: Children, index: number): JsonObject {
  const item = `Item ${index} of the map`;
  if (rest === 'finish') {
    return notOk({ code: 'ITEM_UNFINISHED', message: `${item} finishes in the background.` });
  }
  return index < next
    ? notOk({ code: 'ITEM_CANCELLED', message: `${item} was cancelled: enough others were done.` })
    : notOk({
        code: 'ITEM_NOT_STARTED',
        message: `${item} never started: enough others were done.`,
      });
}

/** Completes when enough are done, else starts as many items as may run at once. Null: still in progress. */
function startOrComplete(
  batch: Batch,
  activation: Activation,
  children: Children,
): readonly Token[] | null {
  const { items, results, atLeast, failed, collect } = children;
  const done = collect ? results.size - failed : results.size;
  if ((atLeast !== null && done >= atLeast) || done + failed === items.length) {
    return completeChildren(batch, activation, children);
  }
  startItems(batch, activation, children);
  return null;
}

function startItems(batch: Batch, activation: Activation, children: Children): void {
  // At a limit nothing new starts; `continueChildren` starts the rest when a person raises it.
  if (batch.limit !== null || batch.state.paused !== null) return;
  const { items, running } = children;
  const config = callConfig(activation);
  const isEach = eachCall(activation) !== null;
  while (running.size < children.concurrency && children.next < items.length) {
    const index = children.next++;
    if (isEach && children.results.has(index)) continue;
    running.add(index);
    const input = childInput(activation, children, index, batch.state.origin.rules);
    addEffect(batch, {
      type: 'child',
      node: activation.node.id,
      activation: activation.n,
      index,
      workflow: config.workflow ?? null,
      ...(typeof config.version === 'string' ? { version: config.version } : {}),
      ...(input === undefined ? {} : { input }),
    });
  }
}

/** What a child run is started with. */
export function childInput(
  activation: Activation,
  { items, map }: Pick<Children, 'items' | 'map'>,
  index: number,
  rules: number = RULES,
): Json | undefined {
  const config = callConfig(activation);
  const item = items[index] ?? null;
  if (eachCall(activation) !== null) return item;
  if (!map) return Object.hasOwn(config, 'input') ? config.input : activation.previous;
  const more = rules >= WITH_SINCE ? ownValue(config, 'with') : undefined;
  return more === undefined ? { item, index } : { item, index, with: more };
}

function completeChildren(
  batch: Batch,
  activation: Activation,
  children: Children,
): readonly Token[] {
  const { items, results, map, rest, running } = children;
  const each = eachCall(activation);
  if (each !== null) return completeEach(batch, activation, { each, children });
  const value = map
    ? items.map(
        (_, index) => results.get(index) ?? (children.collect ? openItem(children, index) : null),
      )
    : (results.get(0) ?? null);
  if (rest === 'finish' && (running.size > 0 || children.next < items.length)) {
    // The flow continues; the others finish in the background and keep the run open. A copy: under `superstep` the
    // activation itself has yet to fire its edges, and its children must not touch it any longer.
    const over: Activation = { ...activation, status: 'over', watchers: null, extra: null };
    batch.state.background.set(backgroundKey(activation), { activation: over, children });
    if (activation.extra !== null) activation.extra.children = null;
    startItems(batch, activation, children);
  }
  return completeActivation(batch, activation, { value });
}

function completeEach(
  batch: Batch,
  activation: Activation,
  { each, children }: { readonly each: EachCall; readonly children: Children },
): readonly Token[] {
  const { results, collect } = children;
  const ended = each.elements.map(({ item }, index): EndedItem => {
    const result = results.get(index) ?? null;
    // Collected results are outcomes.
    return { item, outcome: collect ? (result as ItemOutcome) : { ok: true, value: result } };
  });
  return completeActivation(batch, activation, collectItems(ended, each.onError));
}

/** Starts the items that were held back while the run was paused. */
export function continueChildren(batch: Batch): void {
  for (const { activation, children } of childOwners(batch.state)) {
    startItems(batch, activation, children);
    if (activation.status !== 'over') updateStatus(batch, activation, children);
  }
}

/** A child of a map that has continued without it. */
export function backgroundFinishes(batch: Batch, owner: ChildOwner, index: number): void {
  const { activation, children } = owner;
  if (!children.running.delete(index)) return;
  children.waiting.delete(index);
  startItems(batch, activation, children);
  const { running, next, items } = children;
  if (running.size > 0 || next < items.length) return;
  batch.state.background.delete(backgroundKey(activation));
}

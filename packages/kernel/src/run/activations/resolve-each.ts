// The items of a node with `each`, and what their configs are: computed where the config of other nodes is resolved, because what they
// read may be missing, too.
// E1. Nodes without effects have their whole value here: one step of the run, whatever the number of items.
// E2. What an item lacks is left out of its config, as in the steps of `data` nodes; what the run lacks is unresolved, for the whole node.
// E3. All items of a node share one budget of work, so that the same list fails in every replay, or in none.
import type { FailedItem } from '../../derived.ts';
import type { EachElement } from '../../effects.ts';
import type { Failure } from '../../failure.ts';
import type { GraphEach, GraphNode } from '../../graph/graph.ts';
import { isObject, ownValue, type Json, type JsonObject } from '../../json.ts';
import {
  createRowMachine,
  ROWS_WORK_MAX,
  StepFailure,
  StepUnresolved,
  type RowMachine,
} from '../../data/row-machine.ts';
import { collectItems, errorOf, failureOfItem, type EndedItem } from '../../data/item-results.ts';
import { valueFor } from '../../data/row-value.ts';
import { runSteps } from '../../data/run-steps.ts';
import { EvaluationError, spend } from '../../expressions/machine.ts';
import { kindOf } from '../../expressions/values.ts';
import { isList } from '../../references/is-list.ts';
import { resolveTemplate, type Resolved } from '../../references/resolve-template.ts';
import { scopeOf } from '../../scope/scope.ts';
import type { Activation } from '../../state/living.ts';
import { excessOf } from '../../values/json-weight.ts';
import { chargeSteps, derive, type Batch } from '../batch/batch.ts';

/** Items that one node may work on. */
const EACH_ITEMS_MAX = 100_000;

/** The config of all items: `{ result }` of a node without effects, else what is the same for all and the elements. */
export function resolveEach(batch: Batch, activation: Activation, each: GraphEach): Resolved {
  const scope = scopeOf(batch, activation);
  const listed = resolveTemplate(each.items, scope);
  if (!listed.ok) return listed;
  const shared = resolveTemplate(each.shared, scope);
  if (!shared.ok) return shared;
  const items = listed.value;
  if (!isList(items)) {
    return refused({
      code: 'BAD_CONFIG',
      message: `"each" needs a list, but is ${kindOf(items)}.`,
    });
  }
  if (items.length > EACH_ITEMS_MAX) {
    const message = `The list of "each" has ${items.length} items; a node works on at most ${EACH_ITEMS_MAX}.`;
    return refused({ code: 'LIMIT_REACHED', message, data: { limit: 'items' } });
  }
  const machine = createRowMachine(scope);
  const failed: FailedItem[] = [];
  const common = isObject(shared.value) ? shared.value : {};
  const work: ItemsWork = { machine, each, shared: common, items, failed };
  const { node, n } = activation;
  try {
    return node.kind.mode === 'transform'
      ? computeItems(batch, activation, work)
      : prepareItems(work);
  } catch (error) {
    return endOf(error);
  } finally {
    chargeSteps(batch, ROWS_WORK_MAX - Math.max(0, machine.work.workLeft));
    derive(batch, { type: 'items.taken', node: node.id, activation: n, items, failed });
  }
}

interface EachWork {
  readonly machine: RowMachine;
  readonly each: GraphEach;
  readonly shared: JsonObject;
}

interface ItemsWork extends EachWork {
  readonly items: readonly Json[];
  /** Those that cannot be computed, as far as they are known. */
  readonly failed: FailedItem[];
}

function refused(failure: Failure): Resolved {
  return { ok: false, missing: [], failure: { ...failure, retry: 'never' } };
}

/** E2, E3. */
function endOf(error: unknown): Resolved {
  if (error instanceof StepUnresolved) return { ok: false, missing: error.missing };
  if (error instanceof StepFailure) return refused(error.failure);
  if (!(error instanceof EvaluationError)) throw error;
  const message = error.isLimit
    ? 'Its items take too much work (at most 1,000,000 units for all of them).'
    : `${error.message}.`;
  return refused({ code: error.isLimit ? 'DATA_LIMIT' : 'DATA_FAILED', message });
}

/** E1. */
function computeItems(batch: Batch, { node, n }: Activation, work: ItemsWork): Resolved {
  const { items, each } = work;
  const ended: EndedItem[] = items.map((item, index) => {
    const computed = tryItem(work, index, () => computeItem(node, work, [item, index]));
    if (!('failure' in computed)) return { item, outcome: { ok: true, value: computed.value } };
    return { item, outcome: { ok: false, error: errorOf(computed.failure) } };
  });
  const result = collectItems(ended, each.onError);
  if (batch.isWatched) {
    const after = isList(result.value) ? result.value.length : 0;
    const counts = [{ op: 'each', before: items.length, after }];
    derive(batch, { type: 'steps.done', node: node.id, activation: n, counts });
  }
  // A result of JSON is JSON.
  const config = (batch.graph.remembers ? { result, items } : { result }) as unknown as JsonObject;
  return { ok: true, value: config };
}

type Row = readonly [item: Json, index: number];

function computeItem(node: GraphNode, { machine, each, shared }: EachWork, row: Row): Json {
  machine.scope.locals = row;
  spend(machine.work, 1);
  const own = valueFor(machine, each.own, row);
  const config: JsonObject = isObject(own) ? { ...shared, ...own } : shared;
  if (node.steps === null) return ownValue(config, 'value') ?? null;
  const from = node.kind.rows === undefined ? undefined : ownValue(config, node.kind.rows.from);
  const { scope, work } = machine;
  const result = runSteps(node.steps, { from: from ?? row[0], scope, work });
  if (result.ok) return result.rows;
  if (result.failure === undefined) throw new StepUnresolved(result.missing);
  throw new StepFailure(result.failure);
}

function prepareItems(work: ItemsWork): Resolved {
  const { machine, each, items, shared } = work;
  const elements = items.map((item, index): EachElement => {
    const row: Row = [item, index];
    const prepared = tryItem(work, index, () => {
      machine.scope.locals = row;
      spend(machine.work, 1);
      return valueFor(machine, each.own, row) ?? {};
    });
    if ('failure' in prepared) return { item, error: errorOf(prepared.failure) };
    // An object resolves to an object.
    return { item, config: prepared.value as JsonObject };
  });
  const config = { shared, elements } as unknown as JsonObject;
  const excess = excessOf(config);
  if (excess === null) return { ok: true, value: config };
  return refused({ code: 'VALUE_TOO_LARGE', message: `The config of all items is ${excess}.` });
}

/** The failure of one item, where that does not fail the node. */
function tryItem(
  { machine, each, failed }: ItemsWork,
  index: number,
  compute: () => Json,
): { readonly value: Json } | { readonly failure: Failure } {
  try {
    return { value: compute() };
  } catch (error) {
    // Nothing is left for the other items either.
    if (machine.work.workLeft <= 0) throw new EvaluationError('', -1, true);
    if (error instanceof EvaluationError && error.isLimit) throw error;
    const failure = itemFailure(error);
    if (failure === null) throw error;
    failed.push({ index, error: errorOf(failure) });
    if (each.onError === 'fail') throw new StepFailure(failureOfItem(index, failure));
    return { failure };
  }
}

function itemFailure(error: unknown): Failure | null {
  if (error instanceof StepFailure) return error.failure;
  if (!(error instanceof EvaluationError)) return null;
  return { code: 'DATA_FAILED', message: `${error.message}.` };
}

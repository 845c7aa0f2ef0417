// What a `partition` does with its items: each goes to the first case that takes it, or to all of them (SPEC K1256).
import { ConditionFailure } from '../../conditions/condition-failure.ts';
import { evaluateCondition } from '../../conditions/evaluate-condition.ts';
import type { StepCount } from '../../data/run-steps.ts';
import { createRowMachine, ROWS_WORK_MAX } from '../../data/row-machine.ts';
import type { NodeResult } from '../../events.ts';
import type { Failure } from '../../failure.ts';
import { restPort } from '../../graph/native-kinds.ts';
import { EvaluationError, spend } from '../../expressions/machine.ts';
import { kindOf } from '../../expressions/values.ts';
import { ownValue, setOwn, type Json, type JsonObject } from '../../json.ts';
import { isList } from '../../references/is-list.ts';
import { scopeOf } from '../../scope/scope.ts';
import type { Activation } from '../../state/living.ts';
import { chargeSteps, derive, yieldIfWorkedOut, type Batch } from '../batch/batch.ts';

/** Its value are the lists by port, empty ones too. Throws a ConditionFailure. */
export function partItems(batch: Batch, activation: Activation): NodeResult {
  const { node, n, previous } = activation;
  const config: JsonObject = activation.config ?? {};
  const given = ownValue(config, node.kind.items ?? '');
  const items = given === undefined ? (previous ?? null) : given;
  if (!isList(items)) {
    const message = `"items" is ${kindOf(items)}, but a partition needs a list.`;
    throw new ConditionFailure({ code: 'DATA_FAILED', message, retry: 'never' });
  }
  const lists = portLists(node.conditions, config);
  const machine = createRowMachine(scopeOf(batch, activation));
  try {
    for (const [index, item] of items.entries()) {
      machine.scope.locals = [item, index];
      spend(machine.work, 1);
      for (const list of listsFor(activation, machine, lists, index)) list.push(item);
    }
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    throw new ConditionFailure(tooMuch);
  } finally {
    chargeSteps(batch, ROWS_WORK_MAX - Math.max(0, machine.work.workLeft));
    yieldIfWorkedOut(batch);
  }
  if (batch.isWatched) {
    const counts: StepCount[] = [...lists].map(([port, list]) => {
      return { op: port, before: items.length, after: list.length };
    });
    derive(batch, { type: 'steps.done', node: node.id, activation: n, counts });
  }
  const ports: { [port: string]: Json } = {};
  for (const [port, list] of lists) setOwn<Json>(ports, port, list);
  return { value: ports, ports };
}

const tooMuch: Failure = {
  code: 'DATA_LIMIT',
  message: 'Its items take too much work (at most 1,000,000 units for all of them).',
  retry: 'never',
};

type Lists = ReadonlyMap<string, Json[]>;

function portLists(conditions: Activation['node']['conditions'], config: JsonObject): Lists {
  const rest = restPort(config);
  const names = conditions.map(({ name }) => name);
  return new Map([...names, ...(rest === null ? [] : [rest])].map((name) => [name, []]));
}

function listsFor(
  { node, config }: Activation,
  machine: ReturnType<typeof createRowMachine>,
  lists: Lists,
  index: number,
): readonly Json[][] {
  const takesAll = config?.all === true;
  const found: Json[][] = [];
  for (const { name, when } of node.conditions) {
    spend(machine.work, 1);
    if (!holds(machine, when, index)) continue;
    // Made for every case.
    found.push(lists.get(name) as Json[]);
    if (!takesAll) return found;
  }
  if (found.length > 0) return [...new Set(found)];
  const rest = restPort(config ?? {});
  const list = rest === null ? undefined : lists.get(rest);
  return list === undefined ? [] : [list];
}

function holds(
  { scope, work }: ReturnType<typeof createRowMachine>,
  when: Activation['node']['conditions'][number]['when'],
  index: number,
): boolean {
  try {
    return evaluateCondition(when, scope);
  } catch (error) {
    if (!(error instanceof ConditionFailure)) throw error;
    if (work.workLeft <= 0) throw new ConditionFailure(tooMuch);
    const { message } = error.failure;
    throw new ConditionFailure({ ...error.failure, message: `Item ${index}: ${message}` });
  }
}

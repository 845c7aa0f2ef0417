// The node type `pipeline.stop_checker`
// Looks into earlier outputs and stops the run when one of its conditions holds. What was extracted is recorded, so that a
// reader of the run sees why. Its value is the newest output before it: the run's output, should it end here.
import { isObject, ownValue, type Json, type JsonObject, type NodeResult } from '@skein/kernel';
import type { ConfigProblem, NodeBehaviour, NodeCall, NodeIo } from '@skein/ports';
import {
  checkStopCondition,
  lookAt,
  type CheckedCondition,
  type LookedAt,
  type StopCondition,
} from './check-stop-condition.ts';
import { findPathProblem, looksMax, type LookMeter } from './json-path.ts';

/** The budget of all conditions of one checker together, in accesses to the data. */
const looksOfAllMax = 2 * looksMax;

export const stopCheckerNode: NodeBehaviour = {
  description: 'Stops the run when a condition on an earlier output holds.',
  run: runStopChecker,
  checkConfig: checkPaths,
};

async function runStopChecker(call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const conditions = conditionsOf(call.config);
  const checked = await io.step('conditions', () => checkAll(conditions, call.config));
  const value = ownValue(call.config, 'result');
  const result = value === undefined ? {} : { value };
  const first = checked.findIndex(({ result: holds }) => holds);
  const condition = conditions[first];
  return condition === undefined
    ? result
    : { ...result, stop: { reason: reasonOf(condition, first) } };
}

type Condition = StopCondition & { readonly step_definition_uuid: string };

function conditionsOf(config: JsonObject): readonly Condition[] {
  // Its shape has been checked with the definition.
  return (ownValue(config, 'conditions') ?? []) as unknown as readonly Condition[];
}

function checkAll(
  conditions: readonly Condition[],
  config: JsonObject,
): readonly CheckedCondition[] {
  const outputs = ownValue(config, 'outputs') ?? {};
  const looked = new Map<string, LookedAt | undefined>();
  let left = looksOfAllMax;
  return conditions.map((condition) => {
    const { step_definition_uuid: uuid } = condition;
    if (!looked.has(uuid)) looked.set(uuid, findOutput(outputs, uuid));
    const meter: LookMeter = { left: Math.min(left, looksMax) };
    const before = meter.left;
    const checked = checkStopCondition(condition, looked.get(uuid), meter);
    left -= before - Math.max(meter.left, 0);
    return checked;
  });
}

function findOutput(outputs: Json, uuid: string): LookedAt | undefined {
  const entry = isObject(outputs) ? ownValue(outputs, uuid) : undefined;
  if (entry === undefined || !isObject(entry)) return undefined;
  const value = ownValue(entry, 'status') === 'completed' ? ownValue(entry, 'value') : undefined;
  return value === undefined ? undefined : lookAt(value);
}

function reasonOf({ extraction_json_path: path, operator, target_value }: Condition, i: number) {
  const target = JSON.stringify(target_value);
  const shown = target.length > 100 ? `${target.slice(0, 100)}…` : target;
  return `Stop condition ${i + 1} holds: ${path} ${operator} ${shown}.`;
}

function checkPaths(config: JsonObject): readonly ConfigProblem[] {
  const conditions = ownValue(config, 'conditions');
  if (!Array.isArray(conditions)) return [];
  return conditions.flatMap((condition: Json, i): readonly ConfigProblem[] => {
    const path = isObject(condition) ? ownValue(condition, 'extraction_json_path') : undefined;
    const problem = typeof path === 'string' ? findPathProblem(path) : null;
    if (problem === null) return [];
    return [
      {
        path: ['conditions', i, 'extraction_json_path'],
        message: `This JSONPath cannot be used: ${problem}.`,
        hint: 'Write a path of RFC 9535, such as $.status or $.items[0].price, without match() and search().',
      },
    ];
  });
}

// One stop condition
// Whether a value of an earlier output compares with a target as the condition says.
//
// C1. Without a match, without an output and on an error the condition does not hold, even for `not_equals`.
// C2. Nothing is converted: values of different types are not equal, and only numbers are larger or smaller.
import type { StopOperator } from '@skein/dialects';
import { equalJson, isObject, type Json } from '@skein/kernel';
import { onlyJson } from '../../loop/answer/only-json.ts';
import { checkDepth, findFirst, type Found, type LookMeter } from './json-path.ts';

export interface StopCondition {
  readonly extraction_json_path: string;
  readonly operator: StopOperator;
  readonly target_value: Json;
}

/** As it is recorded, and shown as a part of the step's input. */
export type CheckedCondition = {
  /** Null also when nothing was found. */
  readonly extracted: Json;
  readonly result: boolean;
  readonly error?: string;
};

/** An output that is checked; several conditions may check the same one. */
export interface LookedAt {
  readonly whole: Json;
  /** The data that paths are applied to: the parsed value if the output is JSON text. Throws if it is nested too deeply. */
  readonly parts: () => Json;
}

export function lookAt(output: Json): LookedAt {
  let parts: Json | undefined;
  return {
    whole: output,
    parts: () => {
      if (parts !== undefined) return parts;
      // Models answer with text; if that is JSON, or has one JSON value in it, its parts can be checked.
      const value = typeof output === 'string' ? (onlyJson(output) ?? output) : output;
      checkDepth(value);
      return (parts = value);
    },
  };
}

/** `output` is undefined if the checked step has none. */
export function checkStopCondition(
  { extraction_json_path: path, operator, target_value: target }: StopCondition,
  output: LookedAt | undefined,
  meter: LookMeter,
): CheckedCondition {
  if (output === undefined) return { extracted: null, result: false };
  try {
    const found = extract(path, output, meter);
    if (!found.isFound) return { extracted: null, result: false };
    return { extracted: found.value, result: comparisons[operator](found.value, target) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { extracted: null, result: false, error: message };
  }
}

function extract(path: string, { whole, parts }: LookedAt, meter: LookMeter): Found {
  return path === '$' ? { isFound: true, value: whole } : findFirst(path, parts(), meter);
}

const comparisons: Readonly<Record<StopOperator, (value: Json, target: Json) => boolean>> = {
  equals: equalJson,
  not_equals: (value, target) => !equalJson(value, target),
  contains,
  greater_than: (value, target) =>
    typeof value === 'number' && typeof target === 'number' && value > target,
  less_than: (value, target) =>
    typeof value === 'number' && typeof target === 'number' && value < target,
};

function contains(value: Json, target: Json): boolean {
  if (Array.isArray(value)) return value.some((item: Json) => equalJson(item, target));
  if (typeof target !== 'string') return false;
  if (typeof value === 'string') return value.includes(target);
  return isObject(value) && Object.hasOwn(value, target);
}

// One stop condition
// Whether a value of an earlier output compares with a target as the condition says.
//
// C1. No match, no output, an error: then the condition does not hold, also for `not_equals`.
// C2. Nothing is converted: values of different types are not equal, and only numbers are larger or smaller.
import { equalJson, isObject, type Json } from '@skein/kernel';
import { findFirst, type Found, type LookMeter } from './json-path.ts';

export type StopOperator = 'equals' | 'not_equals' | 'contains' | 'greater_than' | 'less_than';

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

/** `output` is undefined when the step that is looked at has none. */
export function checkStopCondition(
  { extraction_json_path: path, operator, target_value: target }: StopCondition,
  output: Json | undefined,
  meter: LookMeter,
): CheckedCondition {
  if (output === undefined) return { extracted: null, result: false };
  try {
    const found = extract(path, output, meter);
    if (!found.isFound) return { extracted: null, result: false };
    return { extracted: found.value, result: compare(operator, found.value, target) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { extracted: null, result: false, error: message };
  }
}

function extract(path: string, output: Json, meter: LookMeter): Found {
  if (path === '$') return { isFound: true, value: output };
  return findFirst(path, typeof output === 'string' ? parsed(output) : output, meter);
}

/** Models answer with text; where that is JSON, its parts can be looked at. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function compare(operator: StopOperator, value: Json, target: Json): boolean {
  switch (operator) {
    case 'equals':
      return equalJson(value, target);
    case 'not_equals':
      return !equalJson(value, target);
    case 'contains':
      return contains(value, target);
    case 'greater_than':
      return typeof value === 'number' && typeof target === 'number' && value > target;
    case 'less_than':
      return typeof value === 'number' && typeof target === 'number' && value < target;
  }
}

function contains(value: Json, target: Json): boolean {
  if (Array.isArray(value)) return value.some((item: Json) => equalJson(item, target));
  if (typeof target !== 'string') return false;
  if (typeof value === 'string') return value.includes(target);
  return isObject(value) && Object.hasOwn(value, target);
}

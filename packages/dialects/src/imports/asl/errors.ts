// Errors by their names: which failures a retrier or a catcher is for
// Step Functions calls errors by name; here a failure has a code and, where a tool threw it, the name of its error. A node that takes too long
// fails with TIMEOUT, and `States.TaskFailed` is every error but that.
import { isObject, listAt, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { AslState } from './asl-scope.ts';

/** What a failure with the name of Step Functions is called here. */
const codes: Readonly<Record<string, readonly string[]>> = {
  'States.Timeout': ['States.Timeout', 'TIMEOUT'],
  'States.HeartbeatTimeout': ['States.HeartbeatTimeout'],
};

/** Two lists of names, as a retry rule has them. */
export interface ErrorNames {
  readonly on: readonly string[];
  readonly except: readonly string[];
}

/** The failures that `ErrorEquals` names. */
export function namedErrors(rule: JsonObject): ErrorNames {
  const names = listAt(rule, 'ErrorEquals').filter((name) => typeof name === 'string');
  if (names.includes('States.ALL')) return { on: ['*'], except: [] };
  const on = names.flatMap((name) => codes[name] ?? [name]);
  if (!names.includes('States.TaskFailed')) return { on, except: [] };
  // Any error but one: unless that is named next to it.
  const timeouts = ['States.Timeout', 'TIMEOUT'];
  return { on: ['*'], except: timeouts.filter((name) => !on.includes(name)) };
}

/** The condition that a failure, given by the expressions of its code and its name, is one of them. */
export function errorTest({ on, except }: ErrorNames, names: readonly string[]): string {
  const isOne = (name: string) => names.map((each) => `${each} == ${JSON.stringify(name)}`);
  const is = on.includes('*') ? ['true'] : on.flatMap(isOne);
  const isNot = except.flatMap(isOne);
  const some = is.length === 0 ? 'false' : is.join(' || ');
  return isNot.length === 0 ? some : `(${some}) && !(${isNot.join(' || ')})`;
}

/** `TimeoutSeconds` and `Retry` of a state as settings of its node. */
export function retrySettings({ state }: AslState): JsonObject {
  const made: { [key: string]: Json } = {};
  const timeout = ownValue(state, 'TimeoutSeconds');
  if (typeof timeout === 'number' && timeout > 0) made['timeoutMs'] = Math.round(timeout * 1000);
  const retriers = listAt(state, 'Retry').filter((each) => isObject(each));
  if (retriers.length === 0) return made;
  const [first] = retriers;
  const isForAll = retriers.length === 1 && first !== undefined && isOfAll(namedErrors(first));
  // What no retrier names is not tried again.
  made['retry'] = isForAll ? timesOf(first) : { attempts: 1, rules: retriers.map(ruleOf) };
  return made;
}

function isOfAll({ on, except }: ErrorNames): boolean {
  return on.includes('*') && except.length === 0;
}

function ruleOf(retrier: JsonObject): JsonObject {
  const { on, except } = namedErrors(retrier);
  const times = timesOf(retrier);
  return except.length === 0 ? { on, ...times } : { on, except, ...times };
}

/** The defaults are those of Step Functions: one second, doubled, three times, without end and without chance. */
function timesOf(retrier: JsonObject): JsonObject {
  const number = (key: string, otherwise: number): number => {
    const value = ownValue(retrier, key);
    return typeof value === 'number' ? value : otherwise;
  };
  return {
    attempts: Math.max(1, Math.floor(number('MaxAttempts', 3)) + 1),
    backoffMs: Math.max(0, Math.round(number('IntervalSeconds', 1) * 1000)),
    factor: Math.max(1, number('BackoffRate', 2)),
    maxMs: Math.max(1, Math.round(number('MaxDelaySeconds', 86_400) * 1000)),
    jitter: ownValue(retrier, 'JitterStrategy') === 'FULL' ? 'full' : 'none',
  };
}

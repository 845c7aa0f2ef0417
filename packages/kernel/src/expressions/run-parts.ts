// What the parts of a compiled expression do. Each function here is shared by all parts of its kind (`part` says why).
import { isObject, type Json } from '../json.ts';
import { isList } from '../references/is-list.ts';
import { readValue } from '../references/resolve-reference.ts';
import type { Reference } from '../references/template.ts';
import { callOf, type FunctionEntry, type Given } from './function-entry.ts';
import {
  EvaluationError,
  spend,
  spendText,
  type Lambda,
  type Machine,
  type Run,
  type Value,
} from './machine.ts';
import { asTest } from './operators.ts';
import type { PatternArgument } from './pattern-argument.ts';
import { itemOf, kindOf, memberOf, toText } from './values.ts';

export function runLiteral(machine: Machine, value: Json): Value {
  spend(machine, 1);
  return value;
}

export function runLocal(machine: Machine, place: number): Value {
  spend(machine, 1);
  return machine.locals[place];
}

interface ReferencePart {
  /** The reference without the path that is walked here. */
  readonly whole: Reference;
  readonly path: Reference['path'];
  /** The value of the state that it reads; null if it reads something else. */
  readonly stateName: string | null;
  /** Only a part is kept of it. */
  readonly isPart: boolean;
  readonly readsPort: boolean;
}

export function runReference(machine: Machine, read: ReferencePart): Value {
  const { path, stateName } = read;
  spend(machine, 1 + path.length);
  let value =
    stateName === null
      ? readValue(read.whole, machine.scope)
      : machine.scope.state(stateName, read.isPart);
  for (let i = 0; i < path.length && value !== undefined; i++)
    value = itemOf(value, path[i] ?? null, -1);
  if (value !== undefined) return value;
  // As in a template, a port without a value is null.
  if (read.readsPort) return null;
  machine.lacks = true;
  return undefined;
}

interface Choice {
  readonly test: Run;
  readonly chosen: Run;
  readonly otherwise: Run;
}

export function runChoice(machine: Machine, { test, chosen, otherwise }: Choice): Value {
  return asTest(machine, test) ? chosen.run(machine) : otherwise.run(machine);
}

export function runMember(
  machine: Machine,
  { of, key }: { readonly of: Run; readonly key: string },
): Value {
  const value = of.run(machine);
  spend(machine, 1);
  return memberOf(value, key);
}

interface Index {
  readonly of: Run;
  readonly key: Run;
  readonly at: number;
}

export function runIndex(machine: Machine, { of, key, at }: Index): Value {
  const value = of.run(machine);
  const wanted = key.run(machine);
  spend(machine, 1);
  return value === undefined || wanted === undefined ? undefined : itemOf(value, wanted, at);
}

/** An argument: one that is computed, the items of a list, or a function or pattern, which is what it is. */
export type GivenPart =
  | { readonly kind: 'value' | 'spread'; readonly run: Run }
  | { readonly kind: 'fixed'; readonly value: Lambda | PatternArgument };

/** Undefined when one of them is missing, unless the function can be asked about that. */
function readGiven(
  machine: Machine,
  parts: readonly GivenPart[],
  takesMissing: boolean,
): readonly Given[] | undefined {
  const values: Given[] = [];
  const { lacks } = machine;
  for (const each of parts) {
    if (each.kind === 'fixed') {
      values.push(each.value);
      continue;
    }
    const value = each.run.run(machine);
    if (value === undefined && !takesMissing) return undefined;
    if (each.kind === 'spread' && isList(value)) {
      spend(machine, value.length);
      for (const item of value) values.push(item);
    } else values.push(value);
  }
  if (takesMissing) machine.lacks = lacks;
  return values;
}

interface MethodCall {
  readonly of: Run;
  readonly found: {
    readonly list: FunctionEntry<readonly Json[]> | undefined;
    readonly text: FunctionEntry<string> | undefined;
    readonly number: FunctionEntry<number> | undefined;
    readonly object: FunctionEntry<{ readonly [key: string]: Json }> | undefined;
  };
  /** As messages say it. */
  readonly name: string;
  readonly at: number;
  readonly isOptional: boolean;
  readonly given: readonly GivenPart[];
}

export function runMethod(machine: Machine, method: MethodCall): Value {
  const { of, found, name, at, isOptional } = method;
  const self = of.run(machine);
  spend(machine, 1);
  if (self === undefined || (isOptional && self === null)) return undefined;
  const given = readGiven(machine, method.given, false);
  if (given === undefined) return undefined;
  const call = { machine, name, at, given };
  const rules = machine.scope.rules ?? Infinity;
  if (isList(self) && found.list) return callOf(found.list, rules)(call, self);
  if (typeof self === 'string' && found.text) return callOf(found.text, rules)(call, self);
  if (typeof self === 'number' && found.number) return callOf(found.number, rules)(call, self);
  if (isObject(self) && found.object) return callOf(found.object, rules)(call, self);
  throw new EvaluationError(`${kindOf(self)} has no method ${name}`, at);
}

interface FunctionCall {
  readonly entry: FunctionEntry<null>;
  readonly name: string;
  readonly at: number;
  readonly given: readonly GivenPart[];
}

export function runCall(machine: Machine, { entry, name, at, given }: FunctionCall): Value {
  spend(machine, 1);
  const values = readGiven(machine, given, entry.takesMissing === true);
  if (values === undefined) return undefined;
  const rules = machine.scope.rules ?? Infinity;
  return callOf(entry, rules)({ machine, name, at, given: values }, null);
}

export function runText(machine: Machine, parts: readonly (string | Run)[]): Value {
  let text = '';
  for (const each of parts) {
    const value = typeof each === 'string' ? each : each.run(machine);
    if (value === undefined) return undefined;
    text += toText(machine, value);
    spendText(machine, text.length);
  }
  return text;
}

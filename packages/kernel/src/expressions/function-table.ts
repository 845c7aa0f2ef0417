// The closed table of functions and methods (SPEC K706): nothing else can be called. Changing what an entry gives is a change of
// the decision rules; see `earlier` in function-entry.ts.
import type { Json, JsonObject } from '../json.ts';
import type { FunctionEntry } from './function-entry.ts';
import { globalFunctions } from './functions/global-functions.ts';
import { listMethods } from './functions/list-methods.ts';
import { numberMethods, objectMethods } from './functions/object-methods.ts';
import { tableMethods } from './functions/table-methods.ts';
import { textMethods } from './functions/text-methods.ts';
import { timeFunctions } from './functions/time-functions.ts';

function byName<Self>(
  entries: readonly FunctionEntry<Self>[],
): ReadonlyMap<string, FunctionEntry<Self>> {
  return new Map(entries.map((entry) => [entry.name, entry]));
}

export const methods = {
  list: byName<readonly Json[]>([...listMethods, ...tableMethods]),
  text: byName<string>(textMethods),
  number: byName<number>(numberMethods),
  object: byName<JsonObject>(objectMethods),
};

export type Receiver = keyof typeof methods;

const functionEntries = [...globalFunctions, ...timeFunctions];

/** By name, and by the name that JavaScript has for them. */
export const functions: ReadonlyMap<string, FunctionEntry<null>> = new Map(
  functionEntries.flatMap((entry) =>
    [entry.name, entry.alias ?? entry.name].map((name) => [name, entry] as const),
  ),
);

/** `Object.keys(x)` and the like, which are methods here. */
export const methodAliases: ReadonlyMap<string, string> = new Map(
  objectMethods.flatMap(({ name, alias }) => (alias === undefined ? [] : [[alias, name] as const])),
);

/** One row of the table for people. */
export type DescribedFunction = Omit<FunctionEntry<never>, 'call' | 'earlier' | 'takesMissing'> & {
  readonly receiver: Receiver | null;
  /** `round(number, digits?)`; that of a method begins with a point. */
  readonly signature: string;
};

/** All functions and methods, for documentation, the command line and editors. */
export function describeFunctions(): readonly DescribedFunction[] {
  const described = (receiver: Receiver | null) => (entry: FunctionEntry<never>) => {
    const { name, parameters, description, example, result, alias } = entry;
    const signature = `${receiver === null ? '' : '.'}${name}(${parameters.join(', ')})`;
    const row = { receiver, name, parameters, signature, description, example, result };
    return alias === undefined ? row : { ...row, alias };
  };
  return [
    ...functionEntries.map(described(null)),
    ...[...methods.list.values()].map(described('list')),
    ...[...methods.text.values()].map(described('text')),
    ...[...methods.number.values()].map(described('number')),
    ...[...methods.object.values()].map(described('object')),
  ];
}

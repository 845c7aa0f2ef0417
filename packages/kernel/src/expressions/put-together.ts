// Lists and objects that are put together from parts.
import { isObject, setOwn, type Json } from '../json.ts';
import { isList } from '../references/is-list.ts';
import { EvaluationError, spend, type Machine, type Run } from './machine.ts';
import { kindOf, toText } from './values.ts';

/** What is spread must be a list; null and what is not there are nothing. */
export function listRun(of: Run, at: number): Run {
  return (machine) => {
    const value = of(machine);
    if (value === undefined && machine.lacks) return undefined;
    if (value === undefined || value === null) return [];
    if (isList(value)) return value;
    throw new EvaluationError(`only a list can be spread here, not ${kindOf(value)}`, at);
  };
}

/** Adds to an object; false when what is to be added is missing because a reference is. */
type Put = (machine: Machine, object: { [key: string]: Json }) => boolean;

export function putInto(key: string | Run, value: Run): Put {
  return (machine, object) => {
    const name = typeof key === 'string' ? key : key(machine);
    const put = value(machine);
    if ((put === undefined || name === undefined) && machine.lacks) return false;
    if (put !== undefined && name !== undefined) setOwn(object, toText(machine, name), put);
    return true;
  };
}

export function spreadInto(of: Run, at: number): Put {
  return (machine, object) => {
    const value = of(machine);
    if (value === undefined && machine.lacks) return false;
    if (value === undefined || value === null) return true;
    if (!isObject(value)) {
      throw new EvaluationError(`only an object can be spread here, not ${kindOf(value)}`, at);
    }
    const entries = Object.entries(value);
    // Keys cost several times what items of a list do.
    spend(machine, 4 * entries.length);
    for (const [key, part] of entries) setOwn(object, key, part);
    return true;
  };
}

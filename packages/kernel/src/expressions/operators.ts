// What operators compute. Nothing is coerced: numbers with numbers, texts with texts; only `+` puts other values into texts.
import { isObject, type Json } from '../json.ts';
import { isList } from '../references/is-list.ts';
import {
  EvaluationError,
  part,
  spend,
  spendText,
  type Machine,
  type Run,
  type Value,
} from './machine.ts';
import type { BinaryOperator, UnaryOperator } from './syntax-tree.ts';
import { areEqual, finite, kindOf, toNumber, toText } from './values.ts';

/** Of two sides that are there. */
type Compute = (machine: Machine, left: Json, right: Json, at: number) => Json;

interface Sides {
  readonly left: Run;
  readonly right: Run;
}

export function binaryRun(operator: BinaryOperator, at: number, sides: Sides): Run {
  switch (operator) {
    case '??':
      return part(runDefault, sides);
    case '||':
      return part(runOr, sides);
    case '&&':
      return part(runAnd, sides);
    case '==':
      return part(holdsEqual, sides);
    case '!=':
      return part(holdsUnequal, sides);
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case '**':
      return part(runComputed, { ...sides, at, compute: COMPUTES[operator] });
  }
}

function runDefault(machine: Machine, { left, right }: Sides): Value {
  const { lacks } = machine;
  const value = left.run(machine);
  spend(machine, 1);
  if (value !== undefined && value !== null) return value;
  machine.lacks = lacks;
  return right.run(machine);
}

function runOr(machine: Machine, { left, right }: Sides): Value {
  const value = asTest(machine, left);
  return value ? value : right.run(machine);
}

function runAnd(machine: Machine, { left, right }: Sides): Value {
  const value = asTest(machine, left);
  return value ? right.run(machine) : (value ?? false);
}

/** A value that is only asked whether it holds: that it is missing ends here. */
export function asTest(machine: Machine, of: Run): Value {
  const { lacks } = machine;
  const value = of.run(machine);
  spend(machine, 1);
  machine.lacks = lacks;
  return value;
}

function holdsUnequal(machine: Machine, sides: Sides): boolean {
  return !holdsEqual(machine, sides);
}

function holdsEqual(machine: Machine, { left, right }: Sides): boolean {
  const { lacks } = machine;
  const one = left.run(machine) ?? null;
  const other = right.run(machine) ?? null;
  spend(machine, 1);
  machine.lacks = lacks;
  return areEqual(machine, one, other);
}

interface Computed extends Sides {
  readonly compute: Compute;
  readonly at: number;
}

function runComputed(machine: Machine, { left, right, compute, at }: Computed): Value {
  const one = left.run(machine);
  const other = right.run(machine);
  spend(machine, 1);
  if (one === undefined || other === undefined) return undefined;
  return compute(machine, one, other, at);
}

const COMPUTES: Readonly<
  Record<Exclude<BinaryOperator, '??' | '||' | '&&' | '==' | '!='>, Compute>
> = {
  '<': ordered('<', (order) => order < 0),
  '<=': ordered('<=', (order) => order <= 0),
  '>': ordered('>', (order) => order > 0),
  '>=': ordered('>=', (order) => order >= 0),
  in: isIn,
  '+': add,
  '-': arithmetic('-', (left, right) => left - right),
  '*': arithmetic('*', (left, right) => left * right),
  '/': arithmetic('/', (left, right, at) => left / divisor(right, at)),
  '%': arithmetic('%', (left, right, at) => left % divisor(right, at)),
  '**': power,
};

function arithmetic(
  sign: string,
  compute: (left: number, right: number, at: number) => number,
): Compute {
  return (_, left, right, at) => {
    if (typeof left === 'number' && typeof right === 'number') {
      return finite(compute(left, right, at), at);
    }
    throw new EvaluationError(
      `"${sign}" needs two numbers, not ${kindOf(left)} and ${kindOf(right)}`,
      at,
    );
  };
}

function divisor(value: number, at: number): number {
  if (value === 0) throw new EvaluationError('division by zero', at);
  return value;
}

function add(machine: Machine, left: Json, right: Json, at: number): Json {
  if (typeof left === 'number' && typeof right === 'number') return finite(left + right, at);
  if (typeof left !== 'string' && typeof right !== 'string') {
    const found = `${kindOf(left)} and ${kindOf(right)}`;
    throw new EvaluationError(`"+" adds two numbers or joins texts, not ${found}`, at);
  }
  const text = toText(machine, left) + toText(machine, right);
  spendText(machine, text.length);
  return text;
}

/** By multiplication: engines may differ in the last digit of `**`. */
function power(machine: Machine, left: Json, right: Json, at: number): Json {
  if (typeof left !== 'number' || typeof right !== 'number') {
    throw new EvaluationError(
      `"**" needs two numbers, not ${kindOf(left)} and ${kindOf(right)}`,
      at,
    );
  }
  const times = Math.abs(right);
  if (!Number.isInteger(right) || times > 1100) {
    throw new EvaluationError('an exponent is a whole number from -1100 to 1100', at);
  }
  spend(machine, times);
  let result = 1;
  for (let i = 0; i < times; i++) result *= left;
  return finite(right < 0 ? 1 / divisor(result, at) : result, at);
}

function ordered(sign: string, fits: (order: number) => boolean): Compute {
  return (machine, left, right, at) => {
    if (typeof left === 'number' && typeof right === 'number') return fits(left - right);
    if (typeof left === 'string' && typeof right === 'string') {
      spendText(machine, Math.min(left.length, right.length));
      return fits(left === right ? 0 : left < right ? -1 : 1);
    }
    const found = `${kindOf(left)} and ${kindOf(right)}`;
    throw new EvaluationError(`"${sign}" compares two numbers or two texts, not ${found}`, at);
  };
}

function isIn(machine: Machine, item: Json, whole: Json, at: number): Json {
  if (isList(whole)) {
    spend(machine, whole.length);
    return whole.some((each) => areEqual(machine, each, item));
  }
  if (typeof item === 'string') {
    if (isObject(whole)) return Object.hasOwn(whole, item);
    if (typeof whole === 'string') {
      spendText(machine, whole.length);
      return whole.includes(item);
    }
  }
  throw new EvaluationError(
    `"in" looks for a value in a list, a key in an object or a text in a text, not for ${kindOf(item)} in ${kindOf(whole)}`,
    at,
  );
}

interface Signed {
  readonly operator: UnaryOperator;
  readonly at: number;
  readonly of: Run;
}

export function unaryRun(operator: UnaryOperator, at: number, of: Run): Run {
  return operator === '!' ? part(holdsNot, of) : part(runSigned, { operator, at, of });
}

function holdsNot(machine: Machine, of: Run): boolean {
  return !asTest(machine, of);
}

function runSigned(machine: Machine, { operator, at, of }: Signed): Value {
  const value = of.run(machine);
  spend(machine, 1);
  if (value === undefined) return undefined;
  if (operator === '+') return toNumber(value, at);
  if (typeof value === 'number') return finite(-value, at);
  throw new EvaluationError(`"-" needs a number, not ${kindOf(value)}`, at);
}

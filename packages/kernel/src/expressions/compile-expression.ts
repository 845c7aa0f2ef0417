// Compiling expressions
// Turns the tree of an expression into functions that call each other, once for each graph; evaluating is then calling the
// outermost.
// C1. Names and methods are looked up here, so that what does not exist is a diagnostic and never a failure of a run.
// C2. What a run knows is read through references only, which are found here (`findReference`).
import { isObject, type Json } from '../json.ts';
import { isList } from '../references/is-list.ts';
import { isPort, readValue } from '../references/resolve-reference.ts';
import type { Reference } from '../references/template.ts';
import { ExpressionProblem } from './expression-problem.ts';
import { findReference, type FoundReference, type PathStep } from './find-reference.ts';
import { checkCount, didYouMean } from './check-call.ts';
import { callOf, type Given } from './function-entry.ts';
import { functions, methodAliases, methods } from './function-table.ts';
import { EvaluationError, Lambda, spend, spendText, type Machine, type Run } from './machine.ts';
import { asTest, binaryRun, unaryRun } from './operators.ts';
import { compileRegularExpression } from './pattern-argument.ts';
import { listRun, putInto, spreadInto } from './put-together.ts';
import type { Argument, Arrow, Entry, Spread, Tree } from './syntax-tree.ts';
import { itemOf, kindOf, memberOf, toText } from './values.ts';

export interface CompiledExpression {
  readonly run: Run;
  /** In the order in which they are written. */
  readonly references: readonly Reference[];
}

/** `text` is what the tree was read from; `names` are the first places of `Machine.locals`. Throws an ExpressionProblem. */
export function compileExpression(
  text: string,
  tree: Tree,
  names: readonly string[],
): CompiledExpression {
  const locals = new Map(names.map((name, place) => [name, place]));
  const compiler: Compiler = { text, references: [], locals, places: names.length };
  return { run: compile(compiler, tree), references: compiler.references };
}

interface Compiler {
  readonly text: string;
  readonly references: Reference[];
  /** The place of each parameter that can be read here. */
  locals: ReadonlyMap<string, number>;
  places: number;
}

function compile(compiler: Compiler, tree: Tree): Run {
  const found = findReference(compiler.text, tree, compiler.locals);
  if (found !== null) return compileReference(compiler, found);
  switch (tree.kind) {
    case 'literal': {
      const { value } = tree;
      return (machine) => {
        spend(machine, 1);
        return value;
      };
    }
    case 'name':
    case 'node':
      return compileLocal(compiler, tree.kind === 'name' ? tree.name : '');
    case 'member':
    case 'index':
    case 'method':
      return compileStep(compiler, tree);
    case 'call':
      return compileCall(compiler, tree);
    case 'unary':
      return unaryRun(tree.operator, tree.at, compile(compiler, tree.of));
    case 'binary': {
      const left = compile(compiler, tree.left);
      const right = compile(compiler, tree.right);
      return binaryRun(tree.operator, tree.at, { left, right });
    }
    case 'choice': {
      const test = compile(compiler, tree.test);
      const chosen = compile(compiler, tree.chosen);
      const otherwise = compile(compiler, tree.otherwise);
      return (machine) => (asTest(machine, test) ? chosen(machine) : otherwise(machine));
    }
    case 'list':
      return compileList(compiler, tree.items);
    case 'object':
      return compileObject(compiler, tree.entries);
    case 'text':
      return compileText(compiler, tree.parts);
    case 'pattern': {
      const hint = 'Write text.matches(/…/), or use it in match, replace or split.';
      throw new ExpressionProblem('a pattern is not a value', tree.at, hint);
    }
  }
}

/** Everything else that a name can be has been found before. */
function compileLocal({ locals }: Compiler, name: string): Run {
  const place = locals.get(name) ?? 0;
  return (machine) => {
    spend(machine, 1);
    return machine.locals[place];
  };
}

function compileReference(compiler: Compiler, { reference, rest }: FoundReference): Run {
  compiler.references.push(reference);
  const isState = reference.source.kind === 'state';
  const path = isState ? reference.path.slice(1) : reference.path;
  const whole: Reference = { ...reference, path: isState ? reference.path.slice(0, 1) : [] };
  const [first] = rest;
  const isPart = path.length > 0 || (first?.kind === 'member' && first.key === 'length');
  const [name] = whole.path;
  const readsPort = isPort(reference);
  const read: Run = (machine) => {
    spend(machine, 1 + path.length);
    let value =
      name === undefined
        ? readValue(whole, machine.scope)
        : machine.scope.state(String(name), isPart);
    for (let i = 0; i < path.length && value !== undefined; i++)
      value = itemOf(value, path[i] ?? null, -1);
    if (value !== undefined) return value;
    // As in a template, a port without a value is null.
    if (readsPort) return null;
    machine.lacks = true;
    return undefined;
  };
  return rest.reduce((of, step) => stepRun(compiler, step, of), read);
}

function compileStep(compiler: Compiler, step: PathStep): Run {
  if (step.kind === 'method' && step.of.kind === 'pattern') return compileTest(compiler, step);
  return stepRun(compiler, step, compile(compiler, step.of));
}

function stepRun(compiler: Compiler, step: PathStep, of: Run): Run {
  if (step.kind === 'method') return methodRun(compiler, step, of);
  if (step.kind === 'member') {
    const { key } = step;
    return (machine) => {
      const value = of(machine);
      spend(machine, 1);
      return memberOf(value, key);
    };
  }
  const key = compile(compiler, step.key);
  const { at } = step;
  return (machine) => {
    const value = of(machine);
    const wanted = key(machine);
    spend(machine, 1);
    return value === undefined || wanted === undefined ? undefined : itemOf(value, wanted, at);
  };
}

type Method = Extract<Tree, { readonly kind: 'method' }>;

/** `/…/.test(text)`, as JavaScript writes it. */
function compileTest(compiler: Compiler, { of, name, given, at, end }: Method): Run {
  const [text] = given;
  if (
    name !== 'test' ||
    given.length !== 1 ||
    text === undefined ||
    text.kind === 'arrow' ||
    text.kind === 'spread'
  ) {
    throw new ExpressionProblem('of a pattern, only .test(text) can be called', at);
  }
  const kind = 'method';
  return compile(compiler, {
    kind,
    of: text,
    name: 'matches',
    given: [of],
    isOptional: false,
    at,
    end,
  });
}

function methodRun(compiler: Compiler, { name, given, isOptional, at }: Method, of: Run): Run {
  const found = {
    list: methods.list.get(name),
    text: methods.text.get(name),
    number: methods.number.get(name),
    object: methods.object.get(name),
  };
  const entries = Object.values(found).filter((entry) => entry !== undefined);
  const [first] = entries;
  if (first === undefined) throw unknownMethod(name, at);
  checkCount(`.${name}()`, given, at, entries);
  const readGiven = compileGiven(compiler, given);
  const said = `.${name}()`;
  return (machine) => {
    const self = of(machine);
    spend(machine, 1);
    if (self === undefined || (isOptional && self === null)) return undefined;
    const values = readGiven(machine);
    if (values === undefined) return undefined;
    const call = { machine, name: said, at, given: values };
    const rules = machine.scope.rules ?? Infinity;
    if (isList(self) && found.list) return callOf(found.list, rules)(call, self);
    if (typeof self === 'string' && found.text) return callOf(found.text, rules)(call, self);
    if (typeof self === 'number' && found.number) return callOf(found.number, rules)(call, self);
    if (isObject(self) && found.object) return callOf(found.object, rules)(call, self);
    throw new EvaluationError(`${kindOf(self)} has no method ${said}`, at);
  };
}

function unknownMethod(name: string, at: number): ExpressionProblem {
  const known = Object.values(methods).flatMap((table) => [...table.keys()]);
  return new ExpressionProblem(`there is no method .${name}()`, at, didYouMean(name, known));
}

function compileCall(compiler: Compiler, tree: Extract<Tree, { kind: 'call' }>): Run {
  const { name, given, at, end } = tree;
  const method = methodAliases.get(name);
  if (method !== undefined) {
    const [of, ...rest] = given;
    if (of === undefined || of.kind === 'arrow' || of.kind === 'spread') {
      throw new ExpressionProblem(`${name}() needs an object`, at);
    }
    const kind = 'method';
    return compile(compiler, { kind, of, name: method, given: rest, isOptional: false, at, end });
  }
  const entry = functions.get(name);
  if (entry === undefined) {
    const hint = didYouMean(name, [...functions.keys()]);
    throw new ExpressionProblem(`there is no function ${name}()`, at, hint);
  }
  checkCount(`${name}()`, given, at, [entry]);
  const readGiven = compileGiven(compiler, given, entry.takesMissing);
  const said = `${name}()`;
  return (machine) => {
    spend(machine, 1);
    const values = readGiven(machine);
    if (values === undefined) return undefined;
    const rules = machine.scope.rules ?? Infinity;
    return callOf(entry, rules)({ machine, name: said, at, given: values }, null);
  };
}

/** Undefined when one of them is missing, unless the function can be asked about that. */
function compileGiven(
  compiler: Compiler,
  given: readonly Argument[],
  takesMissing = false,
): (machine: Machine) => readonly Given[] | undefined {
  const runs = given.map((argument) => ({
    isSpread: argument.kind === 'spread',
    run: compileArgument(compiler, argument),
  }));
  return (machine) => {
    const values: Given[] = [];
    const { lacks } = machine;
    for (const { isSpread, run } of runs) {
      const value = run(machine);
      if (value === undefined && !takesMissing) return undefined;
      if (isSpread && Array.isArray(value)) {
        spend(machine, value.length);
        for (const item of value) values.push(item);
      } else values.push(value);
    }
    if (takesMissing) machine.lacks = lacks;
    return values;
  };
}

function compileArgument(compiler: Compiler, argument: Argument): (machine: Machine) => Given {
  const { kind } = argument;
  if (kind === 'spread') return listRun(compile(compiler, argument.of), argument.at);
  if (kind !== 'arrow' && kind !== 'pattern') return compile(compiler, argument);
  const value =
    kind === 'arrow' ? compileArrow(compiler, argument) : compileRegularExpression(argument);
  return () => value;
}

function compileArrow(compiler: Compiler, { parameters, body }: Arrow): Lambda {
  const outside = compiler.locals;
  const places = parameters.map((_, index) => compiler.places + index);
  compiler.places += parameters.length;
  const own = parameters.map((name, index) => [name, places[index] ?? 0] as const);
  compiler.locals = new Map([...outside, ...own]);
  const run = compile(compiler, body);
  compiler.locals = outside;
  return new Lambda(places, run);
}

function compileList(compiler: Compiler, items: readonly (Tree | Spread)[]): Run {
  const runs = items.map((item) =>
    item.kind === 'spread'
      ? { isSpread: true, run: listRun(compile(compiler, item.of), item.at) }
      : { isSpread: false, run: compile(compiler, item) },
  );
  return (machine) => {
    const list: Json[] = [];
    spend(machine, 1 + runs.length);
    for (const { isSpread, run } of runs) {
      const value = run(machine);
      if (value === undefined && machine.lacks) return undefined;
      if (isSpread && isList(value)) {
        spend(machine, value.length);
        for (const item of value) list.push(item);
      } else list.push(value ?? null);
    }
    return list;
  };
}

function compileObject(compiler: Compiler, entries: readonly (Entry | Spread)[]): Run {
  const runs = entries.map((entry) =>
    entry.kind === 'spread'
      ? spreadInto(compile(compiler, entry.of), entry.at)
      : putInto(
          typeof entry.key === 'string' ? entry.key : compile(compiler, entry.key),
          compile(compiler, entry.value),
        ),
  );
  return (machine) => {
    const object: { [key: string]: Json } = {};
    spend(machine, 1 + runs.length);
    for (const run of runs) if (!run(machine, object)) return undefined;
    return object;
  };
}

function compileText(compiler: Compiler, parts: readonly (string | Tree)[]): Run {
  const runs = parts.map((part) => (typeof part === 'string' ? part : compile(compiler, part)));
  return (machine) => {
    let text = '';
    for (const run of runs) {
      const value = typeof run === 'string' ? run : run(machine);
      if (value === undefined) return undefined;
      text += toText(machine, value);
      spendText(machine, text.length);
    }
    return text;
  };
}

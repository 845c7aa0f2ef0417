// Compiling expressions
// Turns the tree of an expression into parts that call each other (`run-parts.ts`, `operators.ts`, `put-together.ts`), once for each
// graph; evaluating is then calling the outermost.
// C1. Names and methods are looked up here, so that what does not exist is a diagnostic and never a failure of a run.
// C2. What a run knows is read through references only, which are found here (`findReference`).
import { isPort } from '../references/resolve-reference.ts';
import type { Reference } from '../references/template.ts';
import { ExpressionProblem } from './expression-problem.ts';
import { findReference, type FoundReference, type PathStep } from './find-reference.ts';
import { checkCount, didYouMean } from './check-call.ts';
import { functions, methodAliases, methods } from './function-table.ts';
import { Lambda, part, type Run } from './machine.ts';
import { binaryRun, unaryRun } from './operators.ts';
import { compileRegularExpression } from './pattern-argument.ts';
import { listRun, runList, runObject, type ListItem, type ObjectEntry } from './put-together.ts';
import {
  runCall,
  runChoice,
  runIndex,
  runLiteral,
  runLocal,
  runMember,
  runMethod,
  runReference,
  runText,
  type GivenPart,
} from './run-parts.ts';
import type { Argument, Arrow, Entry, Spread, Tree } from './syntax-tree.ts';

export interface CompiledExpression {
  readonly part: Run;
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
  return { part: compile(compiler, tree), references: compiler.references };
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
    case 'literal':
      return part(runLiteral, tree.value);
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
      return part(runChoice, { test, chosen, otherwise });
    }
    case 'list':
      return part(
        runList,
        tree.items.map((item) => compileItem(compiler, item)),
      );
    case 'object':
      return part(
        runObject,
        tree.entries.map((entry) => compileEntry(compiler, entry)),
      );
    case 'text':
      return part(
        runText,
        tree.parts.map((each) => compileTextPart(compiler, each)),
      );
    case 'pattern': {
      const hint = 'Write text.matches(/…/), or use it in match, replace or split.';
      throw new ExpressionProblem('a pattern is not a value', tree.at, hint);
    }
  }
}

/** Everything else that a name can be has been found before. */
function compileLocal({ locals }: Compiler, name: string): Run {
  return part(runLocal, locals.get(name) ?? 0);
}

function compileReference(compiler: Compiler, { reference, rest }: FoundReference): Run {
  compiler.references.push(reference);
  const isState = reference.source.kind === 'state';
  const path = isState ? reference.path.slice(1) : reference.path;
  const whole: Reference = { ...reference, path: isState ? reference.path.slice(0, 1) : [] };
  const [first] = rest;
  const isPart = path.length > 0 || (first?.kind === 'member' && first.key === 'length');
  const [name = null] = whole.path;
  const stateName = name === null ? null : String(name);
  const readsPort = isPort(reference);
  const read = part(runReference, { whole, path, stateName, isPart, readsPort });
  return rest.reduce((of, step) => stepRun(compiler, step, of), read);
}

function compileStep(compiler: Compiler, step: PathStep): Run {
  if (step.kind === 'method' && step.of.kind === 'pattern') return compileTest(compiler, step);
  return stepRun(compiler, step, compile(compiler, step.of));
}

function stepRun(compiler: Compiler, step: PathStep, of: Run): Run {
  if (step.kind === 'method') return methodRun(compiler, step, of);
  if (step.kind === 'member') return part(runMember, { of, key: step.key });
  return part(runIndex, { of, key: compile(compiler, step.key), at: step.at });
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
  const parts = given.map((argument) => compileArgument(compiler, argument));
  return part(runMethod, { of, found, name: `.${name}()`, at, isOptional, given: parts });
}

function unknownMethod(name: string, at: number): ExpressionProblem {
  if (name === 'length') {
    throw new ExpressionProblem('.length is not called', at, 'Write it without brackets.');
  }
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
  const parts = given.map((argument) => compileArgument(compiler, argument));
  return part(runCall, { entry, name: `${name}()`, at, given: parts });
}

function compileArgument(compiler: Compiler, argument: Argument): GivenPart {
  if (argument.kind === 'spread') {
    return { kind: 'spread', run: listRun(compile(compiler, argument.of), argument.at) };
  }
  if (argument.kind === 'arrow') {
    return { kind: 'fixed', value: compileArrow(compiler, argument) };
  }
  if (argument.kind === 'pattern') {
    return { kind: 'fixed', value: compileRegularExpression(argument) };
  }
  return { kind: 'value', run: compile(compiler, argument) };
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

function compileItem(compiler: Compiler, item: Tree | Spread): ListItem {
  return item.kind === 'spread'
    ? { isSpread: true, run: listRun(compile(compiler, item.of), item.at) }
    : { isSpread: false, run: compile(compiler, item) };
}

function compileEntry(compiler: Compiler, entry: Entry | Spread): ObjectEntry {
  if (entry.kind === 'spread') return { key: null, of: compile(compiler, entry.of), at: entry.at };
  const key = typeof entry.key === 'string' ? entry.key : compile(compiler, entry.key);
  return { key, value: compile(compiler, entry.value) };
}

function compileTextPart(compiler: Compiler, each: string | Tree): string | Run {
  return typeof each === 'string' ? each : compile(compiler, each);
}

// Python as JavaScript
// A program is translated if everything in it is known to mean the same; otherwise the reason is named. The translation keeps
// the original as a comment, so that whoever reads it can compare.
//
// T1. Never a guess: an unknown name, method, module or statement refuses the whole program.
// T2. Numbers are JavaScript's. Where a program makes floats and writes numbers into texts, `2.0` and `2` would differ: refused.
import {
  emit,
  emitFunction,
  assignTo,
  jsName,
  namesIn,
  newEmitter,
  operatorFunction,
  type Emitter,
} from './emit-expression.ts';
import { parseProgram } from './parse-program.ts';
import { builtins, errorKinds, moduleMembers, modules } from './python-names.ts';
import { neededRuntime } from './needed-runtime.ts';
import type { Handler, Statement } from './python-syntax.ts';
import { Untranslatable, untranslatable } from './untranslatable.ts';

export type Translated =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly reason: string };

const sourceMax = 40_000;

/** The body of a code node that calls `main` with these names of `args`. */
export function translatePython(source: string, names: readonly string[]): Translated {
  if (source.length > sourceMax) return { ok: false, reason: 'it is very long' };
  try {
    const emitter = newEmitter();
    const program = parseProgram(source);
    // Names of modules count wherever they are imported: programs import inside of functions too.
    for (const statement of program) readImports(emitter, statement);
    const body = emitBody(emitter, program, new Set());
    if (!emitter.known.has('main')) throw untranslatable('it has no function "main"');
    checkNames(emitter);
    if (emitter.hasFloat && emitter.writesNumbers)
      throw untranslatable('it makes floats and writes numbers into texts');
    const given = names
      .map((name) => `${JSON.stringify(name)}: py_from(args[${JSON.stringify(name)}])`)
      .join(', ');
    const own = `${body}\nreturn py_to(py_call(main, [], { ${given} }));`;
    return {
      ok: true,
      code: `/* Translated from Python:\n${source.replaceAll('*/', '* /')}\n*/\n${own}\n${neededRuntime(own)}`,
    };
  } catch (error) {
    if (error instanceof Untranslatable) return { ok: false, reason: error.message };
    throw error;
  }
}

function checkNames({ read, known }: Emitter): void {
  for (const name of read) {
    if (!known.has(name) && !builtins.has(name) && !errorKinds.has(name))
      throw untranslatable(`it uses "${name}"`);
  }
}

/** Statements with the variables that they assign; `own` are names that are declared already. */
function emitBody(emitter: Emitter, body: readonly Statement[], own: ReadonlySet<string>): string {
  const outer = new Set(body.flatMap(outerNames));
  const names = [...new Set(body.flatMap(assignedNames))].filter(
    (name) => !own.has(name) && !outer.has(name),
  );
  for (const name of names) emitter.known.add(name);
  for (const statement of body) declareFunctions(emitter, statement);
  const declared = names.length === 0 ? '' : `let ${names.map(jsName).join(', ')};\n`;
  return declared + emitAll(emitter, body);
}

function readImports(emitter: Emitter, statement: Statement): void {
  if (statement.type === 'import') emitImport(emitter, statement);
  const below = statement.type === 'function' ? statement.body : inner(statement);
  for (const each of below) readImports(emitter, each);
}

function declareFunctions(emitter: Emitter, statement: Statement): void {
  if (statement.type === 'function') emitter.known.add(statement.name);
}

function emitAll(emitter: Emitter, body: readonly Statement[]): string {
  return body
    .map((statement) => emitStatement(emitter, statement))
    .filter((line) => line !== '')
    .join('\n');
}

function outerNames(statement: Statement): readonly string[] {
  if (statement.type === 'outer') return statement.names;
  return inner(statement).flatMap(outerNames);
}

/** Blocks that share the variables of their function. */
function inner(statement: Statement): readonly Statement[] {
  if (statement.type === 'if') return [...statement.body, ...statement.otherwise];
  if (statement.type === 'while' || statement.type === 'for') return statement.body;
  if (statement.type !== 'try') return [];
  const { body, handlers, otherwise, last } = statement;
  return [...body, ...handlers.flatMap((handler) => handler.body), ...otherwise, ...last];
}

function assignedNames(statement: Statement): readonly string[] {
  const own =
    statement.type === 'assign'
      ? statement.targets.flatMap(namesIn)
      : statement.type === 'change' || statement.type === 'for'
        ? namesIn(statement.target)
        : statement.type === 'function'
          ? [statement.name]
          : statement.type === 'try'
            ? statement.handlers.flatMap(({ name }) => (name === null ? [] : [name]))
            : [];
  return [...own, ...inner(statement).flatMap(assignedNames)];
}

function emitStatement(emitter: Emitter, statement: Statement): string {
  switch (statement.type) {
    case 'expression':
      return statement.value.type === 'text' ? '' : `${emit(emitter, statement.value)};`;
    case 'assign':
      return emitAssign(emitter, statement);
    case 'change':
      return emitChange(emitter, statement);
    case 'return':
      return `return ${statement.value === null ? 'null' : emit(emitter, statement.value)};`;
    case 'raise':
      return statement.value === null
        ? 'throw py_current;'
        : `throw py_raised(${emitRaised(emitter, statement.value)});`;
    case 'assert':
      return `if (!py_truth(${emit(emitter, statement.test)})) throw py_error("AssertionError", ${statement.message === null ? '""' : `py_str(${emit(emitter, statement.message)})`});`;
    case 'delete':
      return statement.targets
        .map((target) => {
          if (target.type !== 'index')
            throw untranslatable('it deletes something other than an item');
          return `py_delitem(${emit(emitter, target.object)}, ${emit(emitter, target.index)});`;
        })
        .join(' ');
    case 'pass':
    case 'outer':
      return '';
    case 'break':
    case 'continue':
      return `${statement.type};`;
    case 'import':
      return emitImport(emitter, statement);
    case 'if':
      return `if (py_truth(${emit(emitter, statement.test)})) {\n${emitAll(emitter, statement.body)}\n}${statement.otherwise.length === 0 ? '' : ` else {\n${emitAll(emitter, statement.otherwise)}\n}`}`;
    case 'while':
      return `while (py_truth(${emit(emitter, statement.test)})) {\n${emitAll(emitter, statement.body)}\n}`;
    case 'for': {
      const each = `each_${(emitter.count += 1)}`;
      return `for (const ${each} of py_iter(${emit(emitter, statement.items)})) {\n${assignTo(emitter, statement.target, each)}\n${emitAll(emitter, statement.body)}\n}`;
    }
    case 'function': {
      const own = new Set(statement.parameters.map(({ name }) => name));
      for (const name of own) emitter.known.add(name);
      return `${jsName(statement.name)} = ${emitFunction(emitter, statement.parameters, `{\n${emitBody(emitter, statement.body, own)}\nreturn null;\n}`)};`;
    }
    case 'try':
      return emitTry(emitter, statement);
  }
}

function emitAssign(
  emitter: Emitter,
  { targets, value }: Extract<Statement, { readonly type: 'assign' }>,
): string {
  const [only] = targets;
  if (targets.length === 1 && only?.type === 'name')
    return `${jsName(only.name)} = ${emit(emitter, value)};`;
  const held = `value_${(emitter.count += 1)}`;
  return `{ const ${held} = ${emit(emitter, value)}; ${targets.map((target) => assignTo(emitter, target, held)).join(' ')} }`;
}

function emitChange(
  emitter: Emitter,
  { target, operator, value }: Extract<Statement, { readonly type: 'change' }>,
): string {
  if (target.type !== 'name' && target.type !== 'index')
    throw untranslatable('it changes something other than a name or an item');
  const changed = `${operatorFunction(emitter, operator)}(${emit(emitter, target)}, ${emit(emitter, value)})`;
  // A list is extended in place: others that hold it see it.
  if (operator === '+')
    return assignTo(
      emitter,
      target,
      `py_extended(${emit(emitter, target)}, ${emit(emitter, value)})`,
    );
  return assignTo(emitter, target, changed);
}

function emitRaised(
  emitter: Emitter,
  value: Extract<Statement, { readonly type: 'raise' }>['value'],
): string {
  if (value === null) return 'null';
  if (value.type === 'name' && errorKinds.has(value.name) && !emitter.known.has(value.name))
    return `py_error(${JSON.stringify(value.name)}, "")`;
  if (value.type === 'call' && value.callee.type === 'name' && errorKinds.has(value.callee.name)) {
    const [message] = value.args;
    if (message === undefined) return `py_error(${JSON.stringify(value.callee.name)}, "")`;
    emitter.writesNumbers = true;
    return `py_error(${JSON.stringify(value.callee.name)}, py_str(${emit(emitter, message)}))`;
  }
  return emit(emitter, value);
}

function emitImport(
  emitter: Emitter,
  { module, name, as }: Extract<Statement, { readonly type: 'import' }>,
): string {
  if (!modules.has(module)) throw untranslatable(`it uses the module "${module}"`);
  // Types are only written at names.
  if (module === 'typing' || module === 'collections.abc') {
    emitter.known.add(as);
    return '';
  }
  const member = name === null ? module : `${module}.${name}`;
  if (name !== null && !Object.hasOwn(moduleMembers, member))
    throw untranslatable(`it uses ${member}`);
  emitter.imports.set(as, member);
  return '';
}

function emitTry(
  emitter: Emitter,
  { body, handlers, otherwise, last }: Extract<Statement, { readonly type: 'try' }>,
): string {
  const caught = `caught_${(emitter.count += 1)}`;
  const done = `done_${emitter.count}`;
  const flag = otherwise.length === 0 ? '' : `let ${done} = false;\n`;
  const tail = otherwise.length === 0 ? '' : `\n${done} = true;`;
  const cases = handlers.map((handler) => emitHandler(emitter, handler, caught));
  const catching =
    handlers.length === 0
      ? ''
      : ` catch (thrown) {\nconst ${caught} = py_caught(thrown);\n${cases.join(' else ')}${handlers.some(({ kinds }) => kinds.length === 0) ? '' : ` else throw thrown;`}\n}`;
  const ending = last.length === 0 ? '' : ` finally {\n${emitAll(emitter, last)}\n}`;
  const after = otherwise.length === 0 ? '' : `\nif (${done}) {\n${emitAll(emitter, otherwise)}\n}`;
  if (otherwise.length > 0 && last.length > 0)
    throw untranslatable('a "try" has both "else" and "finally"');
  return `${flag}try {\n${emitAll(emitter, body)}${tail}\n}${catching}${ending}${after}`;
}

function emitHandler(emitter: Emitter, { kinds, name, body }: Handler, caught: string): string {
  for (const kind of kinds) if (!errorKinds.has(kind)) throw untranslatable(`it catches "${kind}"`);
  const rethrown = emitAll(emitter, body).replaceAll('throw py_current;', `throw ${caught};`);
  const bound = name === null ? '' : `${jsName(name)} = ${caught};\n`;
  const block = `{\n${bound}${rethrown}\n}`;
  return kinds.length === 0 ? block : `if (py_kind(${caught}, ${JSON.stringify(kinds)})) ${block}`;
}

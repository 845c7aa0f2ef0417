// Expressions of Python as JavaScript
// Operators, conversions and methods are those of Python: the functions `py_…` that they call are in python-runtime.
import type { Clause, Expression, FormatPart, Parameter } from './python-syntax.ts';
import { builtins, methods, moduleMembers } from './python-names.ts';
import { untranslatable } from './untranslatable.ts';

export interface Emitter {
  /** Modules and members by the name that the program gives them: `json`, or `json.loads`. */
  readonly imports: Map<string, string>;
  /** Everything that the program assigns or defines. */
  readonly known: Set<string>;
  readonly read: Set<string>;
  count: number;
  /** Whether a float may arise whose text would differ. */
  hasFloat: boolean;
  writesNumbers: boolean;
}

export function newEmitter(): Emitter {
  return {
    imports: new Map(),
    known: new Set(),
    read: new Set(),
    count: 0,
    hasFloat: false,
    writesNumbers: false,
  };
}

const reserved = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield args inputs previous trigger state tools console'.split(
    ' ',
  ),
);

/** A name of the program as one of JavaScript. */
export function jsName(name: string): string {
  return reserved.has(name) || name.startsWith('py_') ? `${name}$` : name;
}

const operators: Readonly<Record<string, string>> = {
  '+': 'py_add',
  '-': 'py_sub',
  '*': 'py_mul',
  '/': 'py_div',
  '//': 'py_floordiv',
  '%': 'py_mod',
  '**': 'py_pow',
  '==': 'py_eq',
  '!=': 'py_ne',
  '<': 'py_lt',
  '>': 'py_gt',
  '<=': 'py_le',
  '>=': 'py_ge',
  in: 'py_in',
  'not in': 'py_notin',
  is: 'py_same',
  'is not': 'py_notsame',
  '|': 'py_or_bits',
  '&': 'py_and_bits',
};

export function operatorFunction(emitter: Emitter, operator: string): string {
  const found = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (found === undefined) throw untranslatable(`it uses the operator "${operator}"`);
  if (operator === '/') emitter.hasFloat = true;
  return found;
}

export function emit(emitter: Emitter, expression: Expression): string {
  switch (expression.type) {
    case 'name':
      return emitName(emitter, expression.name);
    case 'number':
      return emitNumber(emitter, expression.text);
    case 'text':
      return JSON.stringify(expression.value);
    case 'constant':
      return expression.value;
    case 'code':
      return expression.code;
    case 'format':
      return `[${expression.parts.map((part) => emitPart(emitter, part)).join(', ')}].join("")`;
    case 'list':
      return `[${all(emitter, expression.items)}]`;
    case 'tuple':
      return `py_tuple([${all(emitter, expression.items)}])`;
    case 'set':
      return `py_set([${all(emitter, expression.items)}])`;
    case 'dict':
      return `py_dict([${expression.entries.map(([key, value]) => (key === null ? `...py_entries(${emit(emitter, value)})` : `[${emit(emitter, key)}, ${emit(emitter, value)}]`)).join(', ')}])`;
    case 'comprehension':
      return emitComprehension(emitter, expression);
    case 'attribute':
      return emitAttribute(emitter, expression);
    case 'index':
      return `py_item(${emit(emitter, expression.object)}, ${emit(emitter, expression.index)})`;
    case 'slice':
      return `py_slice(${[expression.object, ...expression.parts].map((part) => (part === null ? 'null' : emit(emitter, part))).join(', ')})`;
    case 'call':
      return emitCall(emitter, expression);
    case 'unary':
      return emitUnary(emitter, expression.operator, emit(emitter, expression.value));
    case 'binary':
      return `${operatorFunction(emitter, expression.operator)}(${emit(emitter, expression.left)}, ${emit(emitter, expression.right)})`;
    case 'logic':
      return `py_${expression.operator}(${emit(emitter, expression.left)}, () => ${emit(emitter, expression.right)})`;
    case 'choice':
      return `(py_truth(${emit(emitter, expression.test)}) ? ${emit(emitter, expression.yes)} : ${emit(emitter, expression.no)})`;
    case 'lambda':
      return emitLambda(emitter, expression.parameters, expression.body);
    case 'filter':
    case 'test':
      throw untranslatable('it uses filters outside of a template');
  }
}

function all(emitter: Emitter, items: readonly Expression[]): string {
  return items.map((item) => emit(emitter, item)).join(', ');
}

function emitName(emitter: Emitter, name: string): string {
  const imported = emitter.imports.get(name);
  if (imported !== undefined) {
    if (Object.hasOwn(moduleMembers, imported)) return moduleMembers[imported] ?? '';
    throw untranslatable(`it uses "${name}" as a value`);
  }
  emitter.read.add(name);
  return emitter.known.has(name) || !builtins.has(name) ? jsName(name) : `py_b_${name}`;
}

function emitNumber(emitter: Emitter, text: string): string {
  const value = Number(text);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    throw untranslatable(`the number ${text} is too large`);
  if (/[.eE]/.test(text) && !/^0x/i.test(text)) emitter.hasFloat = true;
  return String(value);
}

function emitPart(emitter: Emitter, part: FormatPart): string {
  if (typeof part === 'string') return JSON.stringify(part);
  const value = emit(emitter, part.value);
  const shown = part.conversion === 'r' || part.conversion === 'a' ? `py_repr(${value})` : value;
  if (part.spec.length === 0) {
    emitter.writesNumbers = true;
    return `py_str(${shown})`;
  }
  return `py_format(${shown}, [${part.spec.map((each) => emitPart(emitter, each)).join(', ')}].join(""))`;
}

function emitUnary(emitter: Emitter, operator: string, value: string): string {
  if (operator === 'not') return `!py_truth(${value})`;
  if (operator === '-') return `py_neg(${value})`;
  if (operator === '+') return value;
  throw untranslatable(`it uses the operator "${operator}"`);
}

function emitLambda(emitter: Emitter, parameters: readonly Parameter[], body: Expression): string {
  for (const { name } of parameters) emitter.known.add(name);
  return emitFunction(emitter, parameters, emit(emitter, body));
}

export function emitFunction(
  emitter: Emitter,
  parameters: readonly Parameter[],
  body: string,
): string {
  const names = parameters.map(({ name }) => JSON.stringify(name)).join(', ');
  const defaults = parameters.flatMap(({ name, otherwise }) =>
    otherwise === null ? [] : [`${JSON.stringify(name)}: ${emit(emitter, otherwise)}`],
  );
  return `py_def([${names}], { ${defaults.join(', ')} }, (${parameters.map(({ name }) => jsName(name)).join(', ')}) => ${body})`;
}

type Comprehension = Extract<Expression, { readonly type: 'comprehension' }>;

function emitComprehension(emitter: Emitter, { of, key, value, clauses }: Comprehension): string {
  const out = `out_${(emitter.count += 1)}`;
  const loops = clauses.map((clause) => emitClause(emitter, clause));
  const item =
    key === null ? emit(emitter, value) : `[${emit(emitter, key)}, ${emit(emitter, value)}]`;
  const made = of === 'list' ? out : of === 'set' ? `py_set(${out})` : `py_dict(${out})`;
  return `(() => { const ${out} = []; ${loops.map(({ open }) => open).join(' ')} ${out}.push(${item}); ${loops.map(({ close }) => close).join('')} return ${made}; })()`;
}

function emitClause(
  emitter: Emitter,
  { target, items, tests }: Clause,
): { readonly open: string; readonly close: string } {
  const list = emit(emitter, items);
  const names = namesIn(target);
  for (const name of names) emitter.known.add(name);
  const each = `each_${(emitter.count += 1)}`;
  const bound =
    names.length === 0
      ? ''
      : `let ${names.map(jsName).join(', ')}; ${assignTo(emitter, target, each)}`;
  const test = tests.map((one) => `if (!py_truth(${emit(emitter, one)})) continue; `).join('');
  return { open: `for (const ${each} of py_iter(${list})) { ${bound} ${test}`, close: '} ' };
}

export function namesIn(target: Expression): readonly string[] {
  if (target.type === 'name') return [target.name];
  return target.type === 'tuple' || target.type === 'list' ? target.items.flatMap(namesIn) : [];
}

/** The statement that gives a value, named by a variable of JavaScript, to a target. */
export function assignTo(emitter: Emitter, target: Expression, value: string): string {
  if (target.type === 'name') return `${jsName(target.name)} = ${value};`;
  if (target.type === 'index') {
    return `py_setitem(${emit(emitter, target.object)}, ${emit(emitter, target.index)}, ${value});`;
  }
  if (target.type !== 'tuple' && target.type !== 'list') {
    throw untranslatable('it assigns to something other than a name or an item');
  }
  const parts = `parts_${(emitter.count += 1)}`;
  const each = target.items.map((item, index) => assignTo(emitter, item, `${parts}[${index}]`));
  return `const ${parts} = py_unpack(${value}, ${target.items.length}); ${each.join(' ')}`;
}

type Attribute = Extract<Expression, { readonly type: 'attribute' }>;

/** `json.loads` for an attribute of an imported module; null for any other. */
function memberOf(emitter: Emitter, expression: Expression): string | null {
  if (expression.type === 'name') return emitter.imports.get(expression.name) ?? null;
  if (expression.type !== 'attribute') return null;
  const module = memberOf(emitter, expression.object);
  return module === null ? null : `${module}.${expression.name}`;
}

function emitAttribute(emitter: Emitter, expression: Attribute): string {
  const member = memberOf(emitter, expression);
  if (member !== null) {
    const found = Object.hasOwn(moduleMembers, member) ? moduleMembers[member] : undefined;
    if (found === undefined) throw untranslatable(`it uses ${member}`);
    return found;
  }
  const { object } = expression;
  if (
    expression.name === '__name__' &&
    object.type === 'call' &&
    object.callee.type === 'name' &&
    object.callee.name === 'type'
  ) {
    return `py_typename(${object.args.map((arg) => emit(emitter, arg)).join(', ')})`;
  }
  throw untranslatable(`it reads the attribute "${expression.name}"`);
}

type Call = Extract<Expression, { readonly type: 'call' }>;

function emitCall(emitter: Emitter, { callee, args, named }: Call): string {
  if (callee.type === 'name' && !emitter.known.has(callee.name)) {
    if (callee.name === 'isinstance') return emitIsInstance(emitter, args);
    if (['str', 'repr', 'print'].includes(callee.name)) emitter.writesNumbers = true;
    if (callee.name === 'float' || (callee.name === 'round' && args.length > 1))
      emitter.hasFloat = true;
  }
  const given = `[${all(emitter, args)}], { ${named.map(([name, value]) => `${JSON.stringify(name)}: ${emit(emitter, value)}`).join(', ')} }`;
  if (callee.type === 'attribute' && memberOf(emitter, callee) === null) {
    if (!methods.has(callee.name)) throw untranslatable(`it calls the method "${callee.name}"`);
    if (callee.name === 'format') emitter.writesNumbers = true;
    return `py_method(${emit(emitter, callee.object)}, ${JSON.stringify(callee.name)}, ${given})`;
  }
  return `py_call(${emit(emitter, callee)}, ${given})`;
}

function emitIsInstance(emitter: Emitter, args: readonly Expression[]): string {
  const [value, kinds] = args;
  if (value === undefined || kinds === undefined)
    throw untranslatable('"isinstance" lacks an argument');
  const names = (kinds.type === 'tuple' ? kinds.items : [kinds]).map((kind) =>
    kind.type === 'name' ? kind.name : '',
  );
  if (
    names.some(
      (name) => !['str', 'int', 'float', 'bool', 'list', 'dict', 'tuple', 'set'].includes(name),
    )
  )
    throw untranslatable('"isinstance" asks for a type of another kind');
  return `py_isinstance(${emit(emitter, value)}, ${JSON.stringify(names)})`;
}

// JSONPath and intrinsic functions as expressions
// Paths read the state's input; those that begin with `$$` read the context object.
import { untranslatablePath } from './untranslatable-path.ts';

export interface PathRoots {
  /** The expression of `$`. */
  readonly input: string;
  /** Whether the state lies in a map, so that `$$.Map.Item` can be read. */
  readonly isInMap: boolean;
  /** The node that makes an id for `States.UUID()`; asked for when one is needed. */
  readonly uuid: () => string;
  /** The id of the execution, which every state of it reads alike. */
  readonly execution: () => string;
  readonly stateName: string;
  /** The node that holds the token of a task that waits for it. */
  readonly token: string | null;
}

const plain = /^[A-Za-z_]\w*$/;

/** The expression for a path. */
export function pathExpression(path: string, roots: PathRoots): string {
  const text = path.trim();
  if (text.startsWith('$$')) return contextExpression(text.slice(2), roots);
  if (!text.startsWith('$')) throw untranslatablePath(text);
  return walk(roots.input, text.slice(1), text);
}

function contextExpression(rest: string, roots: PathRoots): string {
  const { isInMap, token } = roots;
  if (/^\.Execution\.(?:Id|Name)$/.test(rest.trim())) return roots.execution();
  if (rest === '.State.Name') return JSON.stringify(roots.stateName);
  if (rest.startsWith('.Execution.Input'))
    return walk('trigger', rest.slice('.Execution.Input'.length), rest);
  if (rest === '.State.EnteredTime' || rest === '.Execution.StartTime') return 'now';
  if (isInMap && rest.startsWith('.Map.Item.Value'))
    return walk('trigger.item', rest.slice('.Map.Item.Value'.length), rest);
  if (isInMap && rest === '.Map.Item.Index') return 'trigger.index';
  if (rest === '.Task.Token' && token !== null) return `${token}.output`;
  throw untranslatablePath(`$$${rest}`);
}

function walk(base: string, rest: string, whole: string): string {
  const slice = /^\.?\[(-?\d*):(-?\d*)\]/.exec(rest);
  if (slice !== null) {
    const bounds = [slice[1] || '0', slice[2] ?? ''].filter((bound) => bound !== '');
    return walk(`${base}.slice(${bounds.join(', ')})`, rest.slice(slice[0].length), whole);
  }
  const filter = filtered.exec(rest);
  if (filter !== null) return walkFiltered(base, filter, rest.slice(filter[0].length), whole);
  const step =
    /^(?:\.([A-Za-z_\p{L}][\w\p{L}-]*)|\.?\[(-?\d+)\]|\['([^']*)'\]|\["([^"]*)"\]|(\[\*\]))/u.exec(
      rest,
    );
  if (rest === '') return base;
  if (step === null) throw untranslatablePath(whole);
  const after = rest.slice(step[0].length);
  if (step[5] !== undefined)
    return after === ''
      ? `list(${base})`
      : `list(${base}).map(item => ${walk('item', after, whole)})`;
  if (step[2] !== undefined) return walk(`${base}[${step[2]}]`, after, whole);
  const key = step[1] ?? step[3] ?? step[4] ?? '';
  return walk(plain.test(key) ? `${base}.${key}` : `${base}[${JSON.stringify(key)}]`, after, whole);
}

const filtered =
  /^\.?\[\?\(\s*@\.([\w.]+)\s*(==|!=|<=|>=|<|>)\s*('[^']*'|"[^"]*"|-?\d+(?:\.\d+)?|\w+)\s*\)\]/;

/** `[?(@.Name == 'Cat')]`: the items that fit; what follows is read from each of them. */
function walkFiltered(
  base: string,
  [, path = '', operator = '==', value = '']: RegExpExecArray,
  rest: string,
  whole: string,
): string {
  const isLiteral = /^(?:-?\d+(?:\.\d+)?|true|false|null)$/.test(value);
  const literal = isLiteral ? value : JSON.stringify(value.replaceAll(/^['"]|['"]$/g, ''));
  const kept = `list(${base}).filter(item => item.${path} ${operator} ${literal})`;
  if (rest === '' || rest.startsWith('[')) return walk(kept, rest, whole);
  return `${kept}.map(item => ${walk('item', rest, whole)})`;
}

/** A value of a payload template whose key ends in `.$`: a path, or a call of intrinsic functions. */
export function valueExpression(text: string, roots: PathRoots): string {
  return text.trim().startsWith('States.')
    ? callExpression(text.trim(), roots)
    : pathExpression(text, roots);
}

const functions: Readonly<Record<string, (args: readonly string[]) => string>> = {
  JsonToString: ([value = 'null']) => `json(${value})`,
  StringToJson: ([text = '""']) => `parseJson(${text})`,
  Array: (args) => `[${args.join(', ')}]`,
  ArrayGetItem: ([list = '[]', index = '0']) => `${list}[${index}]`,
  ArrayLength: ([list = '[]']) => `${list}.length`,
  ArrayContains: ([list = '[]', item = 'null']) => `${list}.includes(${item})`,
  ArrayRange: ([from = '0', to = '0', step = '1']) => `range(${from}, ${to} + 1, ${step})`,
  ArrayUnique: ([list = '[]']) => `${list}.unique()`,
  ArrayPartition: ([list = '[]', size = '1']) => `${list}.chunk(${size})`,
  StringSplit: ([text = '""', by = '","']) => `${text}.split(${by}).compact()`,
  MathAdd: ([left = '0', right = '0']) => `(${left} + ${right})`,
  JsonMerge: ([first = '{}', second = '{}']) => `merge(${first}, ${second})`,
};

function callExpression(text: string, roots: PathRoots): string {
  const found = /^States\.(\w+)\(([\s\S]*)\)$/.exec(text);
  if (found === null) throw untranslatablePath(text);
  const [, name = '', inside = ''] = found;
  if (name === 'UUID') return `${roots.uuid()}.output`;
  const args = splitArguments(inside).map((arg) => argument(arg, roots));
  if (name === 'Format') return format(args);
  const make = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (make === undefined) throw untranslatablePath(`States.${name}`);
  return make(args);
}

function argument(text: string, roots: PathRoots): string {
  if (text.startsWith("'")) return JSON.stringify(text.slice(1, -1).replaceAll(/\\(.)/g, '$1'));
  if (text.startsWith('$')) return pathExpression(text, roots);
  if (text.startsWith('States.')) return callExpression(text, roots);
  if (/^-?\d+(?:\.\d+)?$|^(?:true|false|null)$/.test(text)) return text;
  throw untranslatablePath(text);
}

/** `States.Format('Hello {}', $.name)`. */
function format([pattern = '""', ...values]: readonly string[]): string {
  if (!pattern.startsWith('"')) throw untranslatablePath('States.Format');
  // It was written by JSON.stringify.
  const text = JSON.parse(pattern) as string;
  const parts = text.split('{}');
  const made = parts.flatMap((part, index) => [
    JSON.stringify(part),
    ...(index < parts.length - 1 ? [`text(${values[index] ?? 'null'})`] : []),
  ]);
  return `[${made.join(', ')}].join("")`;
}

function splitArguments(text: string): readonly string[] {
  const args: string[] = [];
  let depth = 0;
  let isText = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\' && isText) at += 1;
    else if (character === "'") isText = !isText;
    else if (!isText && (character === '(' || character === '[')) depth += 1;
    else if (!isText && (character === ')' || character === ']')) depth -= 1;
    else if (!isText && depth === 0 && character === ',') {
      args.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  const last = text.slice(start).trim();
  return last === '' ? args : [...args, last];
}

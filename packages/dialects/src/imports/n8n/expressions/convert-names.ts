// Names of n8n that stand for values of the run
// `$json`, `$input`, `$('X')`, `$node["X"]`, `$items("X")`, `$now` and others, with the steps that belong to them. What they stand for is
// not a JSON value of its own, so each is read together with the steps behind it.
import type { Json } from '@skein/kernel';
import type { ExpressionScope, NodeReads } from './expression-scope.ts';
import { filesOf } from './file-words.ts';
import type { JsArgument, JsTree } from './javascript-tree.ts';
import { NotConverted } from './not-converted.ts';
import { certain, json, time, type Said } from './said.ts';
import { plainText } from '../read/plain-text.ts';

/** The value of a tree that begins with such a name; null when it does not. */
export function convertNamed(tree: JsTree, scope: ExpressionScope): Said | null {
  return convertName(tree, scope) ?? convertInput(tree, scope) ?? convertNode(tree, scope);
}

function convertName(tree: JsTree, scope: ExpressionScope): Said | null {
  if (tree.kind === 'name') return convertWord(tree.name, scope);
  if (tree.kind === 'member' && tree.of.kind === 'name') {
    return convertProperty(tree.of.name, tree.key, scope);
  }
  if (tree.kind === 'call' && tree.callee.kind === 'name') {
    return convertFunction(tree.callee.name, tree.given, scope);
  }
  return null;
}

function convertWord(name: string, scope: ExpressionScope): Said | null {
  switch (name) {
    case '$json':
    case '$data':
      return json(scope.item);
    case '$item':
    case 'item':
      return { ...json(scope.item), kind: 'item' };
    case 'items':
      return { ...json(scope.input), kind: 'items' };
    case '$itemIndex':
    case '$position':
    case '$thisItemIndex':
      return certain(scope.index);
    case '$runIndex':
    case '$thisRunIndex':
      if (scope.runIndex === null) throw new NotConverted('of "$runIndex"');
      return certain(scope.runIndex);
    case '$now':
      return { ...time('now'), isCertain: true };
    case '$today':
      return { ...time('iso(now.date)'), isCertain: true };
    case '$binary':
      return filesOf(json(scope.item));
    case '$execution':
    case '$response':
    case '$request':
    case '$pageCount':
    case '$secrets':
      throw new NotConverted(`of "${name}"`, { isHopeless: true });
    default:
      return null;
  }
}

function convertProperty(of: string, key: string, scope: ExpressionScope): Said | null {
  switch (of) {
    case '$env':
    case '$vars':
      return json(scope.variable(key));
    case '$workflow':
      if (key === 'name' || key === 'id') return certain(JSON.stringify(scope.workflowName));
      return key === 'active' ? certain('true') : null;
    case '$prevNode':
      if (key !== 'name') return key === 'outputIndex' || key === 'runIndex' ? certain('0') : null;
      if (scope.previousNode === null) throw new NotConverted('several nodes lead here');
      return certain(JSON.stringify(scope.previousNode));
    case '$parameter':
      return literal(scope.parameter(key));
    default:
      return null;
  }
}

function convertFunction(
  name: string,
  given: readonly JsArgument[],
  scope: ExpressionScope,
): Said | null {
  switch (name) {
    case '$items': {
      const node = given.length === 0 ? null : nodeNamed(given[0], scope);
      return { ...json(node?.items ?? scope.input), kind: 'items' };
    }
    case '$fromAI':
    case '$fromai':
    case '$fromAi': {
      if (scope.modelArgument === null) throw new NotConverted('no model calls this node');
      const [argument, description, type, otherwise] = given.map(literalOf);
      return json(
        scope.modelArgument({
          name: typeof argument === 'string' ? argument : 'input',
          description: typeof description === 'string' ? description : '',
          type: typeof type === 'string' ? type : 'string',
          default: otherwise,
        }),
      );
    }
    default:
      return null;
  }
}

/** `$input.all()` and the like. */
function convertInput(tree: JsTree, scope: ExpressionScope): Said | null {
  const step = stepOf(tree);
  if (step === null || step.of.kind !== 'name' || step.of.name !== '$input') return null;
  return convertItems(step.key, { list: scope.input, current: () => scope.item });
}

interface ItemSource {
  readonly list: string;
  readonly current: () => string;
}

function convertItems(key: string, { list, current }: ItemSource): Said | null {
  switch (key) {
    case 'item':
    case 'pairedItem':
      return { ...json(current()), kind: 'item' };
    case 'first':
      return { ...json(`${list}[0]`), kind: 'item' };
    case 'last':
      return { ...json(`${list}[-1]`), kind: 'item' };
    case 'all':
      return { ...json(list), kind: 'items' };
    default:
      return null;
  }
}

/** `$('X').item`, `$node["X"].json`, `$item(0).$node["X"].json`. */
function convertNode(tree: JsTree, scope: ExpressionScope): Said | null {
  const old = convertOldNode(tree, scope);
  if (old !== null) return old;
  const step = stepOf(tree);
  if (step === null) return null;
  const found = step.of;
  if (found.kind !== 'call' || found.callee.kind !== 'name' || found.callee.name !== '$') {
    return convertParameterPath(tree, scope);
  }
  const node = nodeNamed(found.given[0], scope);
  if (step.key === 'isExecuted') return certain(node.hasRun);
  if (step.key === 'itemMatching') {
    const place = step.given === null ? undefined : literalOf(step.given[0]);
    if (typeof place !== 'number') throw new NotConverted('of "itemMatching"');
    return { ...json(`${node.items}[${place}]`), kind: 'item' };
  }
  const said = convertItems(step.key, { list: node.items, current: node.ancestor });
  if (said !== null) return said;
  if (step.key === 'params') return null;
  throw new NotConverted(`of "$('…').${step.key}"`, { isHopeless: true });
}

/** The old form reads the item at the same place. */
function convertOldNode(tree: JsTree, scope: ExpressionScope): Said | null {
  if (tree.kind !== 'member') return null;
  const { of, key } = tree;
  if (of.kind !== 'member') return null;
  const isOld = of.of.kind === 'name' && of.of.name === '$node';
  const place = isOld ? scope.index : placeOfItem(of.of);
  if (place === null) return null;
  const node = nodeNamed({ kind: 'literal', value: of.key }, scope);
  if (key === 'json' || key === 'data') return json(`${node.items}[${place}]`);
  if (key === 'binary') return filesOf(json(`${node.items}[${place}]`));
  if (key === 'isExecuted') return certain(node.hasRun);
  if (key === 'runIndex') return certain('0');
  if (key === 'parameter') return null;
  throw new NotConverted(`of "$node[…].${key}"`, { isHopeless: true });
}

function placeOfItem(tree: JsTree): string | null {
  if (tree.kind !== 'member' || tree.key !== '$node' || tree.of.kind !== 'call') return null;
  const { callee, given } = tree.of;
  if (callee.kind !== 'name' || callee.name !== '$item') return null;
  const place = literalOf(given[0]);
  return typeof place === 'number' || /^\d+$/.test(plainText(place)) ? plainText(place) : null;
}

/** `$('X').params.a.b`: what the file says, when it says a value and no expression. */
function convertParameterPath(tree: JsTree, scope: ExpressionScope): Said | null {
  const path: string[] = [];
  let of: JsTree = tree;
  while (of.kind === 'member') {
    path.unshift(of.key);
    of = of.of;
  }
  if (of.kind !== 'call' || of.callee.kind !== 'name' || of.callee.name !== '$') return null;
  if (path[0] !== 'params') return null;
  return literal(nodeNamed(of.given[0], scope).parameter(path.slice(1)));
}

function literal(value: Json | undefined): Said {
  const isValue = value !== undefined && !(typeof value === 'string' && value.startsWith('='));
  if (!isValue) throw new NotConverted('of a setting that it reads');
  return certain(JSON.stringify(value));
}

interface Step {
  readonly of: JsTree;
  readonly key: string;
  readonly given: readonly JsArgument[] | null;
}

/** `of.key` or `of.key(…)`. */
function stepOf(tree: JsTree): Step | null {
  if (tree.kind === 'member') return { of: tree.of, key: tree.key, given: null };
  if (tree.kind === 'call' && tree.callee.kind === 'member') {
    return { of: tree.callee.of, key: tree.callee.key, given: tree.given };
  }
  return null;
}

function nodeNamed(given: JsArgument | undefined, scope: ExpressionScope): NodeReads {
  const name = literalOf(given);
  if (typeof name !== 'string') throw new NotConverted('the node that it reads is computed');
  const node = scope.node(name);
  if (node !== null) return node;
  throw new NotConverted(`the workflow has no node "${name}"`, { isHopeless: true });
}

export function literalOf(given: JsArgument | undefined): Json | undefined {
  if (given?.kind === 'literal') return given.value;
  if (given?.kind === 'text' && given.parts.every((part) => typeof part === 'string')) {
    return given.parts.join('');
  }
  const isMinus = given?.kind === 'unary' && given.operator === '-';
  if (!isMinus) return undefined;
  const value = literalOf(given.of);
  return typeof value === 'number' ? -value : undefined;
}

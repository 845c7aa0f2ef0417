// Iterations and loops
// The nodes inside become a workflow of their own: an iteration is a map, a loop a sub-workflow whose state is the loop's
// variables.
import { given } from '../../draft/given.ts';
import {
  escapeTemplate,
  listAt,
  ownValue,
  textAt,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import { addEdge, addNode, takeId, toDefinition } from '../../draft/draft.ts';
import { computed, expressionOf, reference } from '../../draft/place.ts';
import { readSelector, textOf } from '../dify-graph.ts';
import { loseReference } from '../dify-text.ts';
import { helperId, valueExpression, valueTemplate, type DifyScope } from '../scope.ts';
import { convertAll } from './conditions.ts';
import { addStep, objectsIn, single, type ConvertDify, type DifyStep } from './dify-step.ts';
import { templateOrLoss } from './flow-nodes.ts';

/** Converts the nodes of a scope and ties them; gives the native nodes at the ends of its ways. */
export type ConvertScope = (scope: DifyScope, first: string) => readonly string[];

export function iterationConverter(convertScope: ConvertScope): ConvertDify {
  return (step) => {
    const { node, id, scope } = step;
    const inner = scope.app.scopes.get(node.id);
    if (inner === undefined) return single(id);
    const ends = startInner(inner, convertScope);
    endIteration(step, inner, ends);
    const mode = textAt(node.data, 'error_handle_mode') ?? 'terminated';
    const collects = mode === 'continue-on-error' || mode === 'remove-abnormal-output';
    const width = ownValue(node.data, 'parallel_nums');
    const isParallel = ownValue(node.data, 'is_parallel') === true;
    const concurrency = isParallel
      ? typeof width === 'number' && width >= 1
        ? Math.floor(width)
        : 10
      : 1;
    const map = {
      items: itemsOf(step),
      workflow: toDefinition(inner.draft, null),
      ...given({ with: Object.keys(inner.handed).length === 0 ? undefined : inner.handed }),
      concurrency,
      ...given({ failures: collects ? 'collect' : undefined }),
    };
    const flattens = ownValue(node.data, 'flatten_output') !== false;
    if (!collects && !flattens) {
      addStep(step, { type: 'map', config: map });
      return single(id);
    }
    // Readers find the value behind the map, where failures are handled and lists flattened.
    const each = helperId(scope, id, 'each');
    addStep({ ...step, id: each }, { type: 'map', config: map });
    const list = resultList({ root: { node: each }, path: [] }, mode, flattens);
    addNode(scope.draft, {
      id,
      type: 'transform',
      name: node.title,
      config: { value: computed(list) },
      origin: [node.id],
    });
    addEdge(scope.draft, { from: each, to: id });
    return { first: each, exit: () => ({ from: id }) };
  };
}

function resultList(
  map: Parameters<typeof expressionOf>[0],
  mode: string,
  flattens: boolean,
): string {
  const read = expressionOf(map);
  const kept =
    mode === 'remove-abnormal-output'
      ? `${read}.filter(item => item.ok).map(item => item.value)`
      : mode === 'continue-on-error'
        ? `${read}.map(item => item.ok ? item.value : null)`
        : read;
  if (!flattens) return kept;
  // Only lists of lists are flattened.
  return `${kept}.length > 0 && ${kept}.every(item => isList(item)) ? ${kept}.flat() : ${kept}`;
}

function itemsOf(step: DifyStep): Json {
  const { node, scope } = step;
  const selector = readSelector(ownValue(node.data, 'iterator_selector'));
  const read = valueExpression(scope, selector);
  if (read !== null) return computed(`list(${read})`);
  loseReference(scope, node, selector);
  return [];
}

/** The start of an inner workflow. */
function startInner(inner: DifyScope, convertScope: ConvertScope): readonly string[] {
  const start = takeId(inner.draft, 'start');
  addNode(inner.draft, { id: start, type: 'start' });
  return convertScope(inner, start);
}

function endIteration({ node }: DifyStep, inner: DifyScope, ends: readonly string[]): void {
  const selector = readSelector(ownValue(node.data, 'output_selector'));
  const value = selector.length === 0 ? null : (valueTemplate(inner, selector) ?? null);
  if (value === null && selector.length > 0) loseReference(inner, node, selector);
  const end = takeId(inner.draft, 'end');
  addNode(inner.draft, { id: end, type: 'end', config: { value } });
  for (const from of ends) addEdge(inner.draft, { from, to: end, in: from });
}

export function loopConverter(convertScope: ConvertScope): ConvertDify {
  return (step) => {
    const { node, id, scope } = step;
    const inner = scope.app.scopes.get(node.id);
    if (inner === undefined) return single(id);
    const input: { [name: string]: Json } = {};
    const first = startLoop(step, inner, input);
    const ends = convertScope(inner, first);
    closeLoop(step, inner, { first, ends });
    Object.assign(input, inner.handed);
    addStep(step, {
      type: 'subworkflow',
      config: { workflow: toDefinition(inner.draft, null), input },
    });
    return single(id);
  };
}

/** The start of a loop: its variables get their first values, then each round counts itself. */
function startLoop(step: DifyStep, inner: DifyScope, input: { [name: string]: Json }): string {
  const { draft } = inner;
  const start = takeId(draft, 'start');
  addNode(draft, { id: start, type: 'start' });
  const set: { [name: string]: Json } = {};
  for (const variable of objectsIn(listAt(step.node.data, 'loop_variables'))) {
    const name = textOf(ownValue(variable, 'label'));
    if (!inner.kept.has(name)) continue;
    input[`first_${name}`] = firstValue(step, variable);
    set[name] = reference({ root: 'trigger', path: [`first_${name}`] }, { otherwise: null });
  }
  draft.state['loop_round'] = 0;
  const prepare = takeId(draft, 'first_values');
  addNode(draft, {
    id: prepare,
    type: 'set',
    config: Object.keys(set).length === 0 ? {} : { set },
  });
  addEdge(draft, { from: start, to: prepare });
  const round = takeId(draft, 'round');
  addNode(draft, {
    id: round,
    type: 'set',
    config: { increment: { loop_round: 1 } },
    settings: { join: 'any' },
  });
  addEdge(draft, { from: prepare, to: round });
  return round;
}

function firstValue(step: DifyStep, variable: JsonObject): Json {
  const value = ownValue(variable, 'value') ?? null;
  if (textAt(variable, 'value_type') === 'variable')
    return templateOrLoss(step, readSelector(value));
  return typedConstant(value, textAt(variable, 'var_type') ?? 'string');
}

function typedConstant(value: Json, type: string): Json {
  if (typeof value !== 'string') return value;
  if (type === 'string') return escapeTemplate(value);
  try {
    // JSON.parse returns JSON, by its contract.
    return JSON.parse(value) as Json;
  } catch {
    return escapeTemplate(value);
  }
}

/** After each round: out where a condition holds or the rounds are used up, else the next one. */
function closeLoop(
  step: DifyStep,
  inner: DifyScope,
  { first, ends }: { readonly first: string; readonly ends: readonly string[] },
): void {
  const { draft, app } = inner;
  const leaving = app.graph.nodes.flatMap(({ id, type, parent }) =>
    type === 'loop-end' && parent === step.node.id ? [app.ids.get(id) ?? ''] : [],
  );
  const end = takeId(draft, 'end');
  const value = Object.fromEntries(
    [...inner.kept, 'loop_round'].map((name) => [
      name,
      reference({ root: 'state', path: [name] }, { otherwise: null }),
    ]),
  );
  addNode(draft, { id: end, type: 'end', config: { value }, settings: { join: 'any' } });
  for (const from of leaving) addEdge(draft, { from, to: end });
  const staying = ends.filter((id) => !leaving.includes(id));
  // Where every way leaves the loop, there is no next round.
  if (staying.length === 0) return;
  const over = takeId(draft, 'is_over');
  addNode(draft, { id: over, type: 'if', config: { condition: overCondition(step, inner) } });
  for (const from of staying) addEdge(draft, { from, to: over });
  addEdge(draft, { from: over, to: end, out: 'true' });
  addEdge(draft, { from: over, to: first, out: 'false', loop: true });
}

function overCondition(step: DifyStep, inner: DifyScope): Json {
  const { data } = step.node;
  const count = ownValue(data, 'loop_count');
  const most = typeof count === 'number' && count >= 1 ? Math.floor(count) : 10;
  const isOver: Json = { left: '${state.loop_round}', op: 'gte', right: most };
  if (listAt(data, 'break_conditions').length === 0) return isOver;
  return { any: [isOver, convertAll({ ...step, scope: inner }, data, 'break_conditions')] };
}

/** Leaves the loop at once. */
export const convertLoopEnd: ConvertDify = (step) => {
  addStep(step, { type: 'transform', config: { value: '${previous}' } });
  return single(step.id);
};

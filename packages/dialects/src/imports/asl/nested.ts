// Parallel and Map: states with machines inside.
import { isObject, listAt, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import { addEdge, addNode, newDraft, takeId, toDefinition } from '../draft/draft.ts';
import { computed } from '../draft/place.ts';
import {
  addState,
  chain,
  computedOrLoss,
  loseState,
  payload,
  rootsOf,
  type AslScope,
  type AslState,
  quoted,
} from './asl-scope.ts';
import { retrySettings } from './errors.ts';
import { type Left } from './state-result.ts';
import { pathExpression } from './json-path.ts';
import { addCatchers, selectResult } from './task.ts';

/** A machine inside of a state as a workflow of its own; `entry` is what its first state gets. */
function innerWorkflow(
  step: AslState,
  machine: JsonObject,
  place: {
    readonly path: string;
    readonly mark: string;
    readonly isInMap: boolean;
    readonly entry: Json;
  },
): JsonObject {
  const { scope, name } = step;
  const draft = newDraft(scope.draft.report);
  // Both kinds of children are given it by the state around them.
  const execution = (): string => {
    scope.execution();
    return place.isInMap ? 'trigger.with.execution' : 'trigger.execution';
  };
  const inner: AslScope = {
    draft,
    machine,
    pointer: `${step.pointer}/${place.path}`,
    ids: new Map(),
    isInMap: place.isInMap || scope.isInMap,
    isJsonata:
      (textAt(machine, 'QueryLanguage') ?? (scope.isJsonata ? 'JSONata' : 'JSONPath')) ===
      'JSONata',
    variables: new Set(),
    execution,
    convertInner: scope.convertInner,
    prefix: `${scope.prefix}${name}${place.mark}/`,
  };
  const start = takeId(draft, 'start');
  addNode(draft, { id: start, type: 'start' });
  const entry = takeId(draft, 'input');
  addNode(draft, { id: entry, type: 'transform', config: { value: place.entry } });
  addEdge(draft, { from: start, to: entry });
  inner.convertInner(inner, entry);
  return toDefinition(draft, null);
}

/** All branches are one sub-workflow: the first that fails ends the others, and another attempt begins all of them again. */
export function addParallel(step: AslState, entry: string, input: string): Left {
  const { scope, state } = step;
  const helpers: string[] = [];
  const given = ownValue(state, 'Parameters') ?? ownValue(state, 'Arguments');
  const value =
    given === undefined ? computed(input) : payload(given, step, rootsOf(step, input, helpers));
  const workflow = branchesOf(step);
  addState(step, {
    id: step.id,
    type: 'subworkflow',
    config: { workflow, input: { input: value, ...handed(scope, workflow) } },
    settings: retrySettings(step),
  });
  chain(step, [entry, ...helpers, step.id]);
  addCatchers(step, entry, [step.id]);
  return selectResult(step, entry, { from: step.id, result: `${quoted(step.id)}.output` });
}

/** A workflow whose value is the list of what the branches give. */
function branchesOf(step: AslState): JsonObject {
  const draft = newDraft(step.scope.draft.report);
  const start = takeId(draft, 'start');
  addNode(draft, { id: start, type: 'start' });
  const branches = listAt(step.state, 'Branches').filter((each) => isObject(each));
  const ids = branches.map((branch, index) => {
    const id = takeId(draft, `branch_${index + 1}`);
    const workflow = innerWorkflow(step, branch, {
      path: `Branches/${index}`,
      mark: `#${index}`,
      isInMap: false,
      entry: '${trigger.input}',
    });
    addNode(draft, { id, type: 'subworkflow', config: { workflow, input: '${trigger}' } });
    addEdge(draft, { from: start, to: id });
    return id;
  });
  const end = takeId(draft, 'results');
  const list = `[${ids.map((id) => `${quoted(id)}.output`).join(', ')}]`;
  addNode(draft, { id: end, type: 'end', config: { value: computed(list) } });
  for (const id of ids) addEdge(draft, { from: id, to: end, in: id });
  if (ids.length === 0) addEdge(draft, { from: start, to: end });
  return toDefinition(draft, null);
}

/** The id of the execution, for a child that reads it. */
function handed(scope: AslScope, workflow: JsonObject): JsonObject {
  const reads = /trigger\.(?:with\.)?execution\b/.test(JSON.stringify(workflow));
  return reads ? { execution: computed(scope.execution()) } : {};
}

const distributed = [
  'ItemReader',
  'ItemBatcher',
  'ResultWriter',
  'ToleratedFailureCount',
  'ToleratedFailurePercentage',
  'ToleratedFailurePercentagePath',
  'ToleratedFailureCountPath',
  'MaxConcurrencyPath',
];

export function addMap(step: AslState, entry: string, input: string): Left {
  const { scope, state, name } = step;
  const helpers: string[] = [];
  const path = textAt(state, 'ItemsPath') ?? '$';
  const own = ownValue(state, 'Items');
  const roots = rootsOf(step, input, helpers);
  const items =
    own !== undefined
      ? payload(own, step, roots)
      : computedOrLoss(step, path, () => pathExpression(path, roots));
  const key = isObject(ownValue(state, 'ItemProcessor')) ? 'ItemProcessor' : 'Iterator';
  const machine = ownValue(state, key);
  const selector = ownValue(state, 'ItemSelector') ?? ownValue(state, 'Parameters');
  const inside = { ...step, scope: { ...scope, isInMap: true } };
  const chosen =
    selector === undefined
      ? '${trigger.item}'
      : payload(selector, inside, {
          ...rootsOf(inside, 'trigger.with.input', helpers),
          isInMap: true,
        });
  const workflow = innerWorkflow(step, isObject(machine) ? machine : {}, {
    path: key,
    mark: '#',
    isInMap: true,
    entry: chosen,
  });
  const most = ownValue(state, 'MaxConcurrency');
  addState(step, {
    id: step.id,
    type: 'map',
    config: {
      items: items ?? [],
      workflow,
      with: { input: computed(input), ...handed(scope, workflow) },
      concurrency: typeof most === 'number' && most >= 1 ? Math.floor(most) : 40,
    },
    settings: retrySettings(step),
  });
  chain(step, [entry, ...helpers, step.id]);
  const lost = distributed.filter((each) => ownValue(state, each) !== undefined);
  if (lost.length > 0) {
    loseState(
      step,
      'distributed-map',
      `"${name}" is a distributed map with ${lost.join(', ')}.`,
      'Read the items in a step before it, and write the results in a step behind it.',
    );
  }
  addCatchers(step, entry, [step.id]);
  return selectResult(step, entry, { from: step.id, result: `${quoted(step.id)}.output` });
}

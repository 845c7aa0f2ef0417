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
  retrySettings,
  rootsOf,
  type AslScope,
  type AslState,
  quoted,
} from './asl-scope.ts';
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

export function addParallel(step: AslState, entry: string, input: string): Left {
  const { scope, state } = step;
  const helpers: string[] = [];
  const given = ownValue(state, 'Parameters') ?? ownValue(state, 'Arguments');
  const value =
    given === undefined ? computed(input) : payload(given, step, rootsOf(step, input, helpers));
  const share = takeId(scope.draft, `${step.name}_input`);
  addState(step, { id: share, type: 'transform', config: { value } });
  chain(step, [entry, ...helpers, share]);
  const branches = listAt(state, 'Branches').filter((each) => isObject(each));
  const ids = branches.map((branch, index) => {
    const id = takeId(scope.draft, `${step.name}_branch_${index + 1}`);
    const workflow = innerWorkflow(step, branch, {
      path: `Branches/${index}`,
      mark: `#${index}`,
      isInMap: false,
      entry: '${trigger.input}',
    });
    addState(step, {
      id,
      type: 'subworkflow',
      config: { workflow, input: { input: `\${${share}.output}`, ...handed(scope, workflow) } },
      settings: retrySettings(step),
    });
    addEdge(scope.draft, { from: share, to: id });
    return id;
  });
  const list = `[${ids.map((id) => `${quoted(id)}.output`).join(', ')}]`;
  addState(step, {
    id: step.id,
    type: 'transform',
    config: { value: computed(list) },
    settings: { join: 'all' },
  });
  for (const id of ids) addEdge(scope.draft, { from: id, to: step.id, in: id });
  if (ids.length === 0) addEdge(scope.draft, { from: share, to: step.id });
  addCatchers(step, entry, ids);
  return selectResult(step, entry, { from: step.id, result: `${quoted(step.id)}.output` });
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

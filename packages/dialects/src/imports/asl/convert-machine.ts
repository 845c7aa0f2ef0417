// States and their transitions
// One token walks through a machine: every node runs for each value that arrives. The value on an edge is the state's output.
//
// A1. A state that needs its raw input after its work (ResultPath, Catch) begins with a node that holds it.
// A2. A task is a tool that someone offers; what it returns takes the place of the service's result.
import { isJsonList } from '../draft/is-json-list.ts';
import {
  escapeTemplate,
  isObject,
  listAt,
  ownValue,
  textAt,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import { addEdge, addNode, takeId } from '../draft/draft.ts';
import { computed } from '../draft/place.ts';
import {
  addState,
  chain,
  computedOrLoss,
  loseState,
  nextOf,
  payload,
  quoted,
  rootsOf,
  type AslScope,
  type AslState,
} from './asl-scope.ts';
import { finishResult, outputTemplate, type Left } from './state-result.ts';
import { convertRule } from './choice.ts';
import { pathExpression } from './json-path.ts';
import { addParallel, addMap } from './nested.ts';
import { addTask } from './task.ts';

/** All states of a scope, behind `start`; gives the nodes at which it ends. */
export function convertMachine(scope: AslScope, start: string): void {
  const states = statesOf(scope);
  for (const { name } of states) scope.ids.set(name, takeId(scope.draft, `${name}_in`));
  const end = takeId(scope.draft, 'finish');
  for (const step of states.map((each) => ({ ...each, id: takeId(scope.draft, each.name) })))
    convertState(step, end);
  addNode(scope.draft, {
    id: end,
    type: 'end',
    config: { value: '${previous}' },
    settings: { join: 'any' },
  });
  const first = scope.ids.get(textAt(scope.machine, 'StartAt') ?? '');
  if (first !== undefined) addEdge(scope.draft, { from: start, to: first });
}

function statesOf(scope: AslScope): readonly AslState[] {
  const states = ownValue(scope.machine, 'States');
  if (!isObject(states)) return [];
  return Object.entries(states).flatMap(([name, state]) =>
    isObject(state)
      ? [
          {
            scope,
            name,
            state,
            id: '',
            pointer: `${scope.pointer}/States/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
          },
        ]
      : [],
  );
}

function convertState(step: AslState, end: string): void {
  const { scope, state, name } = step;
  const entry = scope.ids.get(name) ?? step.id;
  addNode(scope.draft, {
    id: entry,
    type: 'transform',
    config: { value: '${previous}' },
    settings: { join: 'each' },
    origin: [`${scope.prefix}${name}`, name],
  });
  const input = inputOf(step, entry);
  switch (textAt(state, 'Type') ?? '') {
    case 'Pass':
      return leave(step, addPass(step, entry, input), end);
    case 'Choice':
      return addChoice(step, entry, input, end);
    case 'Wait':
      return leave(step, addWait(step, entry, input), end);
    case 'Succeed':
      addState(step, {
        id: step.id,
        type: 'end',
        config: { value: outputTemplate(step, `${entry}.output`) },
      });
      addEdge(scope.draft, { from: entry, to: step.id });
      return undefined;
    case 'Fail':
      return addFail(step, entry);
    case 'Task':
      return leave(step, addTask(step, entry, input), end);
    case 'Parallel':
      return leave(step, addParallel(step, entry, input), end);
    case 'Map':
      return leave(step, addMap(step, entry, input), end);
    default:
      loseState(
        step,
        'state',
        `"${name}" has no type that is known; it passes its input on.`,
        'Replace it by the nodes that do its work.',
      );
      addState(step, { id: step.id, type: 'transform', config: { value: '${previous}' } });
      addEdge(scope.draft, { from: entry, to: step.id });
      return leave(step, { from: step.id }, end);
  }
}

/** The expression of the effective input: the raw one through `InputPath`. */
function inputOf(step: AslState, entry: string): string {
  const raw = `${entry}.output`;
  const path = ownValue(step.state, 'InputPath');
  if (path === null) return '{}';
  if (typeof path !== 'string' || path === '$') return raw;
  const made = computedOrLoss(step, path, () => pathExpression(path, rootsOf(step, raw, [])));
  return typeof made === 'string' ? made.slice(4, -2) : raw;
}

function addPass(step: AslState, entry: string, input: string): Left {
  const { state } = step;
  const helpers: string[] = [];
  const roots = rootsOf(step, input, helpers);
  const given = ownValue(state, 'Parameters') ?? ownValue(state, 'Output');
  const result = ownValue(state, 'Result');
  const value =
    result !== undefined
      ? escaped(result)
      : given !== undefined
        ? payload(given, step, roots)
        : computed(input);
  addState(step, { id: step.id, type: 'transform', config: { value } });
  chain(step, [entry, ...helpers, step.id]);
  return finishResult(step, entry, { from: step.id, result: `${quoted(step.id)}.output` });
}

function escaped(value: Json): Json {
  if (typeof value === 'string') return escapeTemplate(value);
  if (isJsonList(value)) return value.map((each) => escaped(each));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, escaped(each)]))
    : value;
}

/** `Assign` sets variables of the machine, behind the state; the input is that of the state, or its result. */
function withAssign(step: AslState, left: Left, result: string): Left {
  const assigned = ownValue(step.state, 'Assign');
  if (!isObject(assigned)) return left;
  if (step.scope.prefix !== '') {
    loseState(
      step,
      'assign',
      `"${step.name}" assigns ${Object.keys(assigned).join(', ')} inside of a branch or map.`,
      'Return the values, and set them behind it.',
    );
    return left;
  }
  const set = payload(assigned, step, rootsOf(step, result, []));
  for (const name of Object.keys(assigned)) step.scope.draft.state[name] = null;
  const id = takeId(step.scope.draft, `${step.name}_assign`);
  addState(step, { id, type: 'set', config: { set } });
  addEdge(step.scope.draft, { ...left, to: id });
  return { from: id };
}

function leave(step: AslState, output: Left, end: string): void {
  const left = withAssign(step, output, `${quoted(output.from)}.output`);
  const next = nextOf(step.state);
  const to = next === null ? end : step.scope.ids.get(next);
  if (to !== undefined) addEdge(step.scope.draft, { ...left, to });
  else
    loseState(
      step,
      'edge',
      `"${step.name}" goes on at "${next ?? ''}", which is not there.`,
      'Draw the edge anew.',
    );
}

function addChoice(step: AslState, entry: string, input: string, end: string): void {
  const { scope, state } = step;
  const rules = listAt(state, 'Choices').filter((each) => isObject(each));
  const cases = rules.map((rule, index) => ({
    name: `rule-${index + 1}`,
    when: convertRule(step, rule, input),
  }));
  addState(step, {
    id: step.id,
    type: 'switch',
    config: { cases: cases.length === 0 ? [{ name: 'none', when: computed('false') }] : cases },
  });
  addEdge(scope.draft, { from: entry, to: step.id });
  for (const [index, rule] of rules.entries())
    leave(
      { ...step, state: { Next: textAt(rule, 'Next') ?? '' } },
      { from: step.id, out: `rule-${index + 1}` },
      end,
    );
  const otherwise = textAt(state, 'Default');
  if (otherwise !== undefined)
    leave({ ...step, state: { Next: otherwise } }, { from: step.id, out: 'default' }, end);
  else addNoMatch(step);
}

/** Without a default, a value that fits no rule fails the machine. */
function addNoMatch(step: AslState): void {
  const id = takeId(step.scope.draft, `${step.name}_no_match`);
  addState(step, {
    id,
    type: 'fail',
    config: { code: 'States.NoChoiceMatched', message: 'No choice rule matched the input.' },
  });
  addEdge(step.scope.draft, { from: step.id, out: 'default', to: id });
}

function addFail(step: AslState, entry: string): void {
  const { state } = step;
  const roots = rootsOf(step, `${entry}.output`, []);
  const read = (key: string, otherwise: string): Json => {
    const path = textAt(state, `${key}Path`);
    if (path !== undefined) return computedOrLoss(step, path, () => pathExpression(path, roots));
    return payload(textAt(state, key) ?? otherwise, step, roots);
  };
  addState(step, {
    id: step.id,
    type: 'fail',
    config: { code: read('Error', 'States.Failed'), message: read('Cause', '') },
  });
  addEdge(step.scope.draft, { from: entry, to: step.id });
}

function addWait(step: AslState, entry: string, input: string): Left {
  const { state, scope } = step;
  const roots = rootsOf(step, input, []);
  const seconds = ownValue(state, 'Seconds');
  const config: { [key: string]: Json } = {};
  const path = textAt(state, 'SecondsPath');
  const moment = textAt(state, 'TimestampPath');
  if (typeof seconds === 'number') config['ms'] = Math.round(seconds * 1000);
  else if (typeof seconds === 'string') config['ms'] = scaled(payload(seconds, step, roots));
  else if (path !== undefined)
    config['ms'] = computedOrLoss(step, path, () => `${pathExpression(path, roots)} * 1000`) ?? 0;
  else if (moment !== undefined)
    config['until'] = computedOrLoss(step, moment, () => pathExpression(moment, roots)) ?? '${now}';
  else config['until'] = payload(textAt(state, 'Timestamp') ?? '${now}', step, roots);
  addState(step, { id: step.id, type: 'delay', config });
  addEdge(scope.draft, { from: entry, to: step.id });
  return finishResult(step, entry, { from: step.id, result: `${quoted(entry)}.output` });
}

function scaled(value: Json): Json {
  if (typeof value !== 'string') return value;
  const inside = /^\$\{= ([\s\S]*) \}$/.exec(value)?.[1];
  if (inside !== undefined) return computed(`(${inside}) * 1000`);
  const number = Number(value);
  return Number.isFinite(number) ? number * 1000 : value;
}

/** The name of an object with this shape of a machine. */
export function isMachine(value: Json | undefined): value is JsonObject {
  return (
    isObject(value) &&
    isObject(ownValue(value, 'States')) &&
    typeof ownValue(value, 'StartAt') === 'string'
  );
}

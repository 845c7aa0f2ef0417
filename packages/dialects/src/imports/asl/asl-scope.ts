// One state machine, or one branch or iteration of it, on its way into native form.
import { isJsonList } from '../draft/is-json-list.ts';
import { escapeTemplate, isObject, textAt, type Json, type JsonObject } from '@skein/kernel';
import { addEdge, addNode, lose, takeId, type Draft } from '../draft/draft.ts';
import { computed } from '../draft/place.ts';
import { jsonataExpression } from './jsonata.ts';
import { valueExpression, type PathRoots } from './json-path.ts';
import { UntranslatablePath } from './untranslatable-path.ts';

export interface AslScope {
  readonly draft: Draft;
  /** The state machine: `StartAt`, `States`. */
  readonly machine: JsonObject;
  readonly pointer: string;
  /** The first native node of each state. */
  readonly ids: Map<string, string>;
  readonly isInMap: boolean;
  readonly isJsonata: boolean;
  /** Names that `Assign` gives values to. */
  readonly variables: Set<string>;
  /** How nested states are called by those who measure and list: `Outer#0/`. */
  readonly prefix: string;
  /** How the id of the execution is read here; asking for it makes sure that it is there. */
  readonly execution: () => string;
  /** Converts a machine inside of a state, behind its first node. */
  readonly convertInner: (scope: AslScope, start: string) => void;
}

export interface AslState {
  readonly scope: AslScope;
  readonly name: string;
  readonly state: JsonObject;
  /** Its main native node. */
  readonly id: string;
  readonly pointer: string;
}

export function loseState(
  { scope, name, id, pointer }: AslState,
  kind: string,
  message: string,
  hint: string,
): void {
  lose(scope.draft.report, { node: name, kind, pointer, message, hint, native: id });
}

/** Adds the native node of a state, with the words of the original that it replaces. */
export function addState(
  step: AslState,
  node: {
    readonly id: string;
    readonly type: string;
    readonly config?: JsonObject;
    readonly settings?: JsonObject;
  },
): void {
  const { scope, name } = step;
  const isMain = node.id === step.id;
  addNode(scope.draft, {
    ...node,
    name: isMain ? name : undefined,
    description: isMain ? describeState(step) : undefined,
    settings: { join: 'each', ...node.settings },
    origin: [`${scope.prefix}${name}`, name],
  });
}

/** Paths, functions, errors and names that have other words natively. */
function describeState({ state }: AslState): string | undefined {
  const {
    Branches: _,
    Iterator: _i,
    ItemProcessor: _p,
    Comment: comment,
    Type: _t,
    Resource: _r,
    ...rest
  } = state;
  const words = new Set<string>();
  collect(rest, words);
  const about = typeof comment === 'string' && comment !== '' ? `${comment}\n` : '';
  const text = `${about}${words.size === 0 ? '' : `In Step Functions: ${[...words].join(', ')}`}`;
  return text === '' ? undefined : text;
}

function collect(value: Json, words: Set<string>): void {
  if (typeof value === 'string') {
    if (value.length >= 6) words.add(value);
  } else if (isJsonList(value)) for (const each of value) collect(each, words);
  else if (isObject(value)) for (const each of Object.values(value)) collect(each, words);
}

/** The roots of paths of a state; `States.UUID()` gets a node of its own before it. */
export function rootsOf(
  { scope, name }: AslState,
  input: string,
  helpers: string[],
  token: string | null = null,
): PathRoots {
  return {
    input,
    isInMap: scope.isInMap,
    token,
    execution: scope.execution,
    stateName: name,
    uuid: () => {
      const id = takeId(scope.draft, 'uuid');
      helpers.push(id);
      addNode(scope.draft, {
        id,
        type: 'code',
        config: { code: uuidCode },
        settings: { join: 'each' },
      });
      return id;
    },
  };
}

export const uuidCode =
  'return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => (Number(digit) ^ (Math.floor(Math.random() * 16) >> (Number(digit) / 4))).toString(16));';

/** A payload template: keys that end in `.$` are computed. */
export function payload(value: Json, step: AslState, roots: PathRoots): Json {
  if (typeof value === 'string') return jsonataText(value, step, roots) ?? escapeTemplate(value);
  if (isJsonList(value)) return value.map((each) => payload(each, step, roots));
  if (!isObject(value)) return value;
  const made: { [key: string]: Json } = {};
  for (const [key, each] of Object.entries(value)) {
    if (!key.endsWith('.$') || step.scope.isJsonata) made[key] = payload(each, step, roots);
    else
      made[key.slice(0, -2)] =
        typeof each === 'string'
          ? computedOrLoss(step, each, () => valueExpression(each, roots))
          : each;
  }
  return made;
}

/** `{% … %}` in states that compute with JSONata; null for any other text. */
function jsonataText(text: string, step: AslState, { input }: PathRoots): Json | null {
  const found = step.scope.isJsonata ? /^\{%([\s\S]*)%\}$/.exec(text.trim()) : null;
  if (found === null) return null;
  return computedOrLoss(step, text, () =>
    jsonataExpression(found[1] ?? '', {
      input,
      result: input,
      variables: step.scope.variables,
      execution: step.scope.execution,
    }),
  );
}

/** An expression as a template; null, and a loss, where it has no counterpart. */
export function computedOrLoss(step: AslState, written: string, make: () => string): Json {
  try {
    return computed(make());
  } catch (error) {
    if (!(error instanceof UntranslatablePath)) throw error;
    loseState(
      step,
      step.scope.isJsonata ? 'jsonata' : 'path',
      `"${step.name}" reads "${written}", which has no counterpart (${error.message}).`,
      'Compute the value in a code node before it.',
    );
    return null;
  }
}

/** A node in an expression: by its name where that is a word. */
export function quoted(id: string): string {
  return /^[A-Za-z_]\w*$/.test(id) ? id : `$(${JSON.stringify(id)})`;
}

export function nextOf(state: JsonObject): string | null {
  return textAt(state, 'Next') ?? null;
}

/** Ties nodes one after the other, and gives the last. */
export function chain({ scope }: AslState, ids: readonly string[]): string {
  for (let at = 1; at < ids.length; at += 1)
    addEdge(scope.draft, { from: ids[at - 1] ?? '', to: ids[at] ?? '' });
  return ids.at(-1) ?? '';
}

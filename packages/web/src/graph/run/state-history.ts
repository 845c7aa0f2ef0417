// The state of a run over time
// The journal has what was written, not what it became; what it became is computed for the one moment that somebody looks at.
import { isObject, setOwn, type Json, type JsonObject, type StateChange } from '@skein/kernel';
import { isList } from '../own-keys.ts';
import type { Replay } from './rebuild-run.ts';

/** What one activation wrote. */
export interface StateWrite {
  /** The entry of the journal. */
  readonly seq: number;
  readonly at: number;
  readonly node: string;
  readonly activation: number;
  readonly changes: readonly StateChange[];
}

/** Whether the definition declares any. */
export function hasState({ graph }: Replay): boolean {
  return isObject(graph.workflow.state);
}

/** All writes, the oldest first. */
export function stateWrites({ moments }: Replay): readonly StateWrite[] {
  return moments.flatMap(({ event: { seq, at }, derived }) =>
    derived.flatMap((fact) => {
      if (fact.type !== 'state.changed') return [];
      const { node, activation, changes } = fact;
      return [{ seq, at, node, activation, changes }];
    }),
  );
}

/** The state after the first `count` writes. */
export function stateAfter(
  { graph }: Replay,
  writes: readonly StateWrite[],
  count: number,
): JsonObject {
  const values = new Map<string, Json>(Object.entries(graph.workflow.state ?? {}));
  // Lists that were made here, and may be appended to.
  const own = new Map<string, Json[]>();
  for (const { changes } of writes.slice(0, count)) {
    for (const change of changes) apply(values, own, change);
  }
  const state: { [name: string]: Json } = {};
  // In the order of the definition.
  for (const name of Object.keys(graph.workflow.state ?? {})) {
    const value = values.get(name);
    if (value !== undefined) setOwn(state, name, value);
  }
  return state;
}

function apply(
  values: Map<string, Json>,
  own: Map<string, Json[]>,
  { name, operation, value = null }: StateChange,
): void {
  const before = values.get(name) ?? null;
  switch (operation) {
    case 'remove':
      values.delete(name);
      own.delete(name);
      return;
    case 'set':
      values.set(name, value);
      own.delete(name);
      return;
    case 'increment':
      values.set(name, Number(before) + Number(value));
      return;
    case 'append':
    case 'extend': {
      const list = own.get(name) ?? (isList(before) ? [...before] : []);
      const added: readonly Json[] = operation === 'extend' && isList(value) ? value : [value];
      for (const item of added) list.push(item);
      own.set(name, list);
      values.set(name, list);
    }
  }
}

const words: { readonly [operation in StateChange['operation']]: (value: string) => string } = {
  set: (value) => `= ${value}`,
  append: (value) => `+ ${value}`,
  extend: (value) => `+ all of ${value}`,
  increment: (value) => (value.startsWith('-') ? value : `+${value}`),
  remove: () => 'removed',
};

const shownMax = 80;

/** `pages + {"n":1}` */
export function changeWords({ name, operation, value }: StateChange): string {
  const text = value === undefined ? '' : JSON.stringify(value);
  const short = text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
  return `${name} ${words[operation](short)}`;
}

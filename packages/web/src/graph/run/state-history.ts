// The state of a run over time
// The journal has what was written, not what it became; what it became is computed for the one moment that somebody looks at.
import { isObject, stateAfter, type JsonObject, type StateChange } from '@skein/kernel';
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
export function stateAfterWrites(
  { graph }: Replay,
  writes: readonly StateWrite[],
  count: number,
): JsonObject {
  const changes = writes.slice(0, count).flatMap((write) => write.changes);
  return stateAfter(graph.workflow.state ?? {}, changes);
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

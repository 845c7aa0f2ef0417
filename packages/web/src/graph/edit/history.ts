// History
// Undo and redo as values: every step keeps the definition itself, so undo gives back the identical one.
//
// H1. A new step drops the redo steps.
// H2. Consecutive steps with the same `merge` key are one step: typing a word is undone at once.
// H3. At most `stepsMax` steps are kept.

export interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  readonly merge: string | null;
}

const stepsMax = 200;

export function createHistory<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], merge: null };
}

export function pushStep<Value>(
  history: History<Value>,
  present: Value,
  merge: string | null = null,
): History<Value> {
  if (present === history.present) return history;
  const isMerged = merge !== null && merge === history.merge;
  const past = isMerged ? history.past : [...history.past, history.present].slice(-stepsMax);
  return { past, present, future: [], merge };
}

/** The value before the step that a change with this `merge` key would extend: what the gesture started from. */
export function startOfStep<Value>(history: History<Value>, merge: string | null): Value {
  const isMerged = merge !== null && merge === history.merge;
  return (isMerged ? history.past.at(-1) : undefined) ?? history.present;
}

export function undo<Value>(history: History<Value>): History<Value> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    merge: null,
  };
}

export function redo<Value>(history: History<Value>): History<Value> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, merge: null };
}

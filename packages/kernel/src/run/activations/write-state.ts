// A `set` node writes to the state of the run
// W1. All of its writes are made, or, when one of them is refused, none.
// W2. Each is made to the newest value, also to one that nobody sees before the pass ends: nothing that runs at the same time is
//     lost, and the order of appends is that of the journal.
import type { StateChange } from '../../derived.ts';
import type { Failure } from '../../failure.ts';
import {
  listMax,
  stateSizeMax,
  writeOperations,
  type WriteOperation,
} from '../../graph/state-limits.ts';
import { isObject, ownValue, type Json, type JsonObject } from '../../json.ts';
import { isList } from '../../references/is-list.ts';
import type { Activation } from '../../state/living.ts';
import {
  appendToCell,
  createCell,
  lengthOfCell,
  newestCell,
  putCell,
  readCell,
  type Cell,
  type Writer,
} from '../../state/cells.ts';
import { excessOf } from '../../values/json-weight.ts';
import { shortJson } from '../../values/short-json.ts';
import { derive, type Batch } from '../batch/batch.ts';
import { stateKey, wakePending } from '../waits/pending.ts';

/** Null when it is done. */
export function writeState(batch: Batch, activation: Activation): Failure | null {
  const { state, graph, event } = batch;
  const { cells } = state;
  const { node, n } = activation;
  const writer: Writer = { node: node.id, activation: n, seq: event.seq };
  const written = new Map<string, Cell>();
  const changes: StateChange[] = [];
  let { size } = cells;
  for (const change of changesIn(activation.config ?? {})) {
    const { name } = change;
    const before = written.get(name) ?? newestCell(cells, name);
    if (before === undefined) return unknownName(name);
    const cell = changedCell(before, change, writer);
    if ('code' in cell) return cell;
    size += cell.size - before.size;
    if (size > stateSizeMax) return tooLarge(change, `${size} characters as JSON in all`);
    written.set(name, cell);
    changes.push(change);
  }
  const isStaged = graph.policy.schedule === 'superstep';
  for (const [name, cell] of written) {
    putCell(cells, isStaged ? cells.staged : cells.seen, name, cell);
    if (!isStaged) wakeReaders(batch, name);
  }
  if (changes.length > 0) {
    derive(batch, { type: 'state.changed', node: node.id, activation: n, changes });
  }
  return null;
}

/** `superstep`: what was written in the pass is seen from now on. */
export function showStaged(batch: Batch): void {
  const { seen, staged } = batch.state.cells;
  for (const [name, cell] of staged) {
    seen.set(name, cell);
    wakeReaders(batch, name);
  }
  staged.clear();
}

function wakeReaders(batch: Batch, name: string): void {
  if (batch.state.pendingOn.size > 0) wakePending(batch, stateKey(batch.graph, name));
}

/** In the order in which they are made. */
function changesIn(config: JsonObject): readonly StateChange[] {
  return writeOperations.flatMap((operation) => {
    const given = ownValue(config, operation);
    if (operation === 'remove') {
      return namesIn(given).map((name): StateChange => ({ name, operation }));
    }
    if (!isObject(given)) return [];
    return Object.entries(given).map(([name, value]): StateChange => ({ name, operation, value }));
  });
}

function namesIn(given: Json | undefined): readonly string[] {
  return isList(given) ? given.filter((name) => typeof name === 'string') : [];
}

/** The cell after a change, or why that cannot be made. */
export function changedCell(before: Cell, change: StateChange, writer: Writer): Cell | Failure {
  const { operation, value } = change;
  if (operation === 'remove' || value === undefined) return createCell(undefined, writer);
  const excess = excessOf(value);
  if (excess !== null) return tooLarge(change, excess);
  switch (operation) {
    case 'set':
      if (isList(value) && value.length > listMax) return tooLarge(change, tooLong(value.length));
      return createCell(value, writer);
    case 'append':
      return appended(before, change, { added: [value], writer });
    case 'extend':
      if (!isList(value)) return badChange(change, 'a list', value);
      return appended(before, change, { added: value, writer });
    case 'increment':
      return incremented(before, change, writer);
  }
}

function appended(
  before: Cell,
  change: StateChange,
  { added, writer }: { readonly added: readonly Json[]; readonly writer: Writer },
): Cell | Failure {
  const length = lengthOfCell(before);
  if (length === null) return wrongType(change, 'a list', readCell(before));
  // Before it is appended to: what was refused must not be in the list that cells share.
  if (length + added.length > listMax) return tooLarge(change, tooLong(length + added.length));
  return appendToCell(before, added, writer) ?? wrongType(change, 'a list', readCell(before));
}

function incremented(before: Cell, change: StateChange, writer: Writer): Cell | Failure {
  const { value } = change;
  const was = readCell(before);
  if (typeof value !== 'number') return badChange(change, 'a number', value);
  if (typeof was !== 'number') return wrongType(change, 'a number', was);
  const sum = was + value;
  return Number.isFinite(sum) ? createCell(sum, writer) : tooLarge(change, 'too large a number');
}

function tooLong(length: number): string {
  return `a list of ${length} items`;
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'without a value' : shortJson(value);
}

function wrongType(
  { name, operation }: StateChange,
  needed: string,
  was: Json | undefined,
): Failure {
  return refused(`"${operation}" needs ${needed}, but the state "${name}" is ${shown(was)}.`);
}

function badChange({ name, operation }: StateChange, needed: string, given: Json | undefined) {
  return refused(`"${operation}" of the state "${name}" needs ${needed}, but got ${shown(given)}.`);
}

function unknownName(name: string): Failure {
  return refused(`The definition has no state called "${name}".`);
}

function refused(message: string): Failure {
  return { code: 'BAD_STATE_CHANGE', message, retry: 'never' };
}

const operationWords: { readonly [operation in WriteOperation]: string } = {
  set: 'setting',
  append: 'appending to',
  extend: 'extending',
  increment: 'incrementing',
  remove: 'removing',
};

function tooLarge({ name, operation }: StateChange, found: string): Failure {
  const limits = `at most ${stateSizeMax} characters as JSON, lists of ${listMax} items`;
  return {
    code: 'STATE_TOO_LARGE',
    message: `After ${operationWords[operation]} "${name}" the state would be ${found}; the limits are ${limits}.`,
    retry: 'never',
  };
}

// The state that a definition declares, by name
// C1. A cell is never changed, so whoever has read one keeps what it read: a write makes a new cell.
// C2. Appending copies nothing. The cells of one growing list share `items`, which is only ever appended to, and each has its
//     first `count` of them. A cell that is not the longest one copies them before it appends.
// C3. `size` is that of `sizeOfJson`, kept up to date instead of measured: a list of ten thousand is not walked by each append.
import { LateMap } from '../values/late-map.ts';
import { setOwn, type Json, type JsonObject } from '../json.ts';
import { isList } from '../references/is-list.ts';
import { sizeOfJson } from '../values/json-weight.ts';

export interface Cell {
  /** Undefined for a list that nobody has read yet, and without `items` for what was removed. */
  whole: Json | undefined;
  readonly items: Json[] | null;
  readonly count: number;
  readonly size: number;
  /** Null while it is as the definition says. */
  readonly writer: Writer | null;
}

/** The activation that wrote it, and with which entry of the journal. */
export interface Writer {
  readonly node: string;
  readonly activation: number;
  readonly seq: number;
}

export interface RunCells {
  /** What everybody reads. */
  readonly seen: Map<string, Cell>;
  /** `superstep`: what was written in this pass, until it ends. */
  readonly staged: Map<string, Cell>;
  /** Of all values together, those that are staged included. */
  size: number;
}

export function createCells(initial: Iterable<readonly [string, Json]> = []): RunCells {
  const cells: RunCells = { seen: new LateMap(), staged: new LateMap(), size: 0 };
  for (const [name, value] of initial) putCell(cells, cells.seen, name, createCell(value, null));
  return cells;
}

export function createCell(value: Json | undefined, writer: Writer | null): Cell {
  const size = value === undefined ? 0 : sizeOfJson(value);
  return { whole: value, items: null, count: isList(value) ? value.length : 0, size, writer };
}

/** Null when it is not a list. */
export function appendToCell(cell: Cell, added: readonly Json[], writer: Writer): Cell | null {
  let { items } = cell;
  if (items === null) {
    if (!isList(cell.whole)) return null;
    items = [...cell.whole];
  } else if (items.length !== cell.count) items = items.slice(0, cell.count);
  let { size } = cell;
  for (const item of added) {
    items.push(item);
    size += 1 + sizeOfJson(item);
  }
  return { whole: undefined, items, count: items.length, size, writer };
}

/** How many items it has; null when it is not a list. */
export function lengthOfCell({ items, count, whole }: Cell): number | null {
  return items !== null || isList(whole) ? count : null;
}

/** Undefined when it was removed. */
export function readCell(cell: Cell): Json | undefined {
  const { items, count } = cell;
  if (items !== null) cell.whole ??= items.slice(0, count);
  return cell.whole;
}

/** The same, for a reader that takes a part of it and keeps nothing of the rest: a list that may still grow is not copied. */
export function peekCell(cell: Cell): Json | undefined {
  const { items, count } = cell;
  return items !== null && items.length === count ? items : readCell(cell);
}

/** The newest, whether others see it yet or not. */
export function newestCell({ seen, staged }: RunCells, name: string): Cell | undefined {
  return staged.get(name) ?? seen.get(name);
}

export function putCell(cells: RunCells, into: Map<string, Cell>, name: string, cell: Cell): void {
  cells.size += cell.size - (newestCell(cells, name)?.size ?? 0);
  into.set(name, cell);
}

/** All that have a value, in the order of the definition. */
export function cellsView({ seen }: RunCells): JsonObject {
  const view: { [name: string]: Json } = {};
  for (const [name, cell] of seen) {
    const value = readCell(cell);
    if (value !== undefined) setOwn(view, name, value);
  }
  return view;
}

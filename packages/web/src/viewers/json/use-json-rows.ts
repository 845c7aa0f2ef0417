import { useMemo, useState } from 'react';
import { findPaths, firstOpen, isMatch, jsonRows, type JsonRow } from './json-rows.ts';

export interface JsonRows {
  readonly rows: readonly JsonRow[];
  /** The unfolded paths. */
  readonly open: ReadonlySet<string>;
  readonly toggle: (path: string) => void;
  /** Indexes of the rows that match. */
  readonly matches: readonly number[];
  /** There may be more matches. */
  readonly isCut: boolean;
}

const none: ReadonlySet<string> = new Set();

/** The visible rows: those that the user unfolded or, during a search, those that lead to matches. */
export function useJsonRows(value: unknown, text: string): JsonRows {
  const wanted = text.trim().toLowerCase();
  const first = useMemo(() => firstOpen(value), [value]);
  const found = useMemo(() => (wanted === '' ? null : findPaths(value, wanted)), [value, wanted]);
  const [turned, setTurned] = useState<ReadonlyMap<string, ReadonlySet<string>>>(new Map());
  const own = turned.get(wanted) ?? none;
  const open = useMemo(
    () => turnedOver(new Set(['$', ...(found?.open ?? first)]), own),
    [found, first, own],
  );
  const rows = useMemo(() => jsonRows(value, open), [value, open]);
  const matches = useMemo(
    () =>
      wanted === '' ? [] : rows.flatMap((row, index) => (isMatch(row, wanted) ? [index] : [])),
    [rows, wanted],
  );
  const toggle = (path: string) =>
    // After a search, what was unfolded before is restored; each search starts afresh.
    setTurned(
      new Map([
        ['', turned.get('') ?? none],
        [wanted, turnedOver(own, [path])],
      ]),
    );
  return { rows, open, toggle, matches, isCut: found?.isCut === true };
}

/** Symmetric difference. */
function turnedOver(paths: ReadonlySet<string>, others: Iterable<string>): ReadonlySet<string> {
  const result = new Set(paths);
  for (const path of others) if (!result.delete(path)) result.add(path);
  return result;
}

import { useMemo, useState } from 'react';
import { findPaths, firstOpen, isMatch, jsonRows, type JsonRow } from './json-rows.ts';

export interface JsonRows {
  readonly rows: readonly JsonRow[];
  /** The paths that are open. */
  readonly open: ReadonlySet<string>;
  readonly toggle: (path: string) => void;
  /** The rows in which the text is, by their place. */
  readonly matches: readonly number[];
  /** There may be more matches than these. */
  readonly isCut: boolean;
}

const none: ReadonlySet<string> = new Set();

/** The rows that are seen: those that somebody opened, or while one searches those that lead to what is found. */
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
    // What was opened without a search is there again after it; each search begins anew.
    setTurned(
      new Map([
        ['', turned.get('') ?? none],
        [wanted, turnedOver(own, [path])],
      ]),
    );
  return { rows, open, toggle, matches, isCut: found?.isCut === true };
}

/** What is in one of them, and not in both. */
function turnedOver(paths: ReadonlySet<string>, others: Iterable<string>): ReadonlySet<string> {
  const result = new Set(paths);
  for (const path of others) if (!result.delete(path)) result.add(path);
  return result;
}

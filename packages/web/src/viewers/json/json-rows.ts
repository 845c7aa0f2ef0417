// Rows of a JSON value
// Only unfolded branches are walked, without recursion: a deep or large value costs only what is shown of it.

export interface JsonRow {
  readonly path: string;
  readonly key: string;
  readonly value: unknown;
  readonly depth: number;
  readonly size: number;
  /** In a list, where the key is just an index. */
  readonly isItem: boolean;
}

export function jsonRows(root: unknown, open: ReadonlySet<string>): readonly JsonRow[] {
  const rows: JsonRow[] = [];
  const stack: JsonRow[] = [
    { path: '$', key: '$', value: root, depth: 0, size: sizeOf(root), isItem: false },
  ];
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    if (row.depth > 0 || row.size === 0) rows.push(row);
    if (row.size === 0 || !open.has(row.path)) continue;
    const { path, value, depth } = row;
    const isList = Array.isArray(value);
    const entries = Object.entries(value as object).toReversed();
    for (const [key, child] of entries)
      stack.push({
        path: isList ? `${path}[${key}]` : `${path}${keyPath(key)}`,
        key,
        value: child,
        depth: depth + 1,
        size: sizeOf(child),
        isItem: isList,
      });
  }
  return rows;
}

/** Few enough to fit on the screen. */
const seenMax = 40;

/** What is unfolded at first: as many levels as fit on the screen. */
export function firstOpen(root: unknown): ReadonlySet<string> {
  let open: ReadonlySet<string> = new Set(['$']);
  for (;;) {
    const rows = jsonRows(root, open);
    const closed = rows.filter(({ path, size }) => size > 0 && !open.has(path));
    const more = closed.reduce((sum, { size }) => sum + size, 0);
    if (closed.length === 0 || rows.length + more > seenMax) return open;
    open = new Set([...open, ...closed.map(({ path }) => path)]);
  }
}

function keyPath(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

export function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function sizeOf(value: unknown): number {
  return isBranch(value) ? Object.keys(value).length : 0;
}

const visitedMax = 200_000;
const foundMax = 500;

export interface FoundPaths {
  /** The branches that must be unfolded to show the matches. */
  readonly open: ReadonlySet<string>;
  /** The search stopped before it had seen everything. */
  readonly isCut: boolean;
}

/** Where a lower-case text occurs; bounded, so that huge values stay usable. */
export function findPaths(root: unknown, wanted: string): FoundPaths {
  const open = new Set<string>();
  const stack: { path: string; value: unknown; parents: readonly string[] }[] = [
    { path: '$', value: root, parents: [] },
  ];
  let visited = 0;
  let found = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    visited += 1;
    if (visited > visitedMax || found >= foundMax) return { open, isCut: true };
    const { path, value, parents } = next;
    if (!isBranch(value)) continue;
    const isList = Array.isArray(value);
    // Pushed in reverse, so that the first branch is popped next and matches come in order.
    for (const [key, child] of Object.entries(value).toReversed()) {
      if (matches(isList ? '' : key, child, wanted)) {
        found += 1;
        for (const parent of [...parents, path]) open.add(parent);
      }
      if (isBranch(child))
        stack.push({
          path: isList ? `${path}[${key}]` : `${path}${keyPath(key)}`,
          value: child,
          parents: [...parents, path],
        });
    }
  }
  return { open, isCut: false };
}

export function isMatch({ isItem, key, value }: JsonRow, wanted: string): boolean {
  return matches(isItem ? '' : key, value, wanted);
}

function matches(key: string, value: unknown, wanted: string): boolean {
  if (wanted === '') return false;
  if (key.toLowerCase().includes(wanted)) return true;
  return !isBranch(value) && String(value).toLowerCase().includes(wanted);
}

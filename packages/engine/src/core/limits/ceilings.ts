// Ceilings
// What the author of a definition cannot exceed, whatever it says: the operator sets them (`limits.ceilings`). This list is the only
// one: a definition above a ceiling is refused with its entry, the configuration knows its names, and docs/limits.md is compared with it.
export interface Ceiling {
  /** Where a definition says it: a key of the policy, of a node or of its config. */
  readonly key: string;
  /** What it bounds. */
  readonly what: string;
  readonly max: number;
}

export const ceilings = {
  treeRuns: {
    key: 'policy.tree.runs',
    what: 'runs that are started in one tree, ended ones included',
    max: 250_000,
  },
  treeOpen: {
    key: 'policy.tree.open',
    what: 'runs of one tree that are open at the same time',
    max: 10_000,
  },
  treeDepth: { key: 'policy.tree.depth', what: 'levels of runs below the root', max: 50 },
  treeBytes: {
    key: 'policy.tree.bytes',
    what: 'bytes in the journals of one tree',
    max: 4_294_967_296,
  },
} satisfies Readonly<Record<string, Ceiling>>;

export type CeilingName = keyof typeof ceilings;

/** The ceilings of an engine. */
export type Ceilings = { readonly [name in CeilingName]: number };

/** The defaults, with what the operator has changed. */
export function ceilingsOf(changed: { readonly [name in CeilingName]?: number } = {}): Ceilings {
  const max = (name: CeilingName) => changed[name] ?? ceilings[name].max;
  return {
    treeRuns: max('treeRuns'),
    treeOpen: max('treeOpen'),
    treeDepth: max('treeDepth'),
    treeBytes: max('treeBytes'),
  };
}

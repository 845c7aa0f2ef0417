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
  maxSteps: { key: 'policy.maxSteps', what: 'activations of one run', max: 10_000_000 },
  window: { key: 'policy.window', what: 'outputs of a node that references reach', max: 1000 },
  concurrency: {
    key: 'policy.concurrency',
    what: 'functions of one run at the same time',
    max: 100_000,
  },
  mapConcurrency: {
    key: 'config.concurrency',
    what: 'children of one `map` at the same time',
    max: 10_000,
  },
  retryAttempts: { key: 'retry.attempts', what: 'attempts of one activation', max: 1000 },
  durationMs: {
    key: 'timeoutMs, deadlineMs, ms, backoffMs, maxMs, quietMs, per, modelRetryMs, notify',
    what: 'milliseconds of any time that a definition sets: ten years',
    max: 315_360_000_000,
  },
  httpPages: {
    key: 'pagination.pagesMax',
    what: 'pages that one `http` node requests',
    max: 10_000,
  },
  httpItems: {
    key: 'pagination.itemsMax',
    what: 'items that one `http` node collects',
    max: 1_000_000,
  },
  userOpen: {
    key: '',
    what: 'runs of one user that are in memory at the same time',
    max: 50_000,
  },
  userCpuMs: {
    key: '',
    what: 'milliseconds of each minute that a process works on runs of one user',
    max: 60_000,
  },
  userBytes: {
    key: '',
    what: 'bytes in the journals and files of one user’s runs',
    max: Number.MAX_SAFE_INTEGER,
  },
  fileBytes: { key: '', what: 'bytes of one file that a run stores', max: 50_000_000 },
  userStreams: {
    key: '',
    what: 'requests of one user that a server is answering at the same time, live streams included',
    max: 1000,
  },
  userTriggers: { key: '', what: 'triggers of one user', max: 1000 },
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
    what: 'bytes in the journals and files of one tree',
    max: 4_294_967_296,
  },
} satisfies Readonly<Record<string, Ceiling>>;

export type CeilingName = keyof typeof ceilings;

/** The ceilings of an engine. */
export type Ceilings = { readonly [name in CeilingName]: number };

/** The defaults, with what the operator has changed. */
export function ceilingsOf(changed: { readonly [name in CeilingName]?: number } = {}): Ceilings {
  const all = Object.entries<Ceiling>(ceilings).map(([name, { max }]) => [name, max]);
  // Every name of the list with its number.
  return { ...(Object.fromEntries(all) as Ceilings), ...changed };
}

// A captured store
// The store as the turn of a run sees it: its appends are put together and written as one, when the turn is over.
import type { RunEvent } from '@skein/kernel';
import type { RunChanges, Store } from '@skein/ports';

export interface CapturedStore extends Store {
  /** The rows that were appended and not written yet. */
  captured(): readonly RunEvent[];
  /** Writes what was appended; a conflict is left to the caller. */
  write(run: string, epoch: number): Promise<void>;
}

export function capturedStore(store: Store): CapturedStore {
  let rows: RunEvent[] = [];
  let changes: RunChanges | undefined;
  let expected: number | null = null;
  return {
    ...store,
    runs: {
      ...store.runs,
      append(_run, expectedSeq, events, more) {
        expected ??= expectedSeq;
        rows.push(...events);
        changes = joinChanges(changes, more);
      },
    },
    captured: () => rows,
    async write(run, epoch) {
      if (expected === null) return;
      const given = [expected, rows, changes] as const;
      rows = [];
      changes = undefined;
      expected = null;
      await store.runs.append(run, ...given, epoch);
    },
  };
}

function joinChanges(
  first: RunChanges | undefined,
  then: RunChanges | undefined,
): RunChanges | undefined {
  if (first === undefined || then === undefined) return first ?? then;
  const { spent } = first;
  return {
    ...first,
    ...then,
    ...joinLists(first, then, 'opened'),
    ...joinLists(first, then, 'closed'),
    ...joinLists(first, then, 'taken'),
    ...joinLists(first, then, 'projections'),
    ...(spent === undefined || then.spent === undefined
      ? {}
      : {
          spent: {
            root: spent.root,
            tokens: spent.tokens + then.spent.tokens,
            usd: spent.usd + then.spent.usd,
          },
        }),
  };
}

type ListName = 'opened' | 'closed' | 'taken' | 'projections';

function joinLists(first: RunChanges, then: RunChanges, name: ListName): RunChanges {
  const [before, behind] = [first[name], then[name]];
  return before === undefined || behind === undefined ? {} : { [name]: [...before, ...behind] };
}

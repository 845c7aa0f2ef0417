// A captured store
// The store while a message of a run is handled: its appends are put together and written as one, at the end, or when something
// must not continue before they are.
import type { RunEvent, RunId } from '@skein/kernel';
import type { EngineStore, RunChanges } from '@skein/ports';

export interface CapturedStore extends EngineStore {
  /** The rows that were appended and not written yet. */
  captured(): readonly RunEvent[];
  /** Writes what was appended, one write after the other. */
  write(run: RunId, epoch: number | undefined): Promise<void>;
  /** Rejects with the first error of a write: the message cannot be handled. */
  failed(): Promise<never>;
}

export interface CaptureOptions {
  /** Whether these rows are written before whoever appends them continues. */
  readonly isAtOnce: (rows: readonly RunEvent[]) => boolean;
  /** Called once a child is in the store, before anything follows from its start. */
  readonly onChildWritten: (parent: RunId) => Promise<void>;
}

export function capturedStore(
  store: EngineStore,
  { isAtOnce, onChildWritten }: CaptureOptions,
): CapturedStore {
  let rows: RunEvent[] = [];
  let changes: RunChanges | undefined;
  let expected: number | null = null;
  let last = Promise.resolve();
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  const writeNow = async (run: RunId, epoch: number | undefined): Promise<void> => {
    if (expected === null) return;
    const given = [expected, rows, changes] as const;
    rows = [];
    changes = undefined;
    expected = null;
    await store.runs.append(run, ...given, epoch);
  };
  const write = (run: RunId, epoch: number | undefined): Promise<void> => {
    const written = last.then(() => writeNow(run, epoch));
    last = written.catch(failure.reject);
    return written;
  };
  return {
    ...store,
    runs: {
      ...store.runs,
      append(run, expectedSeq, events, more, epoch) {
        expected ??= expectedSeq;
        rows.push(...events);
        changes = joinChanges(changes, more);
        const parent = more?.created?.parent;
        if (parent !== undefined) return write(run, epoch).then(() => onChildWritten(parent.run));
        return isAtOnce(events) ? write(run, epoch) : undefined;
      },
    },
    captured: () => rows,
    write,
    failed: () => failure.promise,
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
    ...joinLists(first, then, 'outbox'),
    ...joinLists(first, then, 'audit'),
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

type ListName = 'opened' | 'closed' | 'taken' | 'projections' | 'outbox' | 'audit';

function joinLists(first: RunChanges, then: RunChanges, name: ListName): RunChanges {
  const [before, after] = [first[name], then[name]];
  return before === undefined || after === undefined ? {} : { [name]: [...before, ...after] };
}

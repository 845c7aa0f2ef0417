// A bundle sent by somebody else
// C1. All of it becomes the importing user's: the owners that it names for runs and definitions are ignored.
// C2. Ids that are kept are derived from the id of their run, so that no wait, timer or output can have the id of another run's.
import { eventBase, eventId } from '../../state/journal/event-ids.ts';
import type { ImportOptions } from './import-runs.ts';
import { invalid, readBundle, type BundledRun, type RunBundle } from './run-bundle.ts';

/** The bundle as it may be imported for this user; without a user it belongs to nobody. */
export function claimBundle(
  given: unknown,
  { ids = 'keep', user }: Pick<ImportOptions, 'ids' | 'user'>,
): RunBundle {
  const bundle = readBundle(given);
  if (ids === 'keep') bundle.runs.forEach(checkIds);
  const { runs, definitions } = bundle;
  return {
    ...bundle,
    runs: runs.map((run) => ({ ...run, record: withOwner(run.record, user) })),
    definitions: definitions.map((definition) => withOwner(definition, user)),
  };
}

function withOwner<T extends { readonly user?: string }>(owned: T, user: string | undefined): T {
  const { user: _, ...rest } = owned;
  // The same with another owner.
  return { ...rest, ...(user === undefined ? {} : { user }) } as T;
}

function checkIds({ record, rows }: BundledRun, i: number): void {
  const base = eventBase(record.id);
  if (base !== null && rows.every(({ seq, id }) => eventId(base, seq) === id)) return;
  throw invalid(`the ids of runs[${i}] are not those that Skein gives; import it with new ids.`);
}

import type { AnswerOf } from '@skein/api';
import type { Engine } from '@skein/engine';
import type { RunRecord } from '@skein/ports';
import { orNull } from '../../values/or-null.ts';
import { versionFacts } from '../../values/version-facts.ts';

type RunItem = AnswerOf<'listRuns'>['items'][number];
type Details = NonNullable<RunItem['details']>;

/** What a list says of each run beyond its row: how it failed, what it cost, and whether it ran a draft. */
export async function detailsOf(
  { runs, workflows }: Pick<Engine, 'runs' | 'workflows'>,
  records: readonly RunRecord[],
): Promise<(record: RunRecord, item: RunItem) => RunItem> {
  const drafts = new Map<string, Promise<boolean>>();
  const isDraft = ({ workflow: { id, version }, user }: RunRecord): Promise<boolean> => {
    const key = `${id} ${version}`;
    const known = drafts.get(key);
    if (known !== undefined) return known;
    const asked = orNull(() => workflows.get(id, version, user)).then(
      (found) => versionFacts(found?.studio).isDraft === true,
    );
    drafts.set(key, asked);
    return asked;
  };
  const details = new Map<string, Details>();
  for (const record of records) {
    // The journal of a quarantined run may kill whoever replays it.
    const run = record.quarantinedAt === undefined ? await orNull(() => runs.get(record.id)) : null;
    if (run === null) continue;
    const { usd, inputTokens, outputTokens } = run.usage;
    details.set(record.id, {
      error: run.error?.message ?? null,
      usd,
      tokens: inputTokens + outputTokens,
      isDraft: await isDraft(record),
    });
  }
  return ({ id }, item) => {
    const known = details.get(id);
    return known === undefined ? item : { ...item, details: known };
  };
}

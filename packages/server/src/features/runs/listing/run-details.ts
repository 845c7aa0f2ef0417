import { isObject, textAt, type AnswerOf, type Json } from '@skein/api';
import type { Engine } from '@skein/engine';
import type { RunRecord } from '@skein/ports';
import { orNull } from '../../../values/or-null.ts';
import { versionFacts } from '../../../values/version-facts.ts';
import { readSummary, type SummarySource } from './read-summary.ts';

type RunItem = AnswerOf<'listRuns'>['items'][number];
type Details = NonNullable<RunItem['details']>;

export interface DetailSource extends SummarySource {
  readonly engine: Pick<Engine, 'runs' | 'workflows'>;
}

/** What a list says of each run beyond its row: what started it, how it failed, what it cost, and whether it ran a draft. */
export async function detailsOf(
  source: DetailSource,
  records: readonly RunRecord[],
): Promise<(record: RunRecord, item: RunItem) => RunItem> {
  const isDraft = draftsIn(source.engine.workflows);
  const details = new Map<string, Details>();
  for (const record of records) {
    const { summary, startedBy } = await readSummary(source, record);
    if (summary === null) continue;
    const { error, code, usd, tokens, input } = summary;
    details.set(record.id, {
      error,
      code,
      usd,
      tokens,
      input,
      startedBy: startedIn(startedBy),
      isDraft: await isDraft(record),
    });
  }
  return ({ id }, item) => {
    const known = details.get(id);
    return known === undefined ? item : { ...item, details: known };
  };
}

/** Each version is looked up once. */
function draftsIn(workflows: Engine['workflows']): (record: RunRecord) => Promise<boolean> {
  const drafts = new Map<string, Promise<boolean>>();
  return ({ workflow: { id, version }, user }) => {
    const key = `${id} ${version}`;
    const known = drafts.get(key);
    if (known !== undefined) return known;
    const asked = orNull(() => workflows.get(id, version, user)).then(
      (found) => versionFacts(found?.studio).isDraft === true,
    );
    drafts.set(key, asked);
    return asked;
  };
}

function startedIn(stored: Json): Details['startedBy'] {
  if (!isObject(stored)) return null;
  const type = textAt(stored, 'type');
  return type === undefined ? null : { type, name: textAt(stored, 'name') ?? null };
}

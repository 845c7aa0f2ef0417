// Searching the content of runs
// No store has an index of inputs and outputs. So the summaries of the newest runs are read, page by page, until a page of matches is full;
// the cursor says how far that went, and the next request goes on there. Whoever has all matches gets no cursor, unless there are very many
// runs to look through.
import { withoutUndefined, type Page, type RunFilter, type RunRecord } from '@skein/ports';
import type { Engine } from '@skein/engine';
import { orNull } from '../../../values/or-null.ts';
import { readSummary, type SummarySource } from './read-summary.ts';
import { searchedText } from './run-summary.ts';

/** So many are looked at by one request that finds nothing, and so many of them rebuilt. */
const readMax = 5000;
/** So many by one that has found something. */
const aheadMax = 1000;
const rebuiltMax = 300;
const pagesMax = 100;
const pageDefault = 50;

export interface Searched extends SummarySource {
  readonly engine: SummarySource['engine'] & { readonly runs: Pick<Engine['runs'], 'list'> };
}

/** `text`: found anywhere in them; undefined: in their names and ids only, as `filter.q` says. `accepts`: which count at all. */
export async function searchRuns(
  source: Searched,
  filter: RunFilter,
  {
    text,
    accepts,
  }: { readonly text: string | undefined; readonly accepts: (run: RunRecord) => boolean },
): Promise<Page<RunRecord>> {
  const { q, ...rest } = filter;
  const limit = filter.limit ?? pageDefault;
  const wanted = text?.toLowerCase();
  const asked = wanted === undefined ? { ...rest, ...withoutUndefined({ q }) } : rest;
  const budget = { rebuilt: 0, read: 0 };
  const found: RunRecord[] = [];
  let { cursor } = filter;
  for (let pages = 1; ; pages += 1) {
    const page = await source.engine.runs.list({
      ...asked,
      limit,
      ...withoutUndefined({ cursor }),
    });
    budget.read += page.items.length;
    const counted = page.items.filter(accepts);
    const held =
      wanted === undefined ? counted : await holding(source, counted, { wanted, budget });
    // Those of this page do not fit any more: the next request begins with it.
    if (found.length + held.length > limit) return { items: found, nextCursor: cursor ?? null };
    found.push(...held);
    const { nextCursor } = page;
    const isFull = wanted === undefined && found.length === limit;
    if (isFull || nextCursor === null || pages >= pagesMax || isSpent(budget, found.length))
      return { items: found, nextCursor };
    cursor = nextCursor;
  }
}

interface Budget {
  rebuilt: number;
  read: number;
}

/** Who has got something need not wait as long for the news that it was all. */
function isSpent({ read, rebuilt }: Budget, found: number): boolean {
  return rebuilt >= rebuiltMax || read >= (found === 0 ? readMax : aheadMax);
}

interface Holding {
  readonly wanted: string;
  readonly budget: Budget;
}

async function holding(
  source: Searched,
  records: readonly RunRecord[],
  { wanted, budget }: Holding,
): Promise<RunRecord[]> {
  const found: RunRecord[] = [];
  for (const record of records) {
    const names = [record.id, record.workflow.id, record.name ?? ''];
    if (names.some((name) => name.toLowerCase().includes(wanted))) {
      found.push(record);
      continue;
    }
    const { summary, isRebuilt } = await readSummary(source, record);
    if (isRebuilt) budget.rebuilt += 1;
    if (summary === null) continue;
    if (summary.text.includes(wanted)) found.push(record);
    else if (summary.isCut) {
      budget.rebuilt += 1;
      const run = await orNull(() => source.engine.runs.get(record.id));
      if (run !== null && searchedText(run).includes(wanted)) found.push(record);
    }
  }
  return found;
}

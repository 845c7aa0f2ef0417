// Searching the content of runs
// No store has an index of inputs and outputs. So the newest runs are read, page by page, until some match; the cursor says how far
// that went, and the next request goes on there.
import type { Json } from '@skein/api';
import type { Engine } from '@skein/engine';
import { withoutUndefined, type Page, type RunFilter, type RunRecord } from '@skein/ports';
import { orNull } from '../../values/or-null.ts';

/** So many are read by one request that finds nothing. */
const readMax = 500;
const pageDefault = 50;

export async function searchRuns(
  runs: Pick<Engine['runs'], 'list' | 'get'>,
  filter: RunFilter,
  text: string,
): Promise<Page<RunRecord>> {
  const { q: _, ...rest } = filter;
  const limit = filter.limit ?? pageDefault;
  const wanted = text.toLowerCase();
  let { cursor } = filter;
  for (let read = 0; ;) {
    const page = await runs.list({ ...rest, limit, ...withoutUndefined({ cursor }) });
    read += page.items.length;
    const found: RunRecord[] = [];
    for (const record of page.items) if (await holds(runs, record, wanted)) found.push(record);
    if (found.length > 0 || page.nextCursor === null || read >= readMax)
      return { items: found, nextCursor: page.nextCursor };
    cursor = page.nextCursor;
  }
}

async function holds(
  runs: Pick<Engine['runs'], 'get'>,
  record: RunRecord,
  wanted: string,
): Promise<boolean> {
  const names = [record.id, record.workflow.id, record.name ?? ''];
  if (names.some((name) => name.toLowerCase().includes(wanted))) return true;
  // The journal of a quarantined run may kill whoever replays it.
  if (record.quarantinedAt !== undefined) return false;
  const run = await orNull(() => runs.get(record.id));
  if (run === null) return false;
  return [run.input, run.output, run.error?.message ?? null].some((value) =>
    textIn(value).toLowerCase().includes(wanted),
  );
}

/** As a person would type it: texts without quotes and escapes around them. */
function textIn(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string'
    ? value
    : `${JSON.stringify(value)}\n${textsIn(value).join('\n')}`;
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

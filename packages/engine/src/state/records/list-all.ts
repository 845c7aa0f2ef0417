import type { RunFilter, RunRecord } from '@skein/ports';
import type { Runtime } from '../../runtime.ts';

/** Every run that the filter lets through, page by page. */
export async function listAll(
  { store }: Pick<Runtime, 'store'>,
  filter: RunFilter,
): Promise<readonly RunRecord[]> {
  const found: RunRecord[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.runs.list({ ...filter, ...(cursor === null ? {} : { cursor }) });
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

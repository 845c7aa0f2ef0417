import type { RunFilter, RunRecord, EngineStore } from '@skein/ports';

/** Every run that matches the filter, page by page. */
export async function listAll(
  { store }: { readonly store: Pick<EngineStore, 'runs'> },
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

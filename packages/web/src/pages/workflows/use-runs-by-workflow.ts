// The last runs of each workflow of a list
// One request brings the newest runs of all workflows, which is all there is on most servers. Where there are more, a busy workflow may
// have all of them: those that have none are asked for one by one, once for each visit.
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '../../data/request.ts';
import { useRuns, type RunItem } from '../../data/runs.ts';

const newestMax = 200;
const shownMax = 10;
const staleMs = 60_000;

export function useRunsByWorkflow(
  workflows: readonly string[],
): ReadonlyMap<string, readonly RunItem[]> {
  const newest = useRuns({ limit: newestMax }).data;
  const known = useMemo(
    () => Map.groupBy(newest?.items ?? [], ({ workflow }) => workflow.id),
    [newest],
  );
  const isMore = newest !== undefined && newest.nextCursor !== null;
  const unknown = isMore ? workflows.filter((id) => !known.has(id)) : [];
  const asked = useQueries({
    queries: unknown.map((workflow) => ({
      queryKey: ['runs', 'last', 'of', workflow],
      staleTime: staleMs,
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        request('GET /runs', { query: { workflow, limit: shownMax, trials: 'true' }, signal }),
    })),
  });
  const all = new Map<string, readonly RunItem[]>(known);
  for (const [i, workflow] of unknown.entries()) all.set(workflow, asked[i]?.data?.items ?? []);
  return all;
}

// Runs of the server
import type { Json, JsonObject, RunEvent } from '@skein/kernel';
import {
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { Page } from './page.ts';
import { queryClient } from './query-client.ts';
import { pathOf, request } from './request.ts';

export interface RunItem {
  readonly id: string;
  readonly workflow: {
    readonly id: string;
    readonly version: string;
    readonly name: string | null;
  };
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly seq: number;
}

export interface RunFilter {
  readonly status?: string | undefined;
  readonly workflow?: string | undefined;
  readonly q?: string | undefined;
  readonly limit?: number;
}

export interface RunJson extends JsonObject {
  readonly id: string;
  readonly workflow: {
    readonly id: string;
    readonly version: string;
    readonly name: string;
    readonly dialect: string;
  };
  readonly status: string;
}

const key = 'runs';
const everyMs = 5_000;

export function useRuns(filter: RunFilter): UseQueryResult<Page<RunItem>> {
  return useQuery({
    queryKey: [key, 'list', filter],
    refetchInterval: everyMs,
    placeholderData: (before) => before,
    queryFn: ({ signal }) => request('/runs', { query: { ...filter }, signal }),
  });
}

export function useRun(id: string): UseQueryResult<RunJson> {
  return useQuery({
    queryKey: [key, id],
    queryFn: ({ signal }) => request(pathOf('runs', id), { signal }),
  });
}

/** The newest run of a workflow, for previews and pinned outputs. */
export function useLastRun(workflow: string): UseQueryResult<RunJson | null> {
  return useQuery({
    queryKey: [key, 'last', workflow],
    queryFn: async ({ signal }) => {
      const page = await request<Page<RunItem>>('/runs', { query: { workflow, limit: 1 }, signal });
      const [newest] = page.items;
      return newest === undefined ? null : request<RunJson>(pathOf('runs', newest.id), { signal });
    },
  });
}

export interface StartRun {
  readonly workflow: string;
  readonly input?: Json;
  readonly start?: string;
}

interface Started {
  readonly run_id: string;
}

export function useStartRun(): UseMutationResult<Started, Error, StartRun> {
  return useMutation({
    mutationFn: ({ workflow, input, start }) =>
      request(pathOf('workflows', workflow, 'run'), {
        method: 'POST',
        body: {
          ...(input === undefined ? {} : { input }),
          ...(start === undefined ? {} : { start }),
        },
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    onSuccess: () => askAgain(),
  });
}

export function useCancelRun(): UseMutationResult<RunJson, Error, string> {
  return useMutation({
    mutationFn: (id) => request(pathOf('runs', id, 'cancel'), { method: 'POST', body: {} }),
    onSuccess: () => askAgain(),
  });
}

export function useCancelRuns(): UseMutationResult<
  { readonly cancelled: readonly string[] },
  Error,
  readonly string[]
> {
  return useMutation({
    mutationFn: (ids) => request('/runs/cancel', { method: 'POST', body: { filter: { ids } } }),
    onSuccess: () => askAgain(),
  });
}

export function useRetryNode(run: string): UseMutationResult<RunJson, Error, string> {
  return useMutation({
    mutationFn: (node) => request(pathOf('runs', run, 'retry'), { method: 'POST', body: { node } }),
    onSuccess: () => askAgain(),
  });
}

export function useForkRun(
  run: string,
): UseMutationResult<Started, Error, { readonly node: string; readonly activation: number }> {
  return useMutation({
    mutationFn: (from) =>
      request(pathOf('runs', run, 'fork'), {
        method: 'POST',
        body: { from },
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    onSuccess: () => askAgain(),
  });
}

export interface RunDifference {
  readonly what: string;
  readonly before: Json;
  readonly after: Json;
}

export function useRunsDiff(
  before: string,
  after: string | undefined,
): UseQueryResult<{ readonly equal: boolean; readonly differences: readonly RunDifference[] }> {
  return useQuery({
    queryKey: [key, before, 'diff', after],
    enabled: after !== undefined,
    queryFn: ({ signal }) => request(pathOf('runs', before, 'diff', after ?? ''), { signal }),
  });
}

/** The whole journal, page by page. */
export async function readJournal(
  run: string,
  after: number,
  signal: AbortSignal,
): Promise<readonly RunEvent[]> {
  const rows: RunEvent[] = [];
  for (;;) {
    const page = await request<Page<RunEvent>>(pathOf('runs', run, 'journal'), {
      query: { after: rows.at(-1)?.seq ?? after },
      signal,
    });
    rows.push(...page.items);
    if (page.nextCursor === null || page.items.length === 0) return rows;
  }
}

function askAgain(): void {
  void queryClient.invalidateQueries({ queryKey: [key] });
}

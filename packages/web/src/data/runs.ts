// Runs of the server
import type { AnswerOf } from '@skein/api';
import type { Explanation, Json, JsonObject, RunEvent } from '@skein/kernel';
import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { newId } from './new-id.ts';
import { cursorQuery, pacedBy, paginated } from './lists/pagination.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { useSingleMutation } from './use-single-mutation.ts';

export type RunItem = AnswerOf<'listRuns'>['items'][number];

export interface RunFilter {
  readonly status?: string | undefined;
  readonly workflow?: string | undefined;
  readonly q?: string | undefined;
  readonly limit?: number;
  /** Also runs of single nodes, and replays; default: without them. */
  readonly trials?: string | undefined;
}

/** In the native form, the server's default. */
export type RunJson = AnswerOf<'cancelRun'>;

const key = 'runs';
const everyMs = 5_000;
/** A search may look through thousands of runs. */
const searchedEveryMs = 30_000;

export function useRuns(filter: RunFilter): UseQueryResult<AnswerOf<'listRuns'>> {
  return useQuery({
    queryKey: [key, 'list', filter],
    refetchInterval: everyMs,
    placeholderData: (before) => before,
    queryFn: ({ signal }) =>
      request('GET /runs', {
        // The status may come from the address bar: the server rejects unknown ones.
        query: { ...filter, trials: 'true', status: filter.status as RunItem['status'] },
        signal,
      }),
  });
}

/** Runs page by page, the newest first, with what a list shows of them; text is looked for everywhere. */
export function useRunPages(
  filter: RunFilter,
): UseInfiniteQueryResult<InfiniteData<AnswerOf<'listRuns'>>> {
  return useInfiniteQuery({
    queryKey: [key, 'pages', filter],
    refetchInterval: pacedBy(filter.q === undefined ? everyMs : searchedEveryMs),
    queryFn: ({ signal, pageParam }) =>
      request('GET /runs', {
        query: {
          ...filter,
          in: 'content',
          details: 'true',
          trials: filter.trials === 'true' ? 'true' : 'false',
          // The status may come from the address bar: the server rejects unknown ones.
          status: filter.status as RunItem['status'],
          ...cursorQuery(pageParam),
        },
        signal,
      }),
    ...paginated,
  });
}

export function useRun(id: string): UseQueryResult<RunJson> {
  return useQuery({
    queryKey: [key, id],
    queryFn: ({ signal }) => readRun(id, signal),
  });
}

export type RunSlot = NonNullable<RunJson['slots']>[number];

const queueMs = 2000;

/** The run while it waits for others: its place changes without an event of its own. */
export function useQueue(id: string): UseQueryResult<RunJson> {
  return useQuery({
    queryKey: [key, id, 'queue'],
    queryFn: ({ signal }) => readRun(id, signal),
    refetchInterval: queueMs,
  });
}

/** Why a node ran or did not, as the server tells it; null as long as it is not asked or has not answered. */
export function useExplanation(run: string, node: string, isAsked: boolean): Explanation | null {
  const asked = useQuery({
    queryKey: [key, run, 'explain', node],
    enabled: isAsked,
    queryFn: ({ signal }) =>
      request('GET /runs/{id}/explain', { params: { id: run }, query: { node }, signal }),
  });
  // The contract describes it only as JSON; the server answers with the kernel's own form.
  return (asked.data as unknown as Explanation | undefined) ?? null;
}

/** The newest run of a workflow, or a chosen one, for previews and pinned outputs. */
export function useLastRun(
  workflow: string,
  chosen: string | null = null,
): UseQueryResult<RunJson | null> {
  return useQuery({
    queryKey: chosen === null ? [key, 'last', workflow] : [key, chosen],
    queryFn: async ({ signal }) => {
      if (chosen !== null) return readRun(chosen, signal);
      const page = await request('GET /runs', { query: { workflow, limit: 1 }, signal });
      const [newest] = page.items;
      return newest === undefined ? null : readRun(newest.id, signal);
    },
  });
}

/** The newest runs of a workflow. */
export function useRecentRuns(workflow: string): UseQueryResult<AnswerOf<'listRuns'>> {
  return useQuery({
    queryKey: [key, 'recent', workflow],
    queryFn: ({ signal }) =>
      request('GET /runs', { query: { workflow, limit: recentMax, details: 'true' }, signal }),
  });
}

const recentMax = 10;

export interface StartRun {
  readonly workflow: string;
  readonly input?: Json | undefined;
  readonly start?: string | undefined;
  /** Default: the newest one. */
  readonly version?: string | undefined;
  /** No provider of models is asked. */
  readonly offline?: boolean | undefined;
}

export function useStartRun(): UseMutationResult<AnswerOf<'runWorkflow'>, Error, StartRun> {
  return useSingleMutation({
    mutationFn: ({ workflow, input, start, version, offline }) =>
      request('POST /workflows/{id}/run', {
        params: { id: workflow },
        body: {
          input,
          start,
          version,
          offline,
        },
        headers: { 'idempotency-key': newId() },
      }),
    onSuccess: () => askAgain(),
  });
}

export interface StartNode {
  readonly node: string;
  readonly input?: Json | undefined;
  /** Of nodes that do not run. */
  readonly outputs: JsonObject;
  /** Default: this node alone. */
  readonly reach?: 'from' | 'to' | undefined;
  /** Outputs that nodes have instead of being run. */
  readonly pinned?: JsonObject | undefined;
  /** Default: the newest one. */
  readonly version?: string | undefined;
}

const nodeWaitSeconds = 30;

/** Runs a single node and waits for its output. */
export function useRunNode(
  workflow: string,
): UseMutationResult<AnswerOf<'runNode'>, Error, StartNode> {
  return useSingleMutation({
    mutationFn: ({ node, ...body }) =>
      request('POST /workflows/{id}/nodes/{node}/run', {
        params: { id: workflow, node },
        query: { wait: nodeWaitSeconds },
        body,
      }),
  });
}

/** Tries the part of a workflow that begins or ends at a node, and does not wait for it. */
export function useTryPart(
  workflow: string,
): UseMutationResult<AnswerOf<'runNode'>, Error, StartNode> {
  return useSingleMutation({
    mutationFn: ({ node, ...body }) =>
      request('POST /workflows/{id}/nodes/{node}/run', { params: { id: workflow, node }, body }),
    onSuccess: () => askAgain(),
  });
}

export function useCancelRun(): UseMutationResult<RunJson, Error, string> {
  return useSingleMutation({
    mutationFn: (id) => request('POST /runs/{id}/cancel', { params: { id }, body: {} }),
    onSuccess: () => askAgain(),
  });
}

/** Lets a quarantined run continue. */
export function useReleaseRun(): UseMutationResult<AnswerOf<'releaseRun'>, Error, string> {
  return useSingleMutation({
    mutationFn: (id) => request('POST /runs/{id}/release', { params: { id } }),
    onSuccess: () => askAgain(),
  });
}

/** `onDone` is called even if the user has left the page. */
export function useCancelRuns(
  onDone: (answer: AnswerOf<'cancelRuns'>) => void,
): UseMutationResult<AnswerOf<'cancelRuns'>, Error, readonly string[]> {
  return useSingleMutation({
    mutationFn: (ids) => request('POST /runs/cancel', { body: { filter: { ids: [...ids] } } }),
    onSuccess: (answer) => {
      askAgain();
      onDone(answer);
    },
  });
}

export function useRetryNode(run: string): UseMutationResult<RunJson, Error, string> {
  return useSingleMutation({
    mutationFn: (node) => request('POST /runs/{id}/retry', { params: { id: run }, body: { node } }),
    onSuccess: () => askAgain(),
  });
}

/** How often the run was resumed here: each time it is followed anew. */
export function useResumeCount(run: string): number {
  const queryKey = resumeKey(run);
  return useQuery({ queryKey, queryFn: () => 0, initialData: 0, staleTime: Infinity }).data;
}

const resumeKey = (run: string) => ['resumed', run];

/** A failed run goes on where it failed; null: in its own version. */
export function useResumeRun(
  run: string,
): UseMutationResult<AnswerOf<'continueRun'>, Error, { readonly version: string | null }> {
  return useSingleMutation({
    mutationFn: ({ version }) =>
      request('POST /runs/{id}/continue', {
        params: { id: run },
        body: version === null ? {} : { version },
      }),
    onSuccess: () => {
      askAgain();
      queryClient.setQueryData(resumeKey(run), (count: number | undefined) => (count ?? 0) + 1);
    },
  });
}

export type MigrationReport = AnswerOf<'migrateRuns'>;

/** The runs that wait in older versions of a workflow, and whether each can move to the newest. */
export function useOlderRuns(workflow: string): UseQueryResult<MigrationReport> {
  return useQuery({
    queryKey: [key, 'older', workflow],
    retry: false,
    queryFn: ({ signal }) => readOlderRuns(workflow, signal),
  });
}

export function readOlderRuns(
  workflow: string,
  signal = new AbortController().signal,
): Promise<MigrationReport> {
  return migrate({ workflow, dryRun: true }, signal);
}

/** Moves them. */
export function useMoveRuns(
  workflow: string,
): UseMutationResult<MigrationReport, Error, undefined> {
  return useSingleMutation({
    mutationFn: () => migrate({ workflow, dryRun: false }, new AbortController().signal),
    onSuccess: () => askAgain(),
  });
}

function migrate(
  { workflow, dryRun }: { readonly workflow: string; readonly dryRun: boolean },
  signal: AbortSignal,
): Promise<MigrationReport> {
  return request('POST /workflows/{id}/migrate', {
    params: { id: workflow },
    body: { recorded: 'keep', dryRun },
    signal,
  });
}

export function useForkRun(
  run: string,
): UseMutationResult<
  AnswerOf<'forkRun'>,
  Error,
  { readonly node: string; readonly activation: number }
> {
  return useSingleMutation({
    mutationFn: (from) =>
      request('POST /runs/{id}/fork', {
        params: { id: run },
        body: { from },
        headers: { 'idempotency-key': newId() },
      }),
    onSuccess: () => askAgain(),
  });
}

export type RunDifference = AnswerOf<'diffRuns'>['differences'][number];

export function useRunsDiff(
  before: string,
  after: string | undefined,
): UseQueryResult<AnswerOf<'diffRuns'>> {
  return useQuery({
    queryKey: [key, before, 'diff', after],
    enabled: after !== undefined,
    queryFn: ({ signal }) =>
      request('GET /runs/{a}/diff/{b}', { params: { a: before, b: after ?? '' }, signal }),
  });
}

/** The journal after a row: all of it, page by page, or one page. */
export async function readJournal(
  run: string,
  after: number,
  signal: AbortSignal,
  limit?: number,
): Promise<readonly RunEvent[]> {
  const rows: RunEvent[] = [];
  for (;;) {
    const page = await request('GET /runs/{id}/journal', {
      params: { id: run },
      query: { after: rows.at(-1)?.seq ?? after, limit },
      signal,
    });
    // Journal rows are events of the kernel.
    rows.push(...(page.items as unknown as readonly RunEvent[]));
    const isAll = page.nextCursor === null || page.items.length === 0;
    if (isAll || limit !== undefined) return rows;
  }
}

export async function readRun(id: string, signal = new AbortController().signal): Promise<RunJson> {
  // Without `view`, it is the native form.
  return (await request('GET /runs/{id}', { params: { id }, signal })) as RunJson;
}

export function askAgain(): void {
  void queryClient.invalidateQueries({ queryKey: [key] });
}

// Workflows of the server
// Queries and mutations. After a mutation, every query that may show it is invalidated.
import type { AnswerOf } from '@skein/api';
import type { DialectName } from '@skein/dialects';
import type { Diagnostic, JsonObject } from '@skein/kernel';
import {
  queryOptions,
  useInfiniteQuery,
  useQueries,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { cursorQuery, paginated } from './lists/pagination.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { useSingleMutation } from './use-single-mutation.ts';

export type WorkflowItem = AnswerOf<'listWorkflows'>['items'][number];
export type WorkflowDetail = AnswerOf<'getWorkflow'>;
export type VersionItem = AnswerOf<'listVersions'>['items'][number];

const key = 'workflows';

const newestWorkflows = queryOptions({
  queryKey: [key, 'list'],
  queryFn: ({ signal }) =>
    request('GET /workflows', { query: { limit: 200, order: 'saved' }, signal }),
});

export function useWorkflows(): UseQueryResult<AnswerOf<'listWorkflows'>> {
  return useQuery(newestWorkflows);
}

const noNames: ReadonlyMap<string, string> = new Map();

/** What people call the workflows, by id. */
export function useWorkflowNames(): ReadonlyMap<string, string> {
  const { data } = useQuery({ ...newestWorkflows, select: namesOf });
  return data ?? noNames;
}

function namesOf({ items }: AnswerOf<'listWorkflows'>): ReadonlyMap<string, string> {
  return new Map(items.map(({ id, name }) => [id, name]));
}

/** Workflows page by page, the one that was changed last first; the text is searched in ids and names. */
export function useWorkflowPages(
  text: string,
): UseInfiniteQueryResult<InfiniteData<AnswerOf<'listWorkflows'>>> {
  return useInfiniteQuery({
    queryKey: [key, 'pages', text],
    queryFn: ({ signal, pageParam }) =>
      request('GET /workflows', {
        query: {
          limit: 100,
          order: 'saved',
          q: text === '' ? undefined : text,
          ...cursorQuery(pageParam),
        },
        signal,
      }),
    ...paginated,
  });
}

export function useWorkflow(id: string): UseQueryResult<WorkflowDetail> {
  return useQuery({
    queryKey: [key, id],
    queryFn: ({ signal }) => request('GET /workflows/{id}', { params: { id }, signal }),
  });
}

/** One that another names; undefined while it is loaded, and if there is none. */
export function useChosenWorkflow(id: string): WorkflowDetail | undefined {
  const { data } = useQuery(chosenWorkflow(id));
  return data;
}

/** Those of several that are there. */
export function useChosenWorkflows(ids: readonly string[]): readonly WorkflowDetail[] {
  return useQueries({ queries: ids.map(chosenWorkflow), combine: loadedOnes });
}

function chosenWorkflow(id: string) {
  return queryOptions({
    queryKey: [key, id],
    enabled: id !== '',
    retry: false,
    queryFn: ({ signal }) => request('GET /workflows/{id}', { params: { id }, signal }),
  });
}

function loadedOnes(
  queries: readonly { readonly data: WorkflowDetail | undefined }[],
): readonly WorkflowDetail[] {
  return queries.flatMap(({ data }) => (data === undefined ? [] : [data]));
}

/** A version never changes, so it is fetched once. */
export function useWorkflowVersion(
  id: string | undefined,
  version: string | undefined,
): UseQueryResult<WorkflowDetail> {
  return useQuery({
    queryKey: [key, id, 'version', version],
    enabled: id !== undefined && version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      request('GET /workflows/{id}', { params: { id: id ?? '' }, query: { version }, signal }),
  });
}

export function useVersions(
  id: string,
  isWanted: boolean,
): UseQueryResult<AnswerOf<'listVersions'>> {
  return useQuery({
    queryKey: [key, id, 'versions'],
    enabled: isWanted,
    queryFn: ({ signal }) => request('GET /workflows/{id}/versions', { params: { id }, signal }),
  });
}

export function useCreateWorkflow(): UseMutationResult<WorkflowDetail, Error, JsonObject> {
  return useSingleMutation({
    mutationFn: (body) => request('POST /workflows', { body }),
    onSuccess: () => refetchWorkflows(),
  });
}

/** Under a new id, with new ids for the parts of a pipeline. */
export function useCopyWorkflow(): UseMutationResult<WorkflowDetail, Error, string> {
  return useSingleMutation({
    mutationFn: (id) => request('POST /workflows/{id}/copy', { params: { id }, body: {} }),
    onSuccess: () => refetchWorkflows(),
  });
}

export function useImportWorkflow(): UseMutationResult<WorkflowDetail, Error, JsonObject> {
  return useSingleMutation({
    mutationFn: (body) => request('POST /workflows/import', { body }),
    onSuccess: () => refetchWorkflows(),
  });
}

export type ImportPreview = AnswerOf<'previewImport'>;

/** Converts a file of another product; nothing is saved. */
export function previewImport(
  { name, text }: { readonly name: string; readonly text: string },
  signal: AbortSignal,
): Promise<ImportPreview> {
  return request('POST /workflows/import/preview', { body: { name, text }, signal });
}

interface Validation {
  /** The definition that was validated. */
  readonly definition: JsonObject;
  readonly diagnostics: readonly Diagnostic[];
}

/** The server's diagnostics for a definition, fetched once for each. */
export function useValidation(
  definition: JsonObject,
  dialect: DialectName,
): UseQueryResult<Validation> {
  return useQuery({
    queryKey: ['validation', dialect, definition],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Equal definitions share a response; callers check which definition it is about.
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const answer = await request('POST /workflows/validate', {
        query: { dialect },
        body: definition,
        signal,
      });
      return { definition, diagnostics: answer.diagnostics };
    },
  });
}

export interface SaveWorkflow {
  readonly definition: JsonObject;
  readonly dialect: DialectName;
  /** The version that was edited; if the server has another one, it is a conflict. */
  readonly from: string;
  /** The version that was saved last, a draft or not, as far as the user has seen; if there is another one, it is a conflict too. */
  readonly seen?: string | undefined;
  /** What people call this version, and what has changed. */
  readonly label?: string | undefined;
  readonly note?: string | undefined;
}

export function useSaveWorkflow(
  id: string,
): UseMutationResult<WorkflowDetail, Error, SaveWorkflow> {
  return useSingleMutation({
    mutationFn: ({ definition, dialect, from, seen, label, note }) =>
      request('PUT /workflows/{id}', {
        params: { id },
        body: definition,
        query: { dialect, draft: 'true', seen, label, note },
        headers: { 'if-match': `"${from}"` },
      }),
    // The caller handles it.
    meta: { quiet: 'VERSION_CONFLICT' },
    onSuccess: (saved) => {
      queryClient.setQueryData([key, id], saved);
      refetchWorkflows();
    },
  });
}

/** All versions as they are now, the one that was saved last first. */
export async function readVersions(id: string): Promise<readonly VersionItem[]> {
  return (await request('GET /workflows/{id}/versions', { params: { id } })).items;
}

/** A draft, or the newest version where none was kept since. Versions that only a replay made are no drafts. */
export function lastSaved(versions: readonly VersionItem[]): VersionItem | undefined {
  return versions.find(({ isDraft, isNewest }) => isDraft || isNewest);
}

/** One that was just made, such as a draft. */
export function readVersion(id: string, version: string): Promise<WorkflowDetail> {
  return request('GET /workflows/{id}', { params: { id }, query: { version } });
}

export function useSetActive(): UseMutationResult<
  WorkflowDetail,
  Error,
  { readonly id: string; readonly isActive: boolean }
> {
  return useSingleMutation({
    mutationFn: ({ id, isActive }) =>
      request('PATCH /workflows/{id}', { params: { id }, body: { isActive } }),
    onSettled: () => refetchWorkflows(),
  });
}

export function useDeleteWorkflow(): UseMutationResult<undefined, Error, string> {
  return useSingleMutation({
    mutationFn: (id) => request('DELETE /workflows/{id}', { params: { id } }),
    onSuccess: () => refetchWorkflows(),
  });
}

/** `onRestored` is called even if the list was closed meanwhile. */
export function useRestoreVersion(
  id: string,
  onRestored: (saved: WorkflowDetail) => void,
): UseMutationResult<WorkflowDetail, Error, string> {
  return useSingleMutation({
    mutationFn: (version) =>
      request('POST /workflows/{id}/versions/{version}/restore', { params: { id, version } }),
    onSuccess: (saved) => {
      queryClient.setQueryData([key, id], saved);
      refetchWorkflows();
      onRestored(saved);
    },
  });
}

export interface ExportOptions {
  /** Default: the workflow's own. */
  readonly dialect?: DialectName;
  readonly signal?: AbortSignal;
}

export function exportWorkflow(
  id: string,
  { dialect, signal }: ExportOptions = {},
): Promise<AnswerOf<'exportWorkflow'>> {
  return request('GET /workflows/{id}/export', {
    params: { id },
    query: { dialect },
    ...(signal === undefined ? {} : { signal }),
  });
}

export function refetchWorkflows(): void {
  void queryClient.invalidateQueries({ queryKey: [key] });
  // Triggers are saved, switched and deleted with their workflow.
  void queryClient.invalidateQueries({ queryKey: ['triggers'] });
}

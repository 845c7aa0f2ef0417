// Workflows of the server
// What the studio asks about them, and the changes it makes. After a change everything that may show it is asked for again.
import type { Diagnostic, Json, JsonObject } from '@skein/kernel';
import {
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { Page } from './page.ts';
import { queryClient } from './query-client.ts';
import { pathOf, request } from './request.ts';

export interface WorkflowItem {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly dialect: string;
  readonly version: string;
  readonly isActive: boolean;
  readonly savedAt: string;
}

export interface WorkflowDetail extends WorkflowItem {
  readonly definition: Json;
  readonly studio: Json;
  readonly inputSchema: Json;
  readonly diagnostics: readonly Diagnostic[];
}

export interface VersionItem {
  readonly version: string;
  readonly name: string;
  readonly savedAt: string;
  readonly isNewest: boolean;
}

const key = 'workflows';

export function useWorkflows(): UseQueryResult<Page<WorkflowItem>> {
  return useQuery({
    queryKey: [key, 'list'],
    queryFn: ({ signal }) => request('/workflows', { query: { limit: 200 }, signal }),
  });
}

export function useWorkflow(id: string): UseQueryResult<WorkflowDetail> {
  return useQuery({
    queryKey: [key, id],
    queryFn: ({ signal }) => request(pathOf('workflows', id), { signal }),
  });
}

/** A version never changes, so it is asked for once. */
export function useWorkflowVersion(
  id: string | undefined,
  version: string | undefined,
): UseQueryResult<WorkflowDetail> {
  return useQuery({
    queryKey: [key, id, 'version', version],
    enabled: id !== undefined && version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => request(pathOf('workflows', id ?? ''), { query: { version }, signal }),
  });
}

export function useVersions(id: string, isWanted: boolean): UseQueryResult<Page<VersionItem>> {
  return useQuery({
    queryKey: [key, id, 'versions'],
    enabled: isWanted,
    queryFn: ({ signal }) => request(pathOf('workflows', id, 'versions'), { signal }),
  });
}

export function useCreateWorkflow(): UseMutationResult<WorkflowDetail, Error, JsonObject> {
  return useMutation({
    mutationFn: (body) => request('/workflows', { method: 'POST', body }),
    onSuccess: () => askAgain(),
  });
}

export function useImportWorkflow(): UseMutationResult<WorkflowDetail, Error, JsonObject> {
  return useMutation({
    mutationFn: (body) => request('/workflows/import', { method: 'POST', body }),
    onSuccess: () => askAgain(),
  });
}

export interface SaveWorkflow {
  readonly definition: Json;
  readonly dialect: string;
  /** The version that the change was made from; another one on the server is a conflict. */
  readonly from: string;
}

export function useSaveWorkflow(
  id: string,
): UseMutationResult<WorkflowDetail, Error, SaveWorkflow> {
  return useMutation({
    mutationFn: ({ definition, dialect, from }) =>
      request(pathOf('workflows', id), {
        method: 'PUT',
        body: definition,
        query: { dialect },
        headers: { 'if-match': `"${from}"` },
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData([key, id], saved);
      askAgain();
    },
  });
}

export function useSetActive(): UseMutationResult<
  WorkflowDetail,
  Error,
  { readonly id: string; readonly isActive: boolean }
> {
  return useMutation({
    mutationFn: ({ id, isActive }) =>
      request(pathOf('workflows', id), { method: 'PATCH', body: { isActive } }),
    onSettled: () => askAgain(),
  });
}

export function useDeleteWorkflow(): UseMutationResult<undefined, Error, string> {
  return useMutation({
    mutationFn: (id) => request(pathOf('workflows', id), { method: 'DELETE' }),
    onSuccess: () => askAgain(),
  });
}

export function useRestoreVersion(id: string): UseMutationResult<WorkflowDetail, Error, string> {
  return useMutation({
    mutationFn: (version) =>
      request(pathOf('workflows', id, 'versions', version, 'restore'), { method: 'POST' }),
    onSuccess: (saved) => {
      queryClient.setQueryData([key, id], saved);
      askAgain();
    },
  });
}

export function exportWorkflow(id: string): Promise<{ readonly definition: Json }> {
  return request(pathOf('workflows', id, 'export'));
}

function askAgain(): void {
  void queryClient.invalidateQueries({ queryKey: [key] });
}

import type { Json, JsonObject } from '@skein/kernel';
import {
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { Page } from './page.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import type { WorkflowDetail } from './workflows.ts';

export interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly dialect: string;
  readonly definition: JsonObject;
  readonly input: Json;
  readonly tags?: readonly string[];
}

export function useTemplates(): UseQueryResult<Page<Template>> {
  return useQuery({
    queryKey: ['templates'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => request('/templates', { signal }),
  });
}

export function useCreateFromTemplate(): UseMutationResult<WorkflowDetail, Error, string> {
  return useMutation({
    mutationFn: (template) =>
      request('/workflows/from-template', { method: 'POST', body: { template } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['workflows'] }),
  });
}

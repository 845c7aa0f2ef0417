import type { AnswerOf } from '@skein/api';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import type { WorkflowDetail } from './workflows.ts';
import { useSingleMutation } from './use-single-mutation.ts';

export type Template = AnswerOf<'listTemplates'>['items'][number];

export function useTemplates(): UseQueryResult<AnswerOf<'listTemplates'>> {
  return useQuery({
    queryKey: ['templates'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => request('GET /templates', { signal }),
  });
}

export function useCreateFromTemplate(): UseMutationResult<WorkflowDetail, Error, string> {
  return useSingleMutation({
    mutationFn: (template) => request('POST /workflows/from-template', { body: { template } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['workflows'] }),
  });
}

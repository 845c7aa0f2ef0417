import type { AnswerOf, CallOf } from '@skein/api';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { useSingleMutation } from './use-single-mutation.ts';

export type Share = AnswerOf<'createShare'>;

const keyOf = (workflow: string) => ['shares', workflow];

export function useShares(workflow: string): UseQueryResult<AnswerOf<'listShares'>> {
  return useQuery({
    queryKey: keyOf(workflow),
    queryFn: ({ signal }) =>
      request('GET /workflows/{id}/shares', { params: { id: workflow }, signal }),
  });
}

export function useCreateShare(
  workflow: string,
  onMade: () => void,
): UseMutationResult<Share, Error, NonNullable<CallOf<'createShare'>['body']>> {
  return useSingleMutation({
    mutationFn: (body) =>
      request('POST /workflows/{id}/shares', { params: { id: workflow }, body }),
    onSuccess: onMade,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(workflow) }),
  });
}

export function useDeleteShare(workflow: string): UseMutationResult<undefined, Error, string> {
  return useSingleMutation({
    mutationFn: (share) =>
      request('DELETE /workflows/{id}/shares/{share}', { params: { id: workflow, share } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(workflow) }),
  });
}

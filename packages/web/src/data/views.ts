import type { AnswerOf } from '@skein/api';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import type { JsonObject } from '@skein/kernel';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { useSingleMutation } from './use-single-mutation.ts';

export type SavedView = AnswerOf<'listViews'>['items'][number];

const key = ['views'];

export function useViews(): UseQueryResult<AnswerOf<'listViews'>> {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request('GET /views', { query: { limit: 100 }, signal }),
  });
}

export function useSaveView(): UseMutationResult<
  SavedView,
  Error,
  { readonly name: string; readonly filter: JsonObject }
> {
  return useSingleMutation({
    mutationFn: (body) => request('POST /views', { body }),
    onSuccess: () => askAgain(),
  });
}

export function useDeleteView(): UseMutationResult<undefined, Error, string> {
  return useSingleMutation({
    mutationFn: (id) => request('DELETE /views/{id}', { params: { id } }),
    onSettled: () => askAgain(),
  });
}

function askAgain(): void {
  void queryClient.invalidateQueries({ queryKey: key });
}

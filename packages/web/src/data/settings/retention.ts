import type { AnswerOf } from '@skein/api';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';
import { request } from '../request.ts';
import { useSingleMutation } from '../use-single-mutation.ts';

export type Retention = AnswerOf<'getRetention'>;

const key = ['retention'];

export function useRetention(isAsked: boolean): UseQueryResult<Retention> {
  return useQuery({
    queryKey: key,
    enabled: isAsked,
    queryFn: ({ signal }) => request('GET /retention', { signal }),
  });
}

export function useSetRetention(
  onSaved: () => void,
): UseMutationResult<Retention, Error, number | null> {
  return useSingleMutation({
    mutationFn: (days) => request('PUT /retention', { body: { days } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(key, saved);
      onSaved();
    },
  });
}

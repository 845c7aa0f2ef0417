import type { AnswerOf } from '@skein/api';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';
import { request } from '../request.ts';
import { useSingleMutation } from '../use-single-mutation.ts';

const key = 'outbox';

/** Messages about the user's own runs that nobody took, however often they were tried. */
export function useDeadLetters(): UseQueryResult<AnswerOf<'listOutbox'>> {
  return useQuery({
    queryKey: [key, 'dead'],
    refetchInterval: 10_000,
    queryFn: ({ signal }) =>
      request('GET /outbox', { query: { status: 'dead', limit: 100 }, signal }),
  });
}

/** Sends them again, one after the other, under their ids. */
export function useReplayMessages(): UseMutationResult<unknown, Error, readonly string[]> {
  return useSingleMutation({
    mutationFn: async (ids) => {
      for (const id of ids) await request('POST /outbox/{id}/replay', { params: { id } });
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [key] });
      void queryClient.invalidateQueries({ queryKey: ['destinations'] });
    },
  });
}

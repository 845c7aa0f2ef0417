import type { AnswerOf } from '@skein/api';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { useSingleMutation } from './use-single-mutation.ts';

export type Secret = AnswerOf<'listSecrets'>['items'][number];

export interface NewSecret {
  readonly name: string;
  readonly value: string;
  /** Hosts it may be sent to; none: any host the configuration uses. */
  readonly hosts: readonly string[];
}

const key = ['secrets'];

export function useSecrets(): UseQueryResult<AnswerOf<'listSecrets'>> {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request('GET /secrets', { query: { limit: 200 }, signal }),
  });
}

/** `onSaved` is called even if its dialog was closed meanwhile. */
export function usePutSecret(onSaved: () => void): UseMutationResult<Secret, Error, NewSecret> {
  return useSingleMutation({
    mutationFn: ({ name, value, hosts }) =>
      request('PUT /secrets/{name}', {
        params: { name },
        body: { value, ...(hosts.length === 0 ? {} : { hosts: [...hosts] }) },
      }),
    onSuccess: () => {
      refetchSecrets();
      onSaved();
    },
  });
}

export function useDeleteSecret(): UseMutationResult<undefined, Error, string> {
  return useSingleMutation({
    mutationFn: (name) => request('DELETE /secrets/{name}', { params: { name } }),
    onSettled: () => refetchSecrets(),
  });
}

function refetchSecrets(): void {
  void queryClient.invalidateQueries({ queryKey: key });
  // A provider may have gained or lost its key.
  void queryClient.invalidateQueries({ queryKey: ['models'] });
}

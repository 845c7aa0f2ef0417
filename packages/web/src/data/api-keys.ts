import type { AnswerOf, CallOf } from '@skein/api';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { useSingleMutation } from './use-single-mutation.ts';

export type ApiKey = AnswerOf<'listKeys'>['items'][number];
export type NewKey = CallOf<'createKey'>['body'];

const key = ['keys'];

export function useKeys(): UseQueryResult<AnswerOf<'listKeys'>> {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request('GET /keys', { query: { limit: 200 }, signal }),
  });
}

/** For oneself, or by the operator for a user. The response has the key itself, this once. */
export function useCreateKey(): UseMutationResult<
  Pick<AnswerOf<'createKey'>, 'key'>,
  Error,
  NewKey & { readonly user?: string }
> {
  return useSingleMutation({
    mutationFn: ({ user, ...body }) =>
      user === undefined
        ? request('POST /keys', { body })
        : request('POST /server/keys', { body: { user, ...body } }),
  });
}

export function useRevokeKey(): UseMutationResult<undefined, Error, string> {
  return useSingleMutation({
    mutationFn: (id) => request('DELETE /keys/{id}', { params: { id } }),
    onSettled: () => refetchKeys(),
  });
}

export type Access = AnswerOf<'listAccess'>['items'][number];

/** What works now, of all users; only for the operator. */
export function useAccess(): UseQueryResult<AnswerOf<'listAccess'>> {
  return useQuery({
    queryKey: [...key, 'all'],
    queryFn: ({ signal }) =>
      request('GET /server/keys', { query: { limit: 200, valid: 'true' }, signal }),
  });
}

export function useRevokeAccess(): UseMutationResult<undefined, Error, Access> {
  return useSingleMutation({
    mutationFn: ({ id, user }) =>
      request('DELETE /server/keys/{id}', { params: { id }, query: { user } }),
    onSettled: () => refetchKeys(),
  });
}

export function refetchKeys(): void {
  void queryClient.invalidateQueries({ queryKey: key });
}

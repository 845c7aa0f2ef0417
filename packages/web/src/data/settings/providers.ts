import type { AnswerOf, CallOf } from '@skein/api';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';
import { request } from '../request.ts';
import { useSession } from '../session.ts';
import { useSingleMutation } from '../use-single-mutation.ts';

export type Provider = AnswerOf<'putProvider'>;
export type ProviderBody = CallOf<'putProvider'>['body'];
export type ProviderTest = AnswerOf<'testProvider'>;

const key = ['providers'];

/** The operator, whom the whole server belongs to; undefined while nobody knows. */
export function useIsOperator(): boolean | undefined {
  const { data } = useSession();
  return data === undefined ? undefined : data.user === 'local' && data.scopes.includes('admin');
}

export function useProviders(): UseQueryResult<AnswerOf<'listProviders'>> {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request('GET /providers', { signal }),
  });
}

/** What a provider says it has; asked when somebody wants to see it. */
export function useProviderModels(
  id: string,
  isWanted: boolean,
): UseQueryResult<AnswerOf<'listProviderModels'>> {
  return useQuery({
    queryKey: [...key, id, 'models'],
    enabled: isWanted,
    retry: false,
    staleTime: 60_000,
    queryFn: ({ signal }) => request('GET /providers/{id}/models', { params: { id }, signal }),
  });
}

export function usePutProvider(
  onSaved: (provider: Provider) => void,
): UseMutationResult<Provider, Error, { readonly id: string; readonly body: ProviderBody }> {
  return useSingleMutation({
    mutationFn: ({ id, body }) => request('PUT /providers/{id}', { params: { id }, body }),
    onSuccess: onSaved,
    onSettled: refetch,
  });
}

export function useDeleteProvider(): UseMutationResult<undefined, Error, string> {
  return useSingleMutation({
    mutationFn: (id) => request('DELETE /providers/{id}', { params: { id } }),
    onSettled: refetch,
  });
}

export function useTestProvider(): UseMutationResult<
  ProviderTest,
  Error,
  { readonly id: string; readonly model?: string }
> {
  return useSingleMutation({
    mutationFn: ({ id, model }) =>
      request('POST /providers/{id}/test', {
        params: { id },
        body: model === undefined ? {} : { model },
      }),
  });
}

export function useSetDefaultModel(
  onSaved: (model: string | null) => void,
): UseMutationResult<AnswerOf<'setDefaultModel'>, Error, string | null> {
  return useSingleMutation({
    mutationFn: (model) => request('PUT /models/default', { body: { model } }),
    onSuccess: (answer) => onSaved(answer.defaultModel),
    onSettled: refetch,
  });
}

function refetch(): void {
  for (const each of [key, ['models'], ['secrets', 'server']])
    void queryClient.invalidateQueries({ queryKey: each });
}

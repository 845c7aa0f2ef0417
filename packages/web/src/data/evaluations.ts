// Datasets and evaluations of the server.
import type { AnswerOf, CallOf } from '@skein/api';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { useSingleMutation } from './use-single-mutation.ts';

export type Dataset = AnswerOf<'listDatasets'>['items'][number];
export type Evaluation = AnswerOf<'getEvaluation'>;

const key = 'evaluations';
const everyMs = 2_000;

export function useDatasets(): UseQueryResult<AnswerOf<'listDatasets'>> {
  return useQuery({
    queryKey: [key, 'datasets'],
    queryFn: ({ signal }) => request('GET /datasets', { query: { limit: 200 }, signal }),
  });
}

export function useEvaluations(): UseQueryResult<AnswerOf<'listEvaluations'>> {
  return useQuery<AnswerOf<'listEvaluations'>>({
    queryKey: [key, 'list'],
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'running') === true ? everyMs : false,
    queryFn: ({ signal }) => request('GET /evaluations', { query: { limit: 100 }, signal }),
  });
}

export function useEvaluation(id: string | undefined): UseQueryResult<Evaluation> {
  return useQuery<Evaluation>({
    queryKey: [key, 'one', id],
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? everyMs : false),
    queryFn: ({ signal }) => request('GET /evaluations/{id}', { params: { id: id ?? '' }, signal }),
  });
}

export function useCases(dataset: string | undefined): UseQueryResult<AnswerOf<'listCases'>> {
  return useQuery({
    queryKey: [key, 'cases', dataset],
    enabled: dataset !== undefined,
    queryFn: ({ signal }) =>
      request('GET /datasets/{dataset}/cases', {
        params: { dataset: dataset ?? '' },
        query: { limit: 200 },
        signal,
      }),
  });
}

export function useStartEvaluation(): UseMutationResult<
  Evaluation,
  Error,
  CallOf<'startEvaluation'>['body']
> {
  return useSingleMutation({
    mutationFn: (body) => request('POST /evaluations', { body }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [key] }),
  });
}

type NewCase = CallOf<'addCase'>['body'] & { readonly dataset: string };

export function useAddCase(): UseMutationResult<AnswerOf<'addCase'>, Error, NewCase> {
  return useSingleMutation({
    mutationFn: ({ dataset, ...body }) =>
      request('POST /datasets/{dataset}/cases', { params: { dataset }, body }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [key] }),
  });
}

import type { AnswerOf } from '@skein/api';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from './request.ts';

export type Model = AnswerOf<'listModels'>['items'][number];

export function useModels(): UseQueryResult<AnswerOf<'listModels'>> {
  return useQuery({
    queryKey: ['models'],
    staleTime: 60_000,
    queryFn: ({ signal }) => request('GET /models', { signal }),
  });
}

export function useTools(): UseQueryResult<AnswerOf<'listTools'>> {
  return useQuery({
    queryKey: ['tools'],
    staleTime: 60_000,
    queryFn: ({ signal }) => request('GET /tools', { signal }),
  });
}

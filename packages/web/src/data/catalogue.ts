import type { Json } from '@skein/kernel';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Page } from './page.ts';
import { request } from './request.ts';

export interface Model {
  readonly name: string;
  readonly provider: string;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Json;
}

export function useModels(): UseQueryResult<Page<Model>> {
  return useQuery({
    queryKey: ['models'],
    staleTime: 60_000,
    queryFn: ({ signal }) => request('/models', { signal }),
  });
}

export function useTools(): UseQueryResult<Page<Tool>> {
  return useQuery({
    queryKey: ['tools'],
    staleTime: 60_000,
    queryFn: ({ signal }) => request('/tools', { signal }),
  });
}

import type { AnswerOf } from '@skein/api';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readHostTypes, type HostTypes } from '../graph/forms/host-types.ts';
import { request } from './request.ts';

export type Model = AnswerOf<'listModels'>['items'][number];

export function useModels(): UseQueryResult<AnswerOf<'listModels'>> {
  return useQuery({
    queryKey: ['models'],
    staleTime: 60_000,
    queryFn: ({ signal }) => request('GET /models', { signal }),
  });
}

export interface HostTypesQuery {
  /** Undefined while they are loaded, and when they cannot be. */
  readonly data: HostTypes | undefined;
  readonly isPending: boolean;
}

/** What this server has registered. It changes only when the server starts again. */
export function useHostTypes(): HostTypesQuery {
  const types = useQuery({
    queryKey: ['node-types'],
    staleTime: 60_000,
    queryFn: ({ signal }) => request('GET /node-types', { signal }),
  });
  const functions = useQuery({
    queryKey: ['functions'],
    staleTime: 60_000,
    queryFn: ({ signal }) => request('GET /functions', { signal }),
  });
  const data = useMemo(
    () =>
      types.data === undefined || functions.data === undefined
        ? undefined
        : readHostTypes(types.data.items, functions.data.items),
    [types.data, functions.data],
  );
  return { data, isPending: types.isPending || functions.isPending };
}

export function useTools(): UseQueryResult<AnswerOf<'listTools'>> {
  return useQuery({
    queryKey: ['tools'],
    staleTime: 60_000,
    queryFn: ({ signal }) => request('GET /tools', { signal }),
  });
}

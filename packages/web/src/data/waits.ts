import type { Json } from '@skein/kernel';
import {
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { Page } from './page.ts';
import { queryClient } from './query-client.ts';
import { pathOf, request } from './request.ts';

export interface Wait {
  readonly id: string;
  readonly run: string;
  readonly node: string;
  readonly kind: string;
  readonly prompt: string | null;
  readonly schema: Json;
  readonly data: Json;
  readonly who: readonly string[];
  readonly status: string;
  readonly createdAt: string;
  readonly deadline: string | null;
  readonly isOwn: boolean;
}

const key = 'waits';
const everyMs = 4_000;

/** All open questions, the oldest first. */
export function useWaits(): UseQueryResult<Page<Wait>> {
  return useQuery({
    queryKey: [key, 'list'],
    refetchInterval: everyMs,
    queryFn: ({ signal }) => request('/waits', { query: { limit: 200 }, signal }),
  });
}

export function useWaitCount(): number {
  return useWaits().data?.items.length ?? 0;
}

/** One question, also when it was answered meanwhile; a link to it stays good. */
export function useWait(id: string | undefined): UseQueryResult<Wait> {
  return useQuery({
    queryKey: [key, id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => request(pathOf('waits', id ?? ''), { signal }),
  });
}

export function useAnswerWait(): UseMutationResult<
  { readonly run: string },
  Error,
  { readonly wait: string; readonly answer: Json }
> {
  return useMutation({
    mutationFn: ({ wait, answer }) =>
      request(pathOf('waits', wait, 'answer'), { method: 'POST', body: answer }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [key] });
      void queryClient.invalidateQueries({ queryKey: ['runs'] });
    },
  });
}

/** What the list and the command bar call it. */
export function waitTitle({ prompt, node }: Pick<Wait, 'prompt' | 'node'>): string {
  return prompt === null || prompt.trim() === '' ? `Answer for ${node}` : prompt;
}

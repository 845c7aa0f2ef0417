import type { AnswerOf } from '@skein/api';
import type { Json } from '@skein/kernel';
import {
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';

export type Wait = AnswerOf<'getWait'>;

const key = 'waits';
const everyMs = 4_000;

/** All open questions, the oldest first. */
export function useWaits(): UseQueryResult<AnswerOf<'listWaits'>> {
  return useQuery({
    queryKey: [key, 'list'],
    refetchInterval: everyMs,
    queryFn: ({ signal }) => request('GET /waits', { query: { limit: 200 }, signal }),
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
    queryFn: ({ signal }) => request('GET /waits/{id}', { params: { id: id ?? '' }, signal }),
  });
}

/** `onAnswered` is told also when the question has gone from the page before its answer is confirmed. */
export function useAnswerWait(
  onAnswered: () => void,
): UseMutationResult<
  AnswerOf<'answerWait'>,
  Error,
  { readonly wait: string; readonly answer: Json }
> {
  return useMutation({
    mutationFn: ({ wait, answer }) =>
      request('POST /waits/{id}/answer', { params: { id: wait }, body: answer }),
    onSuccess: onAnswered,
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

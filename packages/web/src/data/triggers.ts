import type { AnswerOf, CallOf } from '@skein/api';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from './request.ts';

export type Trigger = AnswerOf<'listTriggers'>['items'][number];
export type TriggerType = CallOf<'setTrigger'>['body']['trigger_type_id'];
export type TriggerResult = AnswerOf<'triggerHistory'>['items'][number];

const key = 'triggers';
const everyMs = 10_000;

export function useTriggers(): UseQueryResult<AnswerOf<'listTriggers'>> {
  return useQuery({
    queryKey: [key, 'list'],
    refetchInterval: everyMs,
    queryFn: ({ signal }) => request('GET /triggers', { query: { limit: 200 }, signal }),
  });
}

const shownMax = 5;

/** Results of the last deliveries and ticks. */
export function useTriggerResults(id: string): UseQueryResult<AnswerOf<'triggerHistory'>> {
  return useQuery({
    queryKey: [key, id, 'history'],
    refetchInterval: everyMs,
    queryFn: ({ signal }) =>
      request('GET /triggers/{id}/history', { params: { id }, query: { limit: shownMax }, signal }),
  });
}

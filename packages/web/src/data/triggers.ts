import type { AnswerOf, CallOf } from '@skein/api';
import type { Json } from '@skein/kernel';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { useSingleMutation } from './use-single-mutation.ts';
import { refetchWorkflows, type WorkflowDetail } from './workflows.ts';

export type Trigger = AnswerOf<'listTriggers'>['items'][number];
export type TriggerType = CallOf<'setTrigger'>['body']['trigger_type_id'];
export type TriggerBody = CallOf<'setTrigger'>['body'];
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

/** The trigger of a workflow as it is stored; null if it has none. */
export function useWorkflowTrigger(workflow: string): UseQueryResult<Trigger | null> {
  return useQuery({
    queryKey: [key, 'of', workflow],
    refetchInterval: everyMs,
    queryFn: async ({ signal }) => {
      const { items } = await request('GET /triggers', { query: { workflow }, signal });
      return items[0] ?? null;
    },
  });
}

export type TriggerPreview = UseQueryResult<AnswerOf<'previewTrigger'>>;

const pauseMs = 300;

/** The next ticks, or what is wrong with the settings, once nothing was typed for a moment. */
export function useTriggerPreview(settings: TriggerBody): TriggerPreview {
  const written = JSON.stringify(settings);
  const [asked, setAsked] = useState(written);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(written), pauseMs);
    return () => clearTimeout(timer);
  }, [written]);
  return useQuery({
    queryKey: [key, 'preview', asked],
    // Ticks pass.
    refetchInterval: 60_000,
    placeholderData: (before) => before,
    queryFn: ({ signal }) =>
      // Written just before, from the same type.
      request('POST /triggers/preview', { body: JSON.parse(asked) as TriggerBody, signal }),
  });
}

/** Null removes it. */
export function useSetTrigger(
  workflow: string,
): UseMutationResult<WorkflowDetail, Error, TriggerBody | null> {
  const params = { id: workflow };
  return useSingleMutation({
    mutationFn: (body) =>
      body === null
        ? request('DELETE /workflows/{id}/trigger', { params })
        : request('PUT /workflows/{id}/trigger', { params, body }),
    onSettled: () => refetchWorkflows(),
  });
}

/** The secret is returned this once. */
export function useMakeSecret(): UseMutationResult<AnswerOf<'makeSecret'>, Error, string> {
  return useSingleMutation({
    mutationFn: (id) => request('POST /triggers/{id}/secret', { params: { id } }),
    onSettled: () => refetchWorkflows(),
  });
}

/** Delivers data to a trigger as if it had come from outside. */
export function useTestTrigger(
  id: string,
): UseMutationResult<AnswerOf<'testTrigger'>, Error, { readonly data: Json }> {
  return useSingleMutation({
    mutationFn: ({ data }) =>
      request('POST /triggers/{id}/test', { params: { id }, body: { data } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [key, id] }),
  });
}

import type { AnswerOf, CallOf } from '@skein/api';
import type { Json } from '@skein/kernel';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { useSingleMutation } from './use-single-mutation.ts';
import { refetchWorkflows } from './workflows.ts';

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

/** The triggers of a workflow as they are stored. */
export function useWorkflowTriggers(workflow: string): UseQueryResult<readonly Trigger[]> {
  return useQuery({
    queryKey: [key, 'of', workflow],
    refetchInterval: everyMs,
    queryFn: async ({ signal }) =>
      (await request('GET /triggers', { query: { workflow, limit: 100 }, signal })).items,
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

/** Changes a trigger, or adds one to those that the workflow has: its others stay. */
export function useSaveTrigger(
  workflow: string,
  id: string | undefined,
): UseMutationResult<Trigger, Error, TriggerBody> {
  return useSingleMutation({
    mutationFn: (body) =>
      id === undefined
        ? request('POST /workflows/{id}/triggers', { params: { id: workflow }, body })
        : request('PUT /triggers/{id}', { params: { id }, body }),
    // Until the list is read again, whoever has just saved a trigger would see another one in its place.
    onSuccess: (saved) =>
      queryClient.setQueryData<readonly Trigger[]>([key, 'of', workflow], (before) =>
        before === undefined ? before : withTrigger(before, saved),
      ),
    onSettled: () => refetchWorkflows(),
  });
}

/** The list with a trigger that was saved: in its place, or as the last one. */
function withTrigger(triggers: readonly Trigger[], saved: Trigger): readonly Trigger[] {
  return triggers.some(({ uuid }) => uuid === saved.uuid)
    ? triggers.map((each) => (each.uuid === saved.uuid ? saved : each))
    : [...triggers, saved];
}

export function useDeleteTrigger(): UseMutationResult<unknown, Error, string> {
  return useSingleMutation({
    mutationFn: (id) => request('DELETE /triggers/{id}', { params: { id } }),
    onSettled: () => refetchWorkflows(),
  });
}

/** The secret is returned this once; or it is the one that the sender has given. */
export function useMakeSecret(
  id: string,
): UseMutationResult<AnswerOf<'makeSecret'>, Error, { readonly secret?: string }> {
  return useSingleMutation({
    mutationFn: (body) => request('POST /triggers/{id}/secret', { params: { id }, body }),
    onSettled: () => refetchWorkflows(),
  });
}

export interface TestDelivery {
  readonly data: Json;
  /** An earlier delivery once more. */
  readonly isReplay?: true;
}

const misfitCode = 'INPUT_INVALID';

/** Delivers data to a trigger as if it had come from outside. */
export function useTestTrigger(
  id: string,
): UseMutationResult<AnswerOf<'testTrigger'>, Error, TestDelivery> {
  return useSingleMutation({
    // It is said where the data is.
    meta: { quiet: misfitCode },
    mutationFn: ({ data }) =>
      request('POST /triggers/{id}/test', { params: { id }, body: { data } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [key, id] }),
  });
}

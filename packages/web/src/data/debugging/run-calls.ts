// What a run sent, and runs that are made from it: replays with something else, and forks with a fix.
import type { AnswerOf } from '@skein/api';
import type { ActivationName, Json } from '@skein/kernel';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import type { ResultChange } from '../../graph/run/forking/recorded-result.ts';
import { newId } from '../new-id.ts';
import { request } from '../request.ts';
import { askAgain } from '../runs.ts';
import { useSingleMutation } from '../use-single-mutation.ts';

export type RunCalls = AnswerOf<'runCalls'>;
export type RunCall = RunCalls['items'][number];

/** What one node sent; `rows` is how many journal rows are about it: with each there may be more to show. */
export function useRunCalls(run: string, node: string, rows: number): UseQueryResult<RunCalls> {
  return useQuery({
    queryKey: ['run-calls', run, node, rows],
    placeholderData: (before) => before,
    queryFn: ({ signal }) =>
      request('GET /runs/{id}/calls', { params: { id: run }, query: { node }, signal }),
  });
}

export interface ReplayChange {
  readonly prompt?: { readonly [node: string]: string } | undefined;
  readonly model?: { readonly [node: string]: string } | undefined;
  readonly input?: Json | undefined;
}

/** Ends when the new run has ended, or waits for people. */
export function useReplayRun(
  run: string,
): UseMutationResult<AnswerOf<'replayRun'>, Error, ReplayChange> {
  return useSingleMutation({
    mutationFn: (change) =>
      request('POST /runs/{id}/replay', { params: { id: run }, body: { with: { ...change } } }),
    onSuccess: () => askAgain(),
  });
}

export interface ForkWithFix {
  readonly node: string;
  readonly version: string;
}

/** A new run that takes over what came before the node, and goes on in another version. */
export function useForkWithFix(
  run: string,
): UseMutationResult<AnswerOf<'forkRun'>, Error, ForkWithFix> {
  return useSingleMutation({
    mutationFn: ({ node, version }) =>
      request('POST /runs/{id}/fork', {
        params: { id: run },
        body: { from: node, version },
        headers: { 'idempotency-key': newId() },
      }),
    onSuccess: () => askAgain(),
  });
}

export interface ForkWithResult extends ActivationName {
  readonly result: ResultChange;
}

/** A new run in which the activation has another result: what is still valid is taken over, the rest runs. */
export function useForkWithResult(
  run: string,
): UseMutationResult<AnswerOf<'forkRun'>, Error, ForkWithResult> {
  return useSingleMutation({
    mutationFn: (change) =>
      request('POST /runs/{id}/fork', {
        params: { id: run },
        body: { changes: [{ ...change }] },
        headers: { 'idempotency-key': newId() },
      }),
    onSuccess: () => askAgain(),
  });
}

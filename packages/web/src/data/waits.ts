import type { AnswerOf } from '@skein/api';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { listAt, objectAt } from '../graph/own-keys.ts';
import { showToast } from '../design/feedback/toasts.ts';
import { cursorQuery, pacedBy, paginated } from './lists/pagination.ts';
import { problemOf } from './problem.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { readRun } from './runs.ts';
import { useSingleMutation } from './use-single-mutation.ts';

export type Wait = AnswerOf<'getWait'>;

const key = 'waits';
const everyMs = 4_000;

/** Open questions, the oldest first, page by page. */
export function useWaits(): UseInfiniteQueryResult<readonly Wait[]> {
  return useInfiniteQuery({
    ...paginated,
    queryKey: [key, 'list'],
    refetchInterval: pacedBy(everyMs),
    queryFn: ({ pageParam, signal }) =>
      request('GET /waits', { query: { limit: 200, ...cursorQuery(pageParam) }, signal }),
    select: allOf,
  });
}

/** Outside of the hook, so that it is done once for each answer. */
function allOf({ pages }: InfiniteData<AnswerOf<'listWaits'>>): readonly Wait[] {
  return pages.flatMap(({ items }) => items);
}

export function useWaitCount(): number {
  return useWaits().data?.length ?? 0;
}

/** One question, even if it has been answered; links to it keep working. */
export function useWait(id: string | undefined): UseQueryResult<Wait> {
  return useQuery<Wait>({
    queryKey: [key, id],
    enabled: id !== undefined,
    // It may be answered elsewhere; what is closed stays so.
    refetchInterval: ({ state }) => state.data?.status === 'open' && everyMs,
    queryFn: ({ signal }) => request('GET /waits/{id}', { params: { id: id ?? '' }, signal }),
  });
}

/** The input of the node that asks, for questions without data, if the user may see the run. */
export function useNodeInput(wait: Wait): UseQueryResult<JsonObject> {
  const { id, run, node, activation } = wait;
  return useQuery({
    queryKey: [key, id, 'reached'],
    enabled: isAboutInput(wait),
    queryFn: async ({ signal }) => {
      const query = { node };
      const explained = await request('GET /runs/{id}/explain', {
        params: { id: run },
        query,
        signal,
      });
      // The kernel's explanation; the API does not type its parts.
      const all = listAt(explained as JsonObject, 'activations').filter(isObject);
      return objectAt(all.find(({ n }) => n === activation) ?? {}, 'inputs');
    },
  });
}

/** What people call the node that asks; undefined until it is known, and where the user may not see the run. */
export function useAskingNode({ id, run, node, isOwn }: Wait): string | undefined {
  const { data } = useQuery({
    queryKey: [key, id, 'node'],
    enabled: isOwn && node !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const { workflow } = await readRun(run, signal);
      const drawn = await request('GET /workflows/{id}', {
        params: { id: workflow.id },
        query: { version: workflow.version },
        signal,
      });
      // The inbox needs no drawing until a question is read.
      const [{ findForm }, { readSketch }] = await Promise.all([
        import('../graph/forms/find-form.ts'),
        import('../graph/read-sketch.ts'),
      ]);
      const form = findForm(drawn.dialect);
      const nodes = form === undefined ? [] : readSketch(form, drawn.definition).nodes;
      return nodes.find((each) => each.id === node)?.title ?? null;
    },
  });
  return data ?? undefined;
}

export function isAboutInput({ data, isOwn, node }: Wait): boolean {
  return data === null && isOwn && node !== '';
}

const lateCode = 'WAIT_ANSWERED';

/** Two looked at the same question; the server tells programs, by its id. */
const lateNote = {
  tone: 'bad',
  text: 'Somebody else has answered this question already.',
  detail: 'The first answer counts, and yours was not taken. The run shows what it was.',
} as const;

/** `onAnswered` is called even if the question has left the page before its answer is confirmed. */
export function useAnswerWait(
  onAnswered: () => void,
): UseMutationResult<
  AnswerOf<'answerWait'>,
  Error,
  { readonly wait: string; readonly answer: Json }
> {
  return useSingleMutation({
    meta: { quiet: lateCode },
    onError: (error) => {
      if (problemOf(error).code === lateCode) showToast(lateNote);
    },
    mutationFn: ({ wait, answer }) =>
      request('POST /waits/{id}/answer', { params: { id: wait }, body: answer }),
    onSuccess: onAnswered,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [key] });
      void queryClient.invalidateQueries({ queryKey: ['runs'] });
    },
  });
}

/** Makes a link that answers the question without signing in. */
export function useLinkWait(
  onMade: (link: AnswerOf<'linkWait'>) => void,
): UseMutationResult<AnswerOf<'linkWait'>, Error, { readonly wait: string; readonly for: string }> {
  return useSingleMutation({
    mutationFn: ({ wait, ...body }) =>
      request('POST /waits/{id}/links', { params: { id: wait }, body }),
    onSuccess: onMade,
  });
}

/** Its title in the list and the command bar. */
export function waitTitle({ prompt, workflow }: Pick<Wait, 'prompt' | 'workflow'>): string {
  const name = workflow.name ?? workflow.id;
  return prompt === null || prompt.trim() === '' ? `Answer for ${name}` : prompt;
}

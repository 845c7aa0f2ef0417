// The assistant that builds workflows: whether there is one, and what was said about a workflow.
import type { AnswerOf, CallOf } from '@skein/api';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { streamChunks, type ChunkListener } from './chunk-stream.ts';
import { queryClient } from '../query-client.ts';
import { request } from '../request.ts';

export type AssistantMessage = AnswerOf<'readAssistant'>['messages'][number];
export type VersionDiff = AnswerOf<'diffVersions'>;

const key = 'assistant';

export function useAssistant(): UseQueryResult<AnswerOf<'getAssistant'>> {
  return useQuery({
    queryKey: [key],
    staleTime: 60_000,
    queryFn: ({ signal }) => request('GET /assistant', { signal }),
  });
}

export function useAssistantMessages(
  workflow: string,
  isWanted = true,
): UseQueryResult<AnswerOf<'readAssistant'>> {
  return useQuery({
    queryKey: [key, workflow],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      request('GET /workflows/{id}/assistant', { params: { id: workflow }, signal }),
  });
}

/** What differs between two versions; undefined while they are compared. */
export function useVersionDiff(
  workflow: string,
  versions: { readonly from: string; readonly to: string } | null,
): VersionDiff | undefined {
  const { data } = useQuery({
    queryKey: [key, workflow, 'diff', versions?.from, versions?.to],
    enabled: versions !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      request('GET /workflows/{id}/diff', {
        params: { id: workflow },
        query: { from: versions?.from, to: versions?.to },
        signal,
      }),
  });
  return versions === null ? undefined : data;
}

export type ToldAssistant =
  | { readonly to: 'messages'; readonly body: CallOf<'askAssistant'>['body'] }
  | { readonly to: 'decisions'; readonly body: CallOf<'decideForAssistant'>['body'] }
  /** Says nothing: the turn that is under way. */
  | { readonly to: 'stream' };

/** Says or decides something, and listens to the answer as it comes. */
export async function tellAssistant(
  workflow: string,
  told: ToldAssistant,
  listener: ChunkListener,
): Promise<void> {
  const place = ['workflows', workflow, 'assistant', told.to];
  const body = 'body' in told ? { body: JSON.stringify(told.body) } : {};
  try {
    const method = told.to === 'stream' ? 'GET' : 'POST';
    await streamChunks(place, { method, ...body }, listener);
  } finally {
    await queryClient.invalidateQueries({ queryKey: [key, workflow], exact: true });
    void queryClient.invalidateQueries({ queryKey: ['waits'] });
  }
}

export async function stopAssistant(workflow: string): Promise<void> {
  await request('POST /workflows/{id}/assistant/stop', { params: { id: workflow } });
}

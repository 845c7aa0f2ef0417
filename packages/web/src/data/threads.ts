import type { AnswerOf, CallOf } from '@skein/api';
import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { streamChunks, type ChunkListener } from './talking/chunk-stream.ts';
import { cursorQuery, paginated } from './lists/pagination.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { useSingleMutation } from './use-single-mutation.ts';
import { withFirstPage } from './talking/with-first-page.ts';

export type ThreadItem = AnswerOf<'listThreads'>['items'][number];
export type ThreadMessage = AnswerOf<'getThread'>['messages'][number];
export type ThreadAgent = AnswerOf<'listThreadAgents'>['items'][number];
export type StoredAgent = AnswerOf<'getAgent'>;
export type SentFile = NonNullable<CallOf<'sendToThread'>['body']['files']>[number];

/** Which conversation. */
export interface ThreadPlace {
  readonly agent: string;
  readonly thread: string;
}

const key = 'threads';
const everyMs = 4_000;
const pageSize = 50;

/** Whom one can talk to. */
export function useThreadAgents(): UseQueryResult<AnswerOf<'listThreadAgents'>> {
  return useQuery({
    queryKey: [key, 'agents'],
    staleTime: 60_000,
    queryFn: ({ signal }) => request('GET /threads/agents', { signal }),
  });
}

export function useStoredAgent(id: string | undefined): UseQueryResult<StoredAgent> {
  return useQuery({
    queryKey: [key, 'agent', id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => request('GET /agents/{id}', { params: { id: id ?? '' }, signal }),
  });
}

/** Makes an agent, or changes one. */
export function usePutAgent(
  onSaved: (agent: StoredAgent) => void,
): UseMutationResult<StoredAgent, Error, CallOf<'putAgent'>['body'] & { readonly id: string }> {
  return useSingleMutation({
    mutationFn: ({ id, ...body }) => request('PUT /agents/{id}', { params: { id }, body }),
    onSuccess: onSaved,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [key] }),
  });
}

type ThreadPage = AnswerOf<'listThreads'>;

const listKey = (text: string) => [key, 'list', text] as const;

/** Those in which something was said last first, page by page; with a text those that hold it. */
export function useThreads(
  text = '',
): UseInfiniteQueryResult<InfiniteData<AnswerOf<'listThreads'>>> {
  return useInfiniteQuery({
    ...paginated,
    queryKey: listKey(text),
    queryFn: ({ pageParam, signal }) => readThreads({ text, cursor: pageParam }, signal),
  });
}

/** Looks for what was said meanwhile: reads the first page again, however many there are. */
export function useNewThreads(text: string): void {
  useQuery({
    queryKey: [key, 'first', text],
    refetchInterval: everyMs,
    // The list itself has just been read.
    initialData: null,
    staleTime: everyMs,
    queryFn: async ({ signal }) => {
      const first = await readThreads({ text, cursor: '' }, signal);
      queryClient.setQueryData<InfiniteData<ThreadPage>>(
        listKey(text),
        (before) => before && { ...before, pages: withFirstPage(before.pages, first) },
      );
      return null;
    },
  });
}

function readThreads(
  { text, cursor }: { readonly text: string; readonly cursor: string },
  signal: AbortSignal,
): Promise<ThreadPage> {
  const q = text === '' ? {} : { q: text };
  const query = { order: 'said', limit: pageSize, ...q, ...cursorQuery(cursor) } as const;
  return request('GET /threads', { query, signal });
}

/** What was said, also by others who have it open. */
export function useThread({ agent, thread }: ThreadPlace): UseQueryResult<AnswerOf<'getThread'>> {
  return useQuery({
    queryKey: [key, 'one', agent, thread],
    refetchInterval: everyMs,
    queryFn: ({ signal }) =>
      request('GET /threads/{agent}/{thread}', { params: { agent, thread }, signal }),
  });
}

/** What was said before a message, as another thread. */
export async function forkThread(
  { agent, thread }: ThreadPlace,
  body: CallOf<'forkThread'>['body'],
): Promise<void> {
  await request('POST /threads/{agent}/{thread}/fork', { params: { agent, thread }, body });
}

export async function stopThread(
  { agent, thread }: ThreadPlace,
  run: string | null,
): Promise<void> {
  const body = run === null ? {} : { run_id: run };
  await request('POST /threads/{agent}/{thread}/stop', { params: { agent, thread }, body });
  // What was said so far is kept by then, which may be after the stream has ended.
  await queryClient.invalidateQueries({ queryKey: [key] });
}

export type Said =
  | { readonly to: 'messages'; readonly body: CallOf<'sendToThread'>['body'] }
  | { readonly to: 'decisions'; readonly body: CallOf<'decideInThread'>['body'] }
  | { readonly to: 'retry' }
  /** Says nothing: the turn that is under way. */
  | { readonly to: 'stream' };

/** Says or decides something, and listens to the answer as it comes. */
export async function tellThread(
  { agent, thread }: ThreadPlace,
  said: Said,
  listener: ChunkListener,
): Promise<void> {
  const isStream = said.to === 'stream';
  const place = isStream ? [agent, 'chat', thread, 'stream'] : [agent, thread, said.to];
  const init = 'body' in said ? { body: JSON.stringify(said.body) } : {};
  try {
    await streamChunks(
      ['threads', ...place],
      { method: isStream ? 'GET' : 'POST', ...init },
      listener,
    );
  } finally {
    await queryClient.invalidateQueries({ queryKey: [key] });
    void queryClient.invalidateQueries({ queryKey: ['waits'] });
  }
}

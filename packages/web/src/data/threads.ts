import { readEvents, type AnswerOf } from '@skein/api';
import type { JsonObject } from '@skein/kernel';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { textAt } from '../graph/own-keys.ts';
import { readProblem } from './problem.ts';
import { queryClient } from './query-client.ts';
import { addressOf, request } from './request.ts';

export type ThreadItem = AnswerOf<'listThreads'>['items'][number];
export type ThreadMessage = AnswerOf<'getThread'>['messages'][number];

/** Which conversation. */
export interface ThreadPlace {
  readonly agent: string;
  readonly thread: string;
}

const key = 'threads';
const everyMs = 4_000;

/** The agents of the host's code; most servers have none. */
export function useThreadAgents(): readonly string[] {
  const { data } = useQuery({
    queryKey: [key, 'agents'],
    staleTime: Infinity,
    queryFn: ({ signal }) => request('GET /threads/agents', { signal }),
  });
  return data?.items.map(({ id }) => id) ?? [];
}

/** The newest first. */
export function useThreads(): UseQueryResult<readonly ThreadItem[]> {
  return useQuery({
    queryKey: [key, 'list'],
    refetchInterval: everyMs,
    queryFn: async ({ signal }) => {
      const { items } = await request('GET /threads', { query: { limit: 200 }, signal });
      return items.toSorted((left, right) => right.updatedAt.localeCompare(left.updatedAt));
    },
  });
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

type Said =
  | { readonly to: 'messages'; readonly body: { readonly text: string; readonly id: string } }
  | {
      readonly to: 'decisions';
      readonly body: { readonly approvalId: string; readonly approved: boolean };
    }
  | { readonly to: 'retry' };

/** Says or decides something; `onText` gets the text of the answer as it comes. */
export async function tellThread(
  { agent, thread }: ThreadPlace,
  said: Said,
  onText: (text: string) => void,
): Promise<void> {
  const place = [agent, thread, said.to].map(encodeURIComponent).join('/');
  const init = 'body' in said ? { body: JSON.stringify(said.body) } : {};
  try {
    const response = await fetch(addressOf(`/threads/${place}`), {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      ...init,
    });
    if (!response.ok) throw readProblem(response.status, await response.json());
    if (response.body === null) return;
    for await (const { data } of readEvents(response.body)) readChunk(data, onText);
  } finally {
    await queryClient.invalidateQueries({ queryKey: [key] });
    void queryClient.invalidateQueries({ queryKey: ['waits'] });
  }
}

function readChunk(data: string, onText: (text: string) => void): void {
  // The last one says that it is the last.
  if (!data.startsWith('{')) return;
  // The server writes JSON.
  const chunk = JSON.parse(data) as JsonObject;
  if (chunk['type'] === 'text-delta') onText(textAt(chunk, 'delta'));
  if (chunk['type'] === 'error') throw new Error(textAt(chunk, 'errorText'));
}

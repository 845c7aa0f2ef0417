import type { AnswerOf } from '@skein/api';
import { isObject, type Json } from '@skein/kernel';
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
    if (response.body !== null) await readStream(response.body, onText);
  } finally {
    await queryClient.invalidateQueries({ queryKey: [key] });
    void queryClient.invalidateQueries({ queryKey: ['waits'] });
  }
}

async function readStream(
  body: ReadableStream<Uint8Array>,
  onText: (text: string) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line, onText);
    if (done) return;
  }
}

function readLine(line: string, onText: (text: string) => void): void {
  if (!line.startsWith('data: {')) return;
  // The server writes JSON.
  const chunk = JSON.parse(line.slice('data: '.length)) as Json;
  if (!isObject(chunk)) return;
  if (chunk['type'] === 'text-delta') onText(textAt(chunk, 'delta'));
  if (chunk['type'] === 'error') throw new Error(textAt(chunk, 'errorText'));
}

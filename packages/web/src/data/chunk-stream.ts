import { readEvents } from '@skein/api';
import type { JsonObject } from '@skein/kernel';
import { readProblem } from './problem.ts';
import { addressOf } from './request.ts';

export interface ChunkListener {
  /** The run of the turn, for whoever wants to stop it. */
  readonly onRun: (run: string | null) => void;
  /** A piece of the answer, as the AI SDK has them. */
  readonly onChunk: (chunk: JsonObject) => void;
}

/** Sends a request and listens to the answer as it comes: with a body it says something, without one it only listens. */
export async function streamChunks(
  place: readonly string[],
  init: { readonly method: 'GET' | 'POST'; readonly body?: string },
  { onRun, onChunk }: ChunkListener,
): Promise<void> {
  const response = await fetch(addressOf(`/${place.map(encodeURIComponent).join('/')}`), {
    ...init,
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
  });
  if (!response.ok) throw readProblem(response.status, await response.json());
  onRun(response.headers.get('x-skein-run'));
  if (response.body === null) return;
  for await (const { data } of readEvents(response.body)) {
    // The last one says that it is the last. The others are JSON of the server.
    if (data.startsWith('{')) onChunk(JSON.parse(data) as JsonObject);
  }
}

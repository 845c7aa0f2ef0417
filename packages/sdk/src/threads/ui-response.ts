/** One item of the UI message stream of the AI SDK. */
export interface UiChunk {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Chunks as server-sent events, in the way that `useChat` of `ai` 5 to 7 reads them. */
export function uiResponse(chunks: AsyncIterable<UiChunk>, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  headers.set('content-type', 'text/event-stream');
  headers.set('cache-control', 'no-cache');
  headers.set('x-vercel-ai-ui-message-stream', 'v1');
  // Proxies would keep it back until it is complete.
  headers.set('x-accel-buffering', 'no');
  const body = ReadableStream.from(lines(chunks)).pipeThrough(new TextEncoderStream());
  return new Response(body, { ...init, headers });
}

async function* lines(chunks: AsyncIterable<UiChunk>): AsyncGenerator<string> {
  for await (const chunk of chunks) yield `data: ${JSON.stringify(chunk)}\n\n`;
  yield 'data: [DONE]\n\n';
}

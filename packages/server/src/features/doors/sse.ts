// Server-sent events of a protocol
// Only what the reader takes is made; a silent stream sends a comment now and then, so that nothing on the way cuts it.
import type { StreamOptions } from '../runs/event-stream.ts';

const encoder = new TextEncoder();

export function sse(
  lines: AsyncIterable<string>,
  {
    streams,
    headers = {},
    onFault,
  }: {
    readonly streams: Pick<StreamOptions, 'heartbeatMs'>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly onFault: (error: unknown) => void;
  },
): Response {
  const iterator = lines[Symbol.asyncIterator]();
  let timer: ReturnType<typeof setInterval> | undefined;
  let isOver = false;
  const end = () => {
    isOver = true;
    clearInterval(timer);
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0)
          controller.enqueue(encoder.encode(': still here\n\n'));
      }, streams.heartbeatMs);
      timer.unref();
    },
    async pull(controller) {
      try {
        const { value, done } = await iterator.next();
        if (isOver) return;
        if (done !== true) {
          controller.enqueue(encoder.encode(value));
          return;
        }
      } catch (error) {
        // The headers are out already: the reader gets an end that is none, and asks again.
        if (isOver) return;
        onFault(error);
      }
      end();
      controller.close();
    },
    cancel() {
      end();
      void iterator.return?.();
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      ...headers,
    },
  });
}

export function dataLine(value: unknown): string {
  return `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
}

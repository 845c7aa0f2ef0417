/**
 * The same body, but it ends when the signal says so. Nothing is fetched that the reader does not take; `onEnd` is called once,
 * however it ends.
 */
export function endingBody(
  body: ReadableStream<Uint8Array>,
  { signal, onEnd }: { readonly signal: AbortSignal; readonly onEnd: () => void },
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isOver = false;
  const end = () => {
    isOver = true;
    onEnd();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const cut = () => {
          if (isOver) return;
          end();
          controller.close();
          // Whoever writes the body learns that nobody reads it.
          reader.cancel().catch(() => {});
        };
        signal.addEventListener('abort', cut, { once: true });
        if (signal.aborted) cut();
      },
      async pull(controller) {
        try {
          const { value, done } = await reader.read();
          if (isOver) return;
          if (!done) {
            controller.enqueue(value);
            return;
          }
          end();
          controller.close();
        } catch (error) {
          if (!isOver) end();
          throw error;
        }
      },
      cancel(reason) {
        if (!isOver) end();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

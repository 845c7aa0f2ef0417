// The fetch of provider packages
// F1. Redirects are not followed: they would send the keys in headers to another host.
// F2. A response is read up to a number of bytes; an endless stream must not fill the memory.

export class AnswerTooLarge extends Error {}

export function boundedFetch(bytesMax: number): typeof globalThis.fetch {
  return async (address, init) => {
    const response = await globalThis.fetch(address, { ...init, redirect: 'error' });
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counter(bytesMax)), {
      status,
      statusText,
      headers,
    });
  };
}

function counter(bytesMax: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes <= bytesMax) controller.enqueue(chunk);
      else controller.error(new AnswerTooLarge(`The answer has more than ${bytesMax} bytes.`));
    },
  });
}

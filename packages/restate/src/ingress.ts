// The ingress
// The door of Restate for those outside it: one request per call, answered when the handler has ended.
import type { Json } from '@skein/kernel';
import { EngineError } from '@skein/ports';

export interface Ingress {
  /** Calls a handler of a run and gives back what it answered. Made again while Restate cannot be reached. */
  call(run: string, handler: string, body: Json): Promise<Json>;
}

const triesMax = 6;
const retryMs = 100;
/** A turn waits for those before it, and for the store. */
const patienceMs = 60_000;

export function ingress(url: string, service: string): Ingress {
  const base = url.replace(/\/+$/, '');
  return {
    async call(run, handler, body) {
      const target = `${base}/${service}/${encodeURIComponent(run)}/${handler}`;
      for (let tries = 1; ; tries++) {
        const answered = await post(target, body);
        if ('value' in answered) return answered.value;
        if (!answered.isAway || tries === triesMax) {
          throw new EngineError('HOST_UNAVAILABLE', { reason: answered.reason });
        }
        await new Promise<void>((resolve) => {
          setTimeout(resolve, retryMs * 2 ** tries);
        });
      }
    },
  };
}

type Answered =
  | { readonly value: Json }
  | { readonly reason: string; /** Worth another try. */ readonly isAway: boolean };

async function post(target: string, body: Json): Promise<Answered> {
  let response: Response;
  try {
    response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch (error) {
    return { reason: reasonOf(error), isAway: true };
  }
  const text = await response.text();
  // Our own handlers answer in JSON.
  if (response.ok) return { value: text === '' ? null : (JSON.parse(text) as Json) };
  const { status } = response;
  return { reason: `${status} ${text.slice(0, 500)}`, isAway: status === 429 || status >= 500 };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

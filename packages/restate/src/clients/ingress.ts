// The ingress
// Restate's entry point for callers outside it: one request per call, answered when the handler has ended.
import { Buffer } from 'node:buffer';
import type { Json, RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';

export interface Ingress {
  /** Calls a handler of a run and returns its answer. Retried while Restate cannot be reached. */
  call(run: RunId, handler: string, body: Json): Promise<Json>;
}

const triesMax = 8;
const retryMs = 50;
const retryMaxMs = 2000;
/** A message queues after those before it, and waits for the store. */
const answerMaxMs = 60_000;
/**
 * But the answer of a Restate node that dies may never come. Idempotent requests are retried early, and each further attempt
 * has twice the time.
 */
const answerFirstMs = 10_000;
const repeatable: ReadonlySet<string> = new Set([
  'start',
  'wake',
  'answer',
  'move',
  'resume',
  'record',
  'claim',
  'survived',
  'release',
  'reserve',
  'giveBack',
]);
/** Restate's default limit. It does not read some larger requests to the end. */
const requestMaxBytes = 32 * 2 ** 20;
const tooLarge = {
  what: 'What the run is given',
  limit: "the `request-size-limit` of Restate's ingress (32 MiB, unless it was changed)",
};

/** `urls`: one address, or those of several nodes separated by commas; when one is unavailable the next is tried. */
export function ingress(urls: string, service: string, firstMs: number = answerFirstMs): Ingress {
  const bases = urls.split(',').map((url) => url.trim().replace(/\/+$/, ''));
  let place = 0;
  return {
    async call(run, handler, body) {
      for (let tries = 1; ; tries++) {
        const base = bases[place % bases.length] ?? '';
        const answered = await post(
          `${base}/${service}/${encodeURIComponent(run)}/${handler}`,
          body,
          answerLimitMs(handler, tries, firstMs),
        );
        if ('value' in answered) return answered.value;
        if (answered.isTooLarge === true) throw new EngineError('TOO_LARGE', tooLarge);
        if (!answered.isUnavailable || tries === triesMax) {
          throw new EngineError('HOST_UNAVAILABLE', { reason: answered.reason });
        }
        place += 1;
        await new Promise<void>((resolve) => {
          setTimeout(resolve, Math.min(retryMs * 2 ** tries, retryMaxMs));
        });
      }
    },
  };
}

function answerLimitMs(handler: string, tries: number, firstMs: number): number {
  if (!repeatable.has(handler)) return answerMaxMs;
  return Math.min(firstMs * 2 ** (tries - 1), answerMaxMs);
}

type Answered =
  | { readonly value: Json }
  | {
      readonly reason: string;
      /** Worth a retry. */
      readonly isUnavailable: boolean;
      readonly isTooLarge?: boolean;
    };

async function post(target: string, given: Json, limitMs: number): Promise<Answered> {
  const body = Buffer.from(JSON.stringify(given));
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(limitMs),
    });
    const text = await response.text();
    // Our own handlers answer in JSON.
    if (response.ok) return { value: text === '' ? null : (JSON.parse(text) as Json) };
    const { status } = response;
    return {
      reason: `${status} ${text.slice(0, 500)}`,
      isUnavailable: status === 429 || status >= 500,
      isTooLarge: status === 413,
    };
  } catch (error) {
    // The rejection of a request that is still being sent may get lost with its connection.
    const isTooLarge = body.length > requestMaxBytes && isCutOff(error);
    return { reason: reasonOf(error), isUnavailable: true, isTooLarge };
  }
}

const cutOff: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET']);

function isCutOff(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cutOff.has(cause.code);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

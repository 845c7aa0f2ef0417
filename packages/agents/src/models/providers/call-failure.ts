// What went wrong with a call, as a failure
// The error itself is dropped: it contains the request with its prompt, the response headers and sometimes the key.
import type { Failure, JsonObject } from '@skein/kernel';
import { networkTrouble, withoutUndefined } from '@skein/ports';
import { failureError } from '../../failure-error.ts';
import { AnswerTooLarge } from './bounded-fetch.ts';
import type { Redact } from './secrets.ts';

export interface CalledModel {
  readonly provider: string;
  readonly model: string;
  /** The variable that holds the key, if it has one. */
  readonly keyVariable: string | undefined;
  readonly redact: Redact;
  /** How long an outage is waited for. */
  readonly retryForMs: number;
}

const messageMax = 500;
/** The longest wait that a provider may ask for; after that the node's retry policy decides. */
const retryAfterMsMax = 3_600_000;

export function callFailure(error: unknown, called: CalledModel, now = Date.now()): Error {
  const { provider, model } = called;
  const { status, retryAfter, said, isLasting } = describeError(error);
  const trouble = status === undefined ? networkTrouble(error) : null;
  const hint = trouble?.hint ?? hintFor(status, called);
  const reason = trouble === null ? undefined : shorten(called.redact(trouble.reason));
  const data: JsonObject = withoutUndefined({ provider, model, status, hint, reason });
  const what =
    status === undefined || status < 400 ? 'did not answer' : `answered with status ${status}`;
  return failureError({
    code: 'MODEL_CALL_FAILED',
    message: `The provider "${provider}" ${what}: ${trouble === null ? shorten(called.redact(said)) : `${called.redact(trouble.says)}.`}`,
    ...(isLasting
      ? { retry: 'never' }
      : { retry: retryOf(retryAfter, now), retryForMs: called.retryForMs }),
    data,
  });
}

export function cutFailure({ provider, model, retryForMs }: CalledModel): Error {
  return failureError({
    code: 'MODEL_CALL_FAILED',
    message: `The answer of the provider "${provider}" ended before it was complete.`,
    retry: 'later',
    retryForMs,
    data: { provider, model },
  });
}

export function withheldFailure({ provider, model }: CalledModel): Error {
  return failureError({
    code: 'MODEL_CALL_FAILED',
    message: `The provider "${provider}" withheld the answer: its content filter blocked it.`,
    retry: 'never',
    data: { provider, model },
  });
}

export function timeoutFailure(
  { provider, model, retryForMs }: CalledModel,
  limit: { readonly reached: 'idle' | 'total'; readonly ms: number },
): Error {
  const { reached, ms } = limit;
  const what = reached === 'idle' ? `was silent for ${ms} ms` : `took longer than ${ms} ms`;
  return failureError({
    code: 'MODEL_CALL_FAILED',
    message: `The provider "${provider}" ${what}; the call was aborted.`,
    retry: 'later',
    retryForMs,
    data: { provider, model, timeout: reached, ms },
  });
}

interface DescribedError {
  readonly status?: number;
  readonly retryAfter?: string | undefined;
  readonly said: string;
  /** A retry would fail the same way. */
  readonly isLasting: boolean;
}

/** Errors of the packages are distinguished by fields and names: loading the classes would load the packages. */
function describeError(error: unknown): DescribedError {
  if (isTooDeep(error)) return { said: 'the answer is nested too deeply', isLasting: false };
  const said = messageOf(error);
  if (isTooLarge(error)) return { said, isLasting: true };
  if (typeof error !== 'object' || error === null) return { said, isLasting: false };
  const { statusCode, responseHeaders, responseBody, name } = error as {
    readonly [field: string]: unknown;
  };
  if (typeof statusCode !== 'number') {
    return { said, isLasting: typeof name === 'string' && lastingErrors.has(name) };
  }
  const isQuota = typeof responseBody === 'string' && responseBody.includes('insufficient_quota');
  return {
    status: statusCode,
    retryAfter: headerOf(responseHeaders, 'retry-after-ms', 'retry-after'),
    said: said === '' ? 'no reason was given' : said,
    isLasting: isQuota || isLastingStatus(statusCode),
  };
}

/** The packages recurse without a bound into what a model says. */
function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

/** Packages wrap what their fetch threw. */
function isTooLarge(error: unknown, depth = 0): boolean {
  if (error instanceof AnswerTooLarge) return true;
  return error instanceof Error && depth < 5 && isTooLarge(error.cause, depth + 1);
}

/** The request itself is at fault. */
const lastingErrors = new Set([
  'AI_UnsupportedFunctionalityError',
  'AI_InvalidPromptError',
  'AI_InvalidArgumentError',
  'AI_InvalidMessageRoleError',
  'AI_MessageConversionError',
  'AI_DownloadError',
  'AI_NoSuchModelError',
]);

function isLastingStatus(status: number): boolean {
  if (status < 400) return false;
  return status < 500 && ![408, 409, 425, 429].includes(status);
}

/** Milliseconds as `ms:…`, else as the header has it. */
function headerOf(headers: unknown, inMs: string, usual: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const { [inMs]: ms, [usual]: written } = headers as { readonly [name: string]: unknown };
  if (typeof ms === 'string') return `ms:${ms}`;
  return typeof written === 'string' ? written : undefined;
}

function retryOf(retryAfter: string | undefined, now: number): NonNullable<Failure['retry']> {
  if (retryAfter === undefined) return 'later';
  const afterMs = retryAfter.startsWith('ms:')
    ? Number(retryAfter.slice(3))
    : /^\d+(?:\.\d+)?$/.test(retryAfter.trim())
      ? Number(retryAfter) * 1000
      : Date.parse(retryAfter) - now;
  if (!Number.isFinite(afterMs)) return 'later';
  return { afterMs: Math.ceil(Math.min(Math.max(afterMs, 0), retryAfterMsMax)) };
}

function hintFor(status: number | undefined, { keyVariable }: CalledModel): string | undefined {
  if ((status !== 401 && status !== 403) || keyVariable === undefined) return undefined;
  return `Check the key in the environment variable ${keyVariable}.`;
}

function messageOf(error: unknown): string {
  if (error instanceof Error) {
    const reason = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return `${error.message}${reason}`;
  }
  if (typeof error === 'string') return error;
  const { message } = (error ?? {}) as { readonly message?: unknown };
  return typeof message === 'string' ? message : 'no reason was given';
}

/** One line: providers answer with whole pages. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > messageMax ? `${line.slice(0, messageMax)}…` : line;
}

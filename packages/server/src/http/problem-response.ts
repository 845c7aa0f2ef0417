// Errors as answers
// The one place where an error becomes a status and a body. An error that is not in the catalogue of problems is a bug of ours:
// it gets a reference that is in the log too, and reveals no internals.
import { EngineError, problems } from '@skein/ports';

export interface ProblemOptions {
  /** Called with bugs, and the reference that the caller got. */
  readonly onBug?: (error: unknown, reference: string) => void;
  /** Called with what is wrong with the surroundings of the server, of which the caller gets only the code. */
  readonly onProblem?: (error: unknown) => void;
}

/** An error as it goes out. */
export interface ProblemReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

export function problemReply(thrown: unknown, options: ProblemOptions = {}): ProblemReply {
  const error = asProblem(thrown, options);
  return { status: error.status, headers: headersOf(error), text: JSON.stringify(error) };
}

export function problemResponse(thrown: unknown, options: ProblemOptions = {}): Response {
  const { text, ...about } = problemReply(thrown, options);
  return new Response(text, about);
}

function asProblem(thrown: unknown, { onBug, onProblem }: ProblemOptions): EngineError {
  // Another copy of the class may have created it, so the code decides.
  if (thrown instanceof EngineError && Object.hasOwn(problems, thrown.code)) {
    const outer = withoutPlace(thrown);
    if (outer !== thrown) onProblem?.(thrown);
    return outer;
  }
  const reference = crypto.randomUUID();
  onBug?.(thrown, reference);
  return new EngineError('INTERNAL', { reason: `see ${reference} in the server's log` });
}

const inLog = 'see the log of the server.';

/** Where the store of the server is, and what its database says, is for the log. */
function withoutPlace(error: EngineError): EngineError {
  const { code } = error;
  if (code === 'STORE_CORRUPT')
    return new EngineError(code, { place: 'of the server', reason: inLog });
  const isInner = code === 'STORE_FULL' || code === 'STORE_UNAVAILABLE' || code === 'STORE_FAILED';
  return isInner ? new EngineError(code, { reason: inLog }) : error;
}

function headersOf(error: EngineError): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  };
  if (error.code === 'RATE_LIMITED') {
    const { retryAfterMs } = error.details as { readonly retryAfterMs: number };
    headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
  } else if (error.status === 429 || error.status === 503) headers['retry-after'] = '1';
  // The next request of the same client shall find another server.
  if (error.code === 'SERVER_CLOSING') headers['connection'] = 'close';
  if (error.code === 'METHOD_NOT_ALLOWED') {
    const { allowed } = error.details as { readonly allowed: readonly string[] };
    headers['allow'] = allowed.join(', ');
  }
  if (error.code === 'UNAUTHENTICATED') headers['www-authenticate'] = 'Bearer realm="skein"';
  return headers;
}

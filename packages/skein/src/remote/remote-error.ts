import { ClientError, UnreachableError } from '@skein/api';
import { EngineError, problems, type ProblemCode, type ProblemDetails } from '@skein/ports';

/** What a server answered, as the error that an engine here would have thrown. */
export function remoteError(thrown: unknown): unknown {
  if (thrown instanceof UnreachableError) {
    return new EngineError('SERVER_UNREACHABLE', { server: thrown.server, reason: thrown.reason });
  }
  if (!(thrown instanceof ClientError)) return thrown;
  const { code, message, hint, details } = thrown;
  if (code === 'SERVER_UNREACHABLE' || !Object.hasOwn(problems, code)) {
    return new EngineError('SERVER_UNREACHABLE', { server: '', reason: message }, { hint });
  }
  // The server has the same catalogue: details belong to their code.
  const known = code as ProblemCode;
  // As above.
  return new EngineError(known, details as unknown as ProblemDetails<typeof known>, { hint });
}

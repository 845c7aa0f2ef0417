import { EngineError } from '@skein/ports';

/**
 * Whether what the protocol's library reports is a mistake of a client, or of its connection: invalid messages, unknown sessions,
 * streams that broke off. The client is told; it is no failure of ours. Those are the errors of programs, and our own.
 */
export function isClientFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return !(
    error instanceof EngineError ||
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof ReferenceError
  );
}

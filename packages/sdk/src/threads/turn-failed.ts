import { EngineError } from '@skein/ports';

export function turnFailed(
  thread: string,
  { error, code }: { readonly error: string; readonly code: string },
): EngineError {
  return new EngineError('TURN_FAILED', { thread, failure: error, code });
}

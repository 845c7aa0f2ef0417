import { EngineError } from '@skein/ports';

/** A setting of a trigger that cannot be used. */
export function refusedSetting(pointer: string, message: string): EngineError {
  return new EngineError('REQUEST_INVALID', { complaints: [{ in: 'body', pointer, message }] });
}

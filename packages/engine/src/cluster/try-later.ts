// Retrying while the store is unavailable
// A run never fails because of its store: what it needs from there is retried until it succeeds, the run is given up,
// or the engine is closed.
import { EngineError } from '@skein/ports';
import type { Ports } from '../engine-ports.ts';

const laterMs = 1000;
const unavailableCodes: ReadonlySet<string> = new Set(['STORE_UNAVAILABLE', 'STORE_FULL']);

export function isStoreUnavailable(error: unknown): boolean {
  return error instanceof EngineError && unavailableCodes.has(error.code);
}

export function tryLater(
  runtime: Ports<'clock' | 'onProblem' | 'isDraining'>,
  error: unknown,
  again: () => unknown,
): void {
  const { clock, onProblem } = runtime;
  onProblem(error);
  clock.setTimer(clock.now() + laterMs, () => {
    if (!runtime.isDraining) again();
  });
}

import { EngineError } from '../problems/engine-error.ts';
import { withoutUndefined } from '../without-undefined.ts';
import type { Logger, LogFields } from './logger.ts';

/** What goes wrong where no caller waits for it, for a logger. */
function logProblem(logger: Logger, error: unknown): void {
  try {
    logger.warn(fieldsOf(error), error instanceof Error ? error.message : String(error));
  } catch {
    // A logger that is broken can be told nothing.
  }
}

function fieldsOf(error: unknown): LogFields {
  if (!(error instanceof EngineError)) return { err: error };
  const details: unknown = error.details;
  const hasRun = typeof details === 'object' && details !== null && 'run' in details;
  const run = hasRun ? details.run : undefined;
  return {
    code: error.code,
    ...withoutUndefined({ run: typeof run === 'string' ? run : undefined }),
    err: error,
  };
}

interface ProblemListeners {
  readonly onProblem?: ((error: unknown) => void) | undefined;
  readonly logger?: Logger | undefined;
}

/** Tells both, where both are there; `otherwise` hears what neither does. */
export function tellProblem(
  { onProblem, logger }: ProblemListeners,
  otherwise: (error: unknown) => void,
): (error: unknown) => void {
  if (logger === undefined) return onProblem ?? otherwise;
  return (error) => {
    logProblem(logger, error);
    onProblem?.(error);
  };
}

// Errors of the command line
// What ends a command without a result: one form for people and for `--json`, whatever threw it.
import { EngineError, type ProblemCode, type ProblemDetails } from '@skein/ports';
import type { JsonObject } from '@skein/kernel';

export interface CommandError {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly details?: JsonObject;
  readonly exitCode: number;
}

/** Thrown for problems that only the command line has; others are errors of the catalogue. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly problem: CommandError;

  constructor(problem: CommandError) {
    super(problem.message);
    this.problem = problem;
  }
}

export function usageError(complaint: string, hint?: string): EngineError<'USAGE'> {
  return problemError('USAGE', { complaint }, hint);
}

export function problemError<Code extends ProblemCode>(
  code: Code,
  details: ProblemDetails<Code>,
  hint?: string,
): EngineError<Code> {
  return new EngineError(code, details, hint === undefined ? {} : { hint });
}

export function toCommandError(thrown: unknown): CommandError {
  if (thrown instanceof CommandFailure) return thrown.problem;
  if (thrown instanceof EngineError) return fromEngine(thrown);
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return fromEngine(problemError('INTERNAL', { reason }));
}

function fromEngine(error: EngineError): CommandError {
  const { code, message, hint, exitCode } = error;
  const { details } = error.toJSON().error;
  // The details of the catalogue are objects of JSON.
  return { code, message, hint, exitCode, details: details as JsonObject };
}

import { failureIn } from '@skein/agents';
import type { Json, JsonObject } from '@skein/kernel';
import { CommandFailure } from './command-error.ts';

/** A failure of models and tools as an error of a command, with its hint; everything else unchanged. */
export function asCommandError(error: unknown, exitCodeOf: (code: string) => number): unknown {
  const failure = failureIn(error);
  if (failure === undefined || error instanceof CommandFailure) return error;
  const { code, message, data = {} } = failure;
  // Data of failures are objects of JSON.
  const { hint, ...details } = data as JsonObject & { readonly hint?: Json };
  return new CommandFailure({
    code,
    message,
    hint: typeof hint === 'string' ? hint : `docs/errors/${code}.md says more.`,
    details,
    exitCode: exitCodeOf(code),
  });
}

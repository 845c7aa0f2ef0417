import type { RunJson } from '@skein/engine';

/** How a run ended that did not complete: thrown by `engine.run` and `result()`. */
export class RunError extends Error {
  override readonly name = 'RunError';
  /** The code of its failure; for a run that was cancelled or stopped, its status in capitals. */
  readonly code: string;
  /** The run as it ended. */
  readonly run: RunJson;

  constructor(run: RunJson) {
    super(run.error?.message ?? `The run "${run.id}" is ${run.status}${reasonOf(run)}.`);
    this.code = run.error?.code ?? run.status.toUpperCase();
    this.run = run;
  }
}

function reasonOf({ stopReason }: RunJson): string {
  return stopReason === undefined ? '' : `: ${stopReason}`;
}

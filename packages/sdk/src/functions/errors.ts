// What durable functions throw and catch. Each is the same whenever the function is called again.

/**
 * A step, a child run or a model call failed for good: after its last attempt, or because another one would not help. Caught or not, it is
 * recorded, and thrown again at the same place when the function is called again.
 */
export class StepError extends Error {
  override readonly name: string = 'StepError';
  /** The name of the step. */
  readonly step: string;
  /** The `code` of what was thrown, if it had one. */
  readonly code: string;
  /** The run goes no further by another attempt: what failed is recorded. */
  readonly retry = 'never';

  constructor(
    step: string,
    { code, message }: { readonly code: string; readonly message: string },
  ) {
    super(message);
    this.step = step;
    this.code = code;
  }
}

/** What was waited for did not come in time: an answer, an event, or the result of a step. Catch it and go on without. */
export class TimeoutError extends StepError {
  override readonly name = 'TimeoutError';

  constructor(step: string, message: string) {
    super(step, { code: 'TIMEOUT', message });
  }
}

/** Thrown by a step: another attempt would not help, so there is none. */
export class FatalError extends Error {
  override readonly name = 'FatalError';
}

/** `io.restart`: ends the call of the function from any depth. Nobody should catch it; whoever does throws it again. */
export class Restart extends Error {
  override readonly name = 'Restart';
  readonly input: unknown;

  constructor(input: unknown) {
    super('The function begins anew. Do not catch this: throw it again.');
    this.input = input;
  }
}

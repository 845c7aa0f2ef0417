import type { Failure } from '../failure.ts';

/** An expression in a condition failed, so nobody can say whether it holds. */
export class ConditionFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

// A sign-in that is needed
// A call that lacks an account is not made. It fails with a failure of its own, and whoever made it asks the run's owner to sign in
// (Until signed in) instead of failing.
import { isObject, ownValue, type WaitQuestion } from '@skein/kernel';
import { failureError, failureIn, type FailureError } from '../failure-error.ts';

export interface NeededSignIn {
  /** What people know it by. */
  readonly connection: string;
  /** Where somebody signs in. */
  readonly url: string;
  readonly why: string;
}

export function signInNeeded({ connection, url, why }: NeededSignIn): FailureError {
  return failureError({
    code: 'SIGN_IN_NEEDED',
    message: `The connection "${connection}" needs a sign-in: ${why}`,
    retry: 'never',
    data: { connection, url, why, hint: `Sign in at ${url}` },
  });
}

/** What an error says about it; null for other errors. */
export function neededSignIn(error: unknown): NeededSignIn | null {
  const failure = failureIn(error);
  if (failure?.code !== 'SIGN_IN_NEEDED' || !isObject(failure.data)) return null;
  const { data } = failure;
  const [connection, url, why] = ['connection', 'url', 'why'].map((key) => ownValue(data, key));
  return typeof connection === 'string' && typeof url === 'string' && typeof why === 'string'
    ? { connection, url, why }
    : null;
}

/** Whoever answers it gives nothing away: the call is made with the tokens of the run's owner, or asks again. */
export function signInQuestion({ connection, url, why }: NeededSignIn): WaitQuestion {
  return {
    kind: 'auth',
    prompt: `Sign in to "${connection}": ${why}`,
    schema: { type: 'object', additionalProperties: false },
    data: { connection, url },
  };
}

import type { Awaitable } from '@skein/ports';

/** Continues with what an interface returned: synchronously when it is a value, so that a store in memory costs no tick. */
export function andThen<T, Result>(
  given: Awaitable<T>,
  then: (value: T) => Awaitable<Result>,
): Awaitable<Result> {
  return given instanceof Promise ? given.then(then) : then(given);
}

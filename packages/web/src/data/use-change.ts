import {
  useMutation,
  type UseMutateAsyncFunction,
  type UseMutateFunction,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useRef } from 'react';

interface Sent<Answer> {
  readonly wish: string;
  readonly answer: Promise<Answer>;
}

/** A change on the server. The same wish again, before the first is answered, is the first: a button pressed twice acts once. */
export function useChange<Answer, Wish>(
  options: UseMutationOptions<Answer, Error, Wish>,
): UseMutationResult<Answer, Error, Wish> {
  const result = useMutation(options);
  const sent = useRef<Sent<Answer> | null>(null);
  const mutateAsync: UseMutateAsyncFunction<Answer, Error, Wish> = (...given) => {
    const wish = JSON.stringify(given[0] ?? null);
    if (sent.current?.wish === wish) return sent.current.answer;
    const answer = result.mutateAsync(...given).finally(() => {
      if (sent.current?.answer === answer) sent.current = null;
    });
    sent.current = { wish, answer };
    return answer;
  };
  const mutate: UseMutateFunction<Answer, Error, Wish> = (...given) => {
    // A failed change is told by the client of the server.
    mutateAsync(...given).catch(() => {});
  };
  return { ...result, mutate, mutateAsync };
}

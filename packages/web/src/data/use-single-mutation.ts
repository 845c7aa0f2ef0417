import {
  useMutation,
  type UseMutateAsyncFunction,
  type UseMutateFunction,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useRef } from 'react';

interface Sent<Answer> {
  readonly variables: string;
  readonly answer: Promise<Answer>;
}

/**
 * A mutation that is sent once: calling it again with equal variables while the first is in flight returns the first. So a
 * button pressed twice acts once.
 */
export function useSingleMutation<Answer, Variables>(
  options: UseMutationOptions<Answer, Error, Variables>,
): UseMutationResult<Answer, Error, Variables> {
  const result = useMutation(options);
  const sent = useRef<Sent<Answer> | null>(null);
  const mutateAsync: UseMutateAsyncFunction<Answer, Error, Variables> = (...given) => {
    const variables = JSON.stringify(given[0] ?? null);
    if (sent.current?.variables === variables) return sent.current.answer;
    const answer = result.mutateAsync(...given).finally(() => {
      if (sent.current?.answer === answer) sent.current = null;
    });
    sent.current = { variables, answer };
    return answer;
  };
  const mutate: UseMutateFunction<Answer, Error, Variables> = (...given) => {
    // The query client reports the failure.
    mutateAsync(...given).catch(() => {});
  };
  return { ...result, mutate, mutateAsync };
}

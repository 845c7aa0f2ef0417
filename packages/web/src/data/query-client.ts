import { MutationCache, QueryClient } from '@tanstack/react-query';
import { showToast } from '../app/toasts.ts';
import { problemOf, ProblemError } from './problem.ts';

/** Keeps what the server said; a failed change is always told, whoever made it. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && !(error instanceof ProblemError),
    },
  },
  mutationCache: new MutationCache({
    onError: (error) => {
      const { message, hint } = problemOf(error);
      showToast({ tone: 'bad', text: message, detail: hint });
    },
  }),
});

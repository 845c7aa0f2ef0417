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
    onError: (error, _variables, _context, mutation) => {
      const { code, message, hint } = problemOf(error);
      if (mutation.meta?.['quiet'] === code) return;
      showToast({ tone: 'bad', text: message, detail: hint });
    },
  }),
});

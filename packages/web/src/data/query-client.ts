import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { showToast } from '../design/feedback/toasts.ts';
import { problemOf, ProblemError } from './problem.ts';
import { useSessionEnd } from './session-end.ts';

/** Keeps what the server said; a failed change is always told, whoever made it. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && !(error instanceof ProblemError),
    },
  },
  queryCache: new QueryCache({ onError: (error) => void noteRefusal(error) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      const { code, message, hint } = problemOf(error);
      if (noteRefusal(error) || mutation.meta?.['quiet'] === code) return;
      showToast({ tone: 'bad', text: message, detail: hint });
    },
  }),
});

/** Whether the server wants somebody to sign in; the page asks for it, so nothing more has to be told. */
function noteRefusal(error: unknown): boolean {
  if (!(error instanceof ProblemError) || error.status !== 401) return false;
  const wasIn = queryClient.getQueryData(['session']) !== undefined;
  if (wasIn) useSessionEnd.setState({ hasEnded: true });
  return true;
}

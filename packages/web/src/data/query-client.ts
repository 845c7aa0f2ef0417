import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { showToast } from '../design/feedback/toasts.ts';
import { problemOf, ProblemError } from './problem.ts';
import { useSessionEnd } from './session-end.ts';

/**
 * Whether the browser has a network says nothing about the server, which may be on the same machine. And what waits for a network would
 * happen later without a word: a run that somebody has long given up would start.
 */
const networkMode = 'always';

/** Caches the server's responses; every failed mutation is reported, wherever it was made. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode,
      staleTime: 5_000,
      retry: (count, error) => count < 2 && !(error instanceof ProblemError),
    },
    mutations: { networkMode },
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

/** Whether the server requires signing in; the page then asks for it, so nothing else needs to be shown. */
function noteRefusal(error: unknown): boolean {
  if (!(error instanceof ProblemError) || error.status !== 401) return false;
  const wasIn = queryClient.getQueryData(['session']) !== undefined;
  if (wasIn) useSessionEnd.setState({ hasEnded: true });
  return true;
}

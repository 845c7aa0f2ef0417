import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

const everyMs = 10_000;
const everyLostMs = 2_000;
const key = ['health'];

/** Asks whether the server is there, more often while it is not. */
export function useHealth(): UseQueryResult<boolean> {
  return useQuery({
    queryKey: key,
    // A browser without a network asks too: it is what the banner is about.
    networkMode: 'always',
    queryFn: async ({ signal }) => {
      const wasLost = queryClient.getQueryState(key)?.status === 'error';
      const response = await fetch('/healthz', { signal });
      if (!response.ok) throw new Error(`The server responded with status ${response.status}.`);
      if (wasLost) catchUp();
      return true;
    },
    retry: false,
    refetchInterval: (query) => (query.state.status === 'error' ? everyLostMs : everyMs),
  });
}

function catchUp(): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] });
}

/** Asks at once: something else has got no answer. */
export function recheckHealth(): void {
  void queryClient.invalidateQueries({ queryKey: key }, { cancelRefetch: false });
}

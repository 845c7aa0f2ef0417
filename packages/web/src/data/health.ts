import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { basePath } from './base-path.ts';
import { queryClient } from './query-client.ts';

const everyMs = 10_000;
const everyLostMs = 2_000;
const key = ['health'];

/** Polls whether the server is reachable, more often while it is not. */
export function useHealth(): UseQueryResult<boolean> {
  return useQuery({
    queryKey: key,
    // Also asked while the browser is offline: that is what the banner is about.
    networkMode: 'always',
    queryFn: async ({ signal }) => {
      const wasLost = queryClient.getQueryState(key)?.status === 'error';
      const response = await fetch(`${basePath}/healthz`, { signal });
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

/** Checks at once, after another request got no response. */
export function recheckHealth(): void {
  void queryClient.invalidateQueries({ queryKey: key }, { cancelRefetch: false });
}

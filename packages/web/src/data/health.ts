import { useQuery, type UseQueryResult } from '@tanstack/react-query';

const everyMs = 10_000;
const everyLostMs = 2_000;

/** Asks whether the server is there, more often while it is not. */
export function useHealth(): UseQueryResult<boolean> {
  return useQuery({
    queryKey: ['health'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/healthz', { signal });
      if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
      return true;
    },
    retry: false,
    refetchInterval: (query) => (query.state.status === 'error' ? everyLostMs : everyMs),
  });
}

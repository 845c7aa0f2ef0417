import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { basePath } from './base-path.ts';
import { closeToastsOf } from '../design/feedback/toasts.ts';
import { unreachable } from './problem.ts';
import { queryClient } from './query-client.ts';

const everyMs = 10_000;
const everyLostMs = 2_000;
const key = ['health'];

/** Polls whether the server is reachable, more often while it is not. */
export function useHealth(): UseQueryResult<boolean> {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const wasLost = queryClient.getQueryState(key)?.status === 'error';
      const { ok, status } = await askHealth(signal);
      if (!ok) throw new Error(`The server responded with status ${status}.`);
      if (wasLost) catchUp();
      return true;
    },
    retry: false,
    refetchInterval: (query) => (query.state.status === 'error' ? everyLostMs : everyMs),
  });
}

function askHealth(signal?: AbortSignal): Promise<Response> {
  return fetch(`${basePath}/healthz`, signal === undefined ? {} : { signal });
}

/** Asked once, now. */
export async function isServerThere(): Promise<boolean> {
  const answer = await askHealth().catch(() => null);
  return answer?.ok === true;
}

function catchUp(): void {
  closeToastsOf(unreachable.message);
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] });
}

/** Checks at once, after another request got no response. */
export function recheckHealth(): void {
  void queryClient.invalidateQueries({ queryKey: key }, { cancelRefetch: false });
}

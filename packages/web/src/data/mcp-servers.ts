import type { AnswerOf } from '@skein/api';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { useSingleMutation } from './use-single-mutation.ts';

export type McpServer = AnswerOf<'listMcpServers'>['items'][number];
export type McpTool = McpServer['tools'][number];

const key = ['mcp-servers'];

export function useMcpServers(): UseQueryResult<AnswerOf<'listMcpServers'>> {
  return useQuery({
    queryKey: key,
    staleTime: 60_000,
    queryFn: ({ signal }) => request('GET /mcp-servers', { signal }),
  });
}

/**
 * Confirms exactly what was reviewed: a tool that has changed since stays unconfirmed. `onConfirmed` is called even if the
 * user has left the page.
 */
export function useConfirmTools(
  onConfirmed: (server: McpServer) => void,
): UseMutationResult<
  McpServer,
  Error,
  { readonly server: string; readonly tools: readonly Pick<McpTool, 'name' | 'hash'>[] }
> {
  return useSingleMutation({
    mutationFn: ({ server, tools }) =>
      request('POST /mcp-servers/{name}/confirm', {
        params: { name: server },
        body: { tools: tools.map(({ name, hash }) => ({ name, hash })) },
      }),
    onSuccess: onConfirmed,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: key });
      void queryClient.invalidateQueries({ queryKey: ['tools'] });
    },
  });
}

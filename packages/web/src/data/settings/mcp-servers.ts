import type { AnswerOf } from '@skein/api';
import {
  useQuery,
  type Query,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';
import { request } from '../request.ts';
import { wantedSignIn } from '../../text/wanted-sign-in.ts';
import { useSingleMutation } from '../use-single-mutation.ts';

export type McpServer = AnswerOf<'listMcpServers'>['items'][number];
export type McpTool = McpServer['tools'][number];

const signInMs = 3_000;
const key = ['mcp-servers'];

export function useMcpServers(): UseQueryResult<AnswerOf<'listMcpServers'>> {
  return useQuery({
    queryKey: key,
    staleTime: 60_000,
    // A sign-in ends in another tab.
    refetchInterval: ({ state }: Query<AnswerOf<'listMcpServers'>>) =>
      state.data?.items.some(({ error }) => wantedSignIn(error) !== null) === true
        ? signInMs
        : false,
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

export type McpServerSettings = AnswerOf<'getMcpServer'>['settings'];

/** What was set of one that was added. */
export function useMcpServerSettings(
  name: string | undefined,
): UseQueryResult<AnswerOf<'getMcpServer'>> {
  return useQuery({
    queryKey: [...key, name, 'settings'],
    enabled: name !== undefined,
    queryFn: ({ signal }) =>
      request('GET /mcp-servers/{name}', { params: { name: name ?? '' }, signal }),
  });
}

/** `onSaved` is called even if the user has closed its dialog or left the page. */
export function usePutMcpServer(
  onSaved: (server: McpServer) => void,
): UseMutationResult<
  McpServer,
  Error,
  { readonly name: string; readonly settings: McpServerSettings }
> {
  return useSingleMutation({
    mutationFn: ({ name, settings }) =>
      request('PUT /mcp-servers/{name}', { params: { name }, body: settings }),
    onSuccess: onSaved,
    onSettled: refetchServers,
  });
}

export function useDeleteMcpServer(): UseMutationResult<undefined, Error, string> {
  return useSingleMutation({
    mutationFn: (name) => request('DELETE /mcp-servers/{name}', { params: { name } }),
    onSettled: refetchServers,
  });
}

function refetchServers(): void {
  void queryClient.invalidateQueries({ queryKey: key });
  void queryClient.invalidateQueries({ queryKey: ['tools'] });
}

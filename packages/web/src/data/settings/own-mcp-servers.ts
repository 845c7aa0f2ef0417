import type { AnswerOf, CallOf } from '@skein/api';
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

export type OwnMcpServer = AnswerOf<'putOwnMcpServer'>;
export type OwnMcpServerBody = CallOf<'putOwnMcpServer'>['body'];

const signInMs = 3_000;
const key = ['own-mcp-servers'];

/** Those that only runs of this user see. */
export function useOwnMcpServers(): UseQueryResult<AnswerOf<'listOwnMcpServers'>> {
  return useQuery({
    queryKey: key,
    staleTime: 60_000,
    // A sign-in ends in another tab.
    refetchInterval: ({ state }: Query<AnswerOf<'listOwnMcpServers'>>) =>
      state.data?.items.some(({ error }) => wantedSignIn(error) !== null) === true
        ? signInMs
        : false,
    queryFn: ({ signal }) => request('GET /my/mcp-servers', { signal }),
  });
}

/** `onSaved` is called even if the user has closed its dialog or left the page. */
export function usePutOwnMcpServer(
  onSaved: (server: OwnMcpServer) => void,
): UseMutationResult<
  OwnMcpServer,
  Error,
  { readonly name: string; readonly body: OwnMcpServerBody }
> {
  return useSingleMutation({
    mutationFn: ({ name, body }) =>
      request('PUT /my/mcp-servers/{name}', { params: { name }, body }),
    onSuccess: onSaved,
    onSettled: () => refetchServers(),
  });
}

export function useDeleteOwnMcpServer(): UseMutationResult<undefined, Error, string> {
  return useSingleMutation({
    mutationFn: (name) => request('DELETE /my/mcp-servers/{name}', { params: { name } }),
    onSettled: () => refetchServers(),
  });
}

function refetchServers(): void {
  void queryClient.invalidateQueries({ queryKey: key });
  void queryClient.invalidateQueries({ queryKey: ['tools'] });
}

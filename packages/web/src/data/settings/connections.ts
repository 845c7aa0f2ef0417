import type { AnswerOf, CallOf } from '@skein/api';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';
import { request } from '../request.ts';
import { useSingleMutation } from '../use-single-mutation.ts';

export type Connection = AnswerOf<'putConnection'>;
export type ConnectionBody = NonNullable<CallOf<'putConnection'>['body']>;

const key = 'connections';
/** A sign-in ends in another tab. */
const everyMs = 4_000;

export function useConnections(): UseQueryResult<AnswerOf<'listConnections'>> {
  return useQuery({
    queryKey: [key],
    refetchInterval: everyMs,
    queryFn: ({ signal }) => request('GET /connections', { signal }),
  });
}

export function useConnectionPresets(): UseQueryResult<AnswerOf<'listConnectionPresets'>> {
  return useQuery({
    queryKey: [key, 'presets'],
    staleTime: Infinity,
    queryFn: ({ signal }) => request('GET /connection-presets', { signal }),
  });
}

export function usePutConnection(
  onSaved: () => void,
): UseMutationResult<Connection, Error, { readonly name: string; readonly body: ConnectionBody }> {
  return useSingleMutation({
    mutationFn: ({ name, body }) => request('PUT /connections/{name}', { params: { name }, body }),
    onSuccess: () => {
      refetch();
      onSaved();
    },
  });
}

export function useDeleteConnection(): UseMutationResult<undefined, Error, string> {
  return useSingleMutation({
    mutationFn: (name) => request('DELETE /connections/{name}', { params: { name } }),
    onSettled: refetch,
  });
}

type BegunSignIn = AnswerOf<'beginSignIn'>;

/** Goes to the service in a tab of its own: the sign-in is finished by this browser, and this page stays. */
export function useSignIn(): UseMutationResult<BegunSignIn, Error, string> {
  return useSingleMutation({ mutationFn: (name) => signInAt(name) });
}

export interface SignedInServer {
  /** Of the connection, which is made where there is none yet. */
  readonly name: string;
  readonly url: string;
  readonly isNew: boolean;
  /** Saves the server with its connection. */
  readonly save: (connection: string) => Promise<unknown>;
}

/** All that an MCP server with accounts needs beside its address: a connection, its name in the settings, a sign-in. */
export function useSetUpSignIn(): UseMutationResult<BegunSignIn, Error, SignedInServer> {
  return useSingleMutation({
    mutationFn: ({ name, url, isNew, save }) =>
      signInAt(name, async () => {
        if (isNew)
          await request('PUT /connections/{name}', { params: { name }, body: { mcp: url } });
        await save(name);
      }),
    onSettled: refetch,
  });
}

async function signInAt(
  name: string,
  prepare: () => Promise<unknown> = async () => {},
): Promise<BegunSignIn> {
  // Opened at once: a browser blocks a tab that opens later than the click.
  const tab = window.open('', '_blank');
  try {
    await prepare();
    const begun = await request('POST /connections/{name}/sign-in', { params: { name } });
    if (tab === null) location.assign(begun.url);
    else tab.location.href = begun.url;
    return begun;
  } catch (error) {
    tab?.close();
    throw error;
  }
}

export function useTestConnection(): UseMutationResult<AnswerOf<'testConnection'>, Error, string> {
  return useSingleMutation({
    mutationFn: (name) => request('POST /connections/{name}/test', { params: { name } }),
    onSettled: refetch,
  });
}

export function useEndSignIn(): UseMutationResult<undefined, Error, string> {
  return useSingleMutation({
    mutationFn: (name) => request('DELETE /connections/{name}/sign-in', { params: { name } }),
    onSettled: refetch,
  });
}

function refetch(): void {
  for (const each of [key, 'waits']) void queryClient.invalidateQueries({ queryKey: [each] });
}

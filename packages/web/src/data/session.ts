// Who is signed in
// A closed server answers 401 until the browser has signed in with a key, and again once the session has ended. The key
// itself is stored nowhere: the browser holds a cookie that no script can read.
import { hasScope, type AnswerOf, type Scope } from '@skein/api';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { basePath } from './base-path.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { useSessionEnd } from './session-end.ts';
import { useSingleMutation } from './use-single-mutation.ts';

export type Session = AnswerOf<'whoAmI'>;

const key = ['session'];

export function useSession(): UseQueryResult<Session> {
  return useQuery({
    queryKey: key,
    staleTime: 60_000,
    retry: false,
    queryFn: ({ signal }) => request('GET /session', { signal }),
  });
}

/** Why the signed-in user may not do what needs this scope; null if they may, or as long as that is not known. */
export function useRefusal(needed: Scope): string | null {
  const { data } = useSession();
  if (data === undefined || hasScope(data.scopes, needed)) return null;
  return `Your key does not permit this: it lacks the scope "${needed}".`;
}

/** Refetches everything that was refused meanwhile; the state of the page stays. */
export function useSignIn(): UseMutationResult<Session, Error, string> {
  return useSingleMutation({
    mutationFn: (secret) => request('POST /session', { body: { key: secret } }),
    onSuccess: async (session) => {
      queryClient.setQueryData(key, session);
      useSessionEnd.setState({ hasEnded: false });
      await queryClient.invalidateQueries();
    },
  });
}

/** Reloads the page, so that nothing of this user stays in memory. */
export function useSignOut(): UseMutationResult<undefined, Error, undefined> {
  return useSingleMutation({
    mutationFn: () => request('DELETE /session'),
    onSuccess: () => location.assign(`${basePath}/sign-in`),
  });
}

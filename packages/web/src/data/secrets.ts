import type { AnswerOf } from '@skein/api';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { useSingleMutation } from './use-single-mutation.ts';

export type Secret = AnswerOf<'listSecrets'>['items'][number];

export interface NewSecret {
  readonly name: string;
  readonly value: string;
  /** Hosts it may be sent to; none: any host the configuration uses. */
  readonly hosts: readonly string[];
}

/** Of the server, for everybody; or one's own, for one's own MCP servers. */
export type Whose = 'server' | 'own';

const routesOf = {
  server: {
    list: 'GET /secrets',
    put: 'PUT /secrets/{name}',
    remove: 'DELETE /secrets/{name}',
  },
  own: {
    list: 'GET /my/secrets',
    put: 'PUT /my/secrets/{name}',
    remove: 'DELETE /my/secrets/{name}',
  },
} as const;

export function useSecrets(whose: Whose): UseQueryResult<AnswerOf<'listSecrets'>> {
  return useQuery({
    queryKey: ['secrets', whose],
    queryFn: ({ signal }) => request(routesOf[whose].list, { query: { limit: 200 }, signal }),
  });
}

/** `onSaved` is called even if its dialog was closed meanwhile. */
export function usePutSecret(
  whose: Whose,
  onSaved: () => void,
): UseMutationResult<Secret, Error, NewSecret> {
  return useSingleMutation({
    mutationFn: ({ name, value, hosts }) =>
      request(routesOf[whose].put, {
        params: { name },
        body: { value, ...(hosts.length === 0 ? {} : { hosts: [...hosts] }) },
      }),
    onSuccess: () => {
      refetchSecrets(whose);
      onSaved();
    },
  });
}

export function useDeleteSecret(whose: Whose): UseMutationResult<undefined, Error, string> {
  return useSingleMutation({
    mutationFn: (name) => request(routesOf[whose].remove, { params: { name } }),
    onSettled: () => refetchSecrets(whose),
  });
}

/** Whatever needs a secret may have gained or lost it. */
function refetchSecrets(whose: Whose): void {
  void queryClient.invalidateQueries({ queryKey: ['secrets', whose] });
  const users = whose === 'own' ? ['own-mcp-servers', 'tools'] : ['models'];
  for (const user of users) void queryClient.invalidateQueries({ queryKey: [user] });
}

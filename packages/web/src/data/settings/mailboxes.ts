import type { AnswerOf, CallOf } from '@skein/api';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';
import { request } from '../request.ts';
import { useSingleMutation } from '../use-single-mutation.ts';

export type Mailbox = AnswerOf<'putMailbox'>;
export type MailboxBody = CallOf<'putMailbox'>['body'];

const key = ['mailboxes'];

export function useMailboxes(): UseQueryResult<AnswerOf<'listMailboxes'>> {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request('GET /mailboxes', { signal }),
  });
}

/** `onSaved` is called even if its dialog was closed meanwhile. */
export function usePutMailbox(
  onSaved: () => void,
): UseMutationResult<Mailbox, Error, { readonly name: string; readonly body: MailboxBody }> {
  return useSingleMutation({
    mutationFn: ({ name, body }) => request('PUT /mailboxes/{name}', { params: { name }, body }),
    onSuccess: onSaved,
    onSettled: () => refetchMailboxes(),
  });
}

export function useDeleteMailbox(): UseMutationResult<undefined, Error, string> {
  return useSingleMutation({
    mutationFn: (name) => request('DELETE /mailboxes/{name}', { params: { name } }),
    onSettled: () => refetchMailboxes(),
  });
}

export function useTestMailbox(): UseMutationResult<AnswerOf<'testMailbox'>, Error, string> {
  return useSingleMutation({
    mutationFn: (name) => request('POST /mailboxes/{name}/test', { params: { name } }),
  });
}

function refetchMailboxes(): void {
  void queryClient.invalidateQueries({ queryKey: key });
}

import type { AnswerOf, CallOf } from '@skein/api';
import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';
import { useSingleMutation } from './use-single-mutation.ts';

export type Destination = AnswerOf<'putDestination'>;
export type DestinationBody = CallOf<'putDestination'>['body'];
export type DestinationTest = AnswerOf<'testDestination'>;
export type Delivery = AnswerOf<'listDeliveries'>['items'][number];

const key = ['destinations'];

export function useDestinations(): UseQueryResult<AnswerOf<'listDestinations'>> {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request('GET /destinations', { signal }),
  });
}

/** The latest ones. */
export function useDeliveries(name: string): UseQueryResult<AnswerOf<'listDeliveries'>> {
  return useQuery({
    queryKey: [...key, name, 'deliveries'],
    queryFn: ({ signal }) =>
      request('GET /destinations/{name}/deliveries', {
        params: { name },
        query: { limit: 20 },
        signal,
      }),
  });
}

/** `onSaved` is called even if its dialog was closed meanwhile. */
export function usePutDestination(
  onSaved: () => void,
): UseMutationResult<
  Destination,
  Error,
  { readonly name: string; readonly body: DestinationBody }
> {
  return useSingleMutation({
    mutationFn: ({ name, body }) => request('PUT /destinations/{name}', { params: { name }, body }),
    onSuccess: onSaved,
    onSettled: () => refetchDestinations(),
  });
}

export function useDeleteDestination(): UseMutationResult<undefined, Error, string> {
  return useSingleMutation({
    mutationFn: (name) => request('DELETE /destinations/{name}', { params: { name } }),
    onSettled: () => refetchDestinations(),
  });
}

export function useTestDestination(): UseMutationResult<
  DestinationTest,
  Error,
  { readonly name: string; readonly to?: string }
> {
  return useSingleMutation({
    mutationFn: ({ name, ...body }) =>
      request('POST /destinations/{name}/test', { params: { name }, body }),
  });
}

/** Sends a message of any user again, under its id. */
export function useReplayDelivery(
  name: string,
  onSent: () => void,
): UseMutationResult<Delivery, Error, Pick<Delivery, 'id' | 'user'>> {
  return useSingleMutation({
    mutationFn: ({ id, user }) =>
      request('POST /destinations/{name}/deliveries/{id}/replay', {
        params: { name, id },
        query: { user },
      }),
    onSuccess: onSent,
    onSettled: () => refetchDestinations(),
  });
}

function refetchDestinations(): void {
  void queryClient.invalidateQueries({ queryKey: key });
}

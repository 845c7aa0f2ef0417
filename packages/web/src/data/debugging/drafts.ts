// Drafts: versions that runs can name, and that nothing else uses.
import type { AnswerOf } from '@skein/api';
import type { DialectName } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import type { UseMutationResult } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';
import { request } from '../request.ts';
import { useSingleMutation } from '../use-single-mutation.ts';

export interface Draft {
  readonly definition: JsonObject;
  readonly dialect: DialectName;
}

export function useKeepDraft(
  workflow: string,
): UseMutationResult<AnswerOf<'keepDraft'>, Error, Draft> {
  return useSingleMutation({
    mutationFn: ({ definition, dialect }) =>
      request('POST /workflows/{id}/drafts', {
        params: { id: workflow },
        query: { dialect },
        body: definition,
      }),
    // It may be what the editor begins with next time.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['workflows', workflow] }),
  });
}

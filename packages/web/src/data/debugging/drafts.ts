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
  /** The version that it was made from; if another one was saved since, it is a conflict. Undefined: whatever is there. */
  readonly from: string | undefined;
}

export function useKeepDraft(
  workflow: string,
): UseMutationResult<AnswerOf<'keepDraft'>, Error, Draft> {
  return useSingleMutation({
    mutationFn: ({ definition, dialect, from }) =>
      request('POST /workflows/{id}/drafts', {
        params: { id: workflow },
        query: { dialect },
        headers: from === undefined ? {} : { 'if-match': `"${from}"` },
        body: definition,
      }),
    // The user is asked what to do.
    meta: { quiet: 'VERSION_CONFLICT' },
    // It may be what the editor begins with next time.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['workflows', workflow] }),
  });
}

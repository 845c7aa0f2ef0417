import { isObject, type JsonObject } from '@skein/kernel';
import { useState } from 'react';
import { useVersions, useWorkflowVersion } from '../../../data/workflows.ts';

/** What was saved last, if it is not published; null: nothing is. Undefined while it is loaded. */
export function useWorkingDraft(id: string): JsonObject | null | undefined {
  const { data, isLoadingError, isFetching } = useVersions(id, true);
  // An editor begins with what the server has now, not with what a list said when it was left, and keeps that.
  const [found, setFound] = useState<{ readonly id: string; readonly version: string | null }>();
  // The newest first: what comes before the published version was saved after it. Versions that only a replay made are no drafts.
  const newest = data?.items.find(({ isDraft, isNewest }) => isDraft || isNewest);
  const version = newest?.isDraft === true ? newest.version : null;
  const draft = useWorkflowVersion(id, found?.version ?? undefined);
  if (found?.id !== id && data !== undefined && !isFetching) setFound({ id, version });
  // Without the list, the published version is there.
  if (isLoadingError) return null;
  if (found?.id !== id) return undefined;
  if (found.version === null || draft.isLoadingError) return null;
  const { definition } = draft.data ?? {};
  return definition === undefined ? undefined : isObject(definition) ? definition : null;
}

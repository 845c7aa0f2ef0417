import { isObject, type JsonObject } from '@skein/kernel';
import { useState } from 'react';
import { lastSaved, useVersions, useWorkflowVersion } from '../../../data/workflows.ts';

export interface WorkingDraft {
  readonly version: string;
  readonly definition: JsonObject;
}

/** What was saved last, if it is not published; null: nothing is. Undefined while it is loaded. */
export function useWorkingDraft(id: string): WorkingDraft | null | undefined {
  const { data, isLoadingError, isFetching } = useVersions(id, true);
  // An editor begins with what the server has now, not with what a list said when it was left, and keeps that.
  const [found, setFound] = useState<{ readonly id: string; readonly version: string | null }>();
  const last = lastSaved(data?.items ?? []);
  const version = last?.isDraft === true ? last.version : null;
  const draft = useWorkflowVersion(id, found?.version ?? undefined);
  if (found?.id !== id && data !== undefined && !isFetching) setFound({ id, version });
  // Without the list, the published version is there.
  if (isLoadingError) return null;
  if (found?.id !== id) return undefined;
  if (found.version === null || draft.isLoadingError) return null;
  const { definition } = draft.data ?? {};
  if (definition === undefined) return undefined;
  return isObject(definition) ? { version: found.version, definition } : null;
}

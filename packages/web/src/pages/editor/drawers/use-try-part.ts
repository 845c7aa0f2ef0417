import type { Json, JsonObject } from '@skein/kernel';
import { useNavigate } from '@tanstack/react-router';
import { useTryPart as useSendPart } from '../../../data/runs.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { readPins } from '../../../graph/edit/pins.ts';
import { useWholeStore } from '../state/editor-store.ts';
import { useDraftVersion } from '../state/use-draft-version.ts';

export interface TryPart {
  readonly isStarting: boolean;
  readonly start: (tried: {
    readonly node: string;
    readonly reach: 'from' | 'to';
    readonly input: Json | undefined;
    /** Of what is before it. */
    readonly outputs?: JsonObject;
  }) => Promise<void>;
}

/** Tries a part of the workflow with pinned outputs, and shows the run; what is not published is tried as a draft. */
export function useTryPart(workflow: WorkflowDetail): TryPart {
  const store = useWholeStore();
  const navigate = useNavigate();
  const keepDraft = useDraftVersion(workflow);
  const sending = useSendPart(workflow.id);
  return {
    isStarting: sending.isPending,
    start: async ({ outputs = {}, ...tried }) => {
      const { history, published } = store.getState();
      const version = history.present === published ? undefined : await keepDraft();
      const pinned = readPins(history.present);
      const { run_id } = await sending.mutateAsync({ ...tried, outputs, pinned, version });
      await navigate({ to: '/runs/$id', params: { id: run_id } });
    },
  };
}

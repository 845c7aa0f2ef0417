import type { AnswerOf } from '@skein/api';
import { useKeepDraft } from '../../../data/debugging/drafts.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { useWholeStore } from './editor-store.ts';
import { useGuardedSave } from './use-guarded-save.ts';

/** Keeps what is being edited as a draft, and gives its version: a run can name it, and nothing is published. */
export function useDraftVersion(workflow: WorkflowDetail): () => Promise<string> {
  const { keep } = useKeptDraft(workflow);
  return async () => (await keep()).version;
}

interface KeptDraft {
  readonly keep: () => Promise<AnswerOf<'keepDraft'>>;
  readonly isPending: boolean;
}

export function useKeptDraft(workflow: WorkflowDetail): KeptDraft {
  const store = useWholeStore();
  const drafting = useKeepDraft(workflow.id);
  const guard = useGuardedSave(workflow.id);
  const send = async () => {
    const { history, dialect, savedVersion } = store.getState();
    const { present } = history;
    // What is published of a pipeline changes by itself, too, and it has no drafts but those of runs.
    const from = dialect === 'pipeline' ? undefined : savedVersion;
    const kept = await drafting.mutateAsync({ definition: present, dialect, from });
    // It is what the server keeps of the work from now on; the user may have typed on meanwhile.
    store.setState({ saved: present, savedVersion: kept.version });
    return kept;
  };
  return { keep: () => guard({ kind: 'draft' }, send), isPending: drafting.isPending };
}

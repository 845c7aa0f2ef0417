import { useKeepDraft } from '../../../data/debugging/drafts.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { useEditorStore } from './editor-store.ts';

/** Keeps what is being edited as a draft, and gives its version: a run can name it, and nothing is published. */
export function useDraftVersion(workflow: WorkflowDetail): () => Promise<string> {
  const store = useEditorStore();
  const draft = useKeepDraft(workflow.id);
  return async () => {
    const { history, dialect } = store.getState();
    const { present } = history;
    const { version } = await draft.mutateAsync({ definition: present, dialect });
    // It is what the server keeps of the work from now on.
    store.setState({ saved: present });
    return version;
  };
}

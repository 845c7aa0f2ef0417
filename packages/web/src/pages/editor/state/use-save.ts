// Saving
// S1. What has errors is saved too, as a draft that cannot be started: nobody loses work because it is not finished.
// S2. A save names the version that it was made from. When the server has another one, both stay and the user decides.
import { isObject, type JsonObject } from '@skein/kernel';
import { showToast } from '../../../design/feedback/toasts.ts';
import { ProblemError } from '../../../data/problem.ts';
import { readWorkflow, useSaveWorkflow, type WorkflowDetail } from '../../../data/workflows.ts';
import { change, useEditorStore } from './editor-store.ts';

export interface Saving {
  /** Rejects when nothing was saved; it was told why. */
  readonly save: () => Promise<void>;
  readonly isSaving: boolean;
  /** Takes the place of what somebody else has saved; theirs stays among the versions. */
  readonly overwrite: () => Promise<void>;
  /** Goes on with what somebody else has saved; one's own is one undo away. */
  readonly takeTheirs: () => Promise<void>;
}

export function useSave(workflow: WorkflowDetail): Saving {
  const store = useEditorStore();
  const saving = useSaveWorkflow(workflow.id);
  const saveFrom = async (from: string) => {
    const { history, dialect } = store.getState();
    const { present } = history;
    try {
      const saved = await saving.mutateAsync({ definition: present, dialect, from });
      // The server may have answered while one went on typing: what was sent is what is saved.
      store.setState({ saved: present, version: saved.version, isStale: false });
      const hasErrors = saved.diagnostics.some(({ severity }) => severity === 'error');
      showToast({
        tone: 'ok',
        text: hasErrors ? 'Saved as a draft. Fix its errors before you run it.' : 'Saved.',
      });
    } catch (error) {
      if (isConflict(error)) store.setState({ isStale: true });
      throw error;
    }
  };
  return {
    save: () => saveFrom(store.getState().version),
    isSaving: saving.isPending,
    overwrite: async () => saveFrom((await readWorkflow(workflow.id)).version),
    takeTheirs: async () => {
      const theirs = await readWorkflow(workflow.id);
      const definition: JsonObject = isObject(theirs.definition) ? theirs.definition : {};
      change(store, () => definition);
      store.setState({ saved: definition, version: theirs.version, isStale: false });
    },
  };
}

function isConflict(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === 'VERSION_CONFLICT';
}

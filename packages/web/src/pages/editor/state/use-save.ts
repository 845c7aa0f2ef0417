// Saving
// S1. A definition with errors is saved too, as a draft that cannot run: nobody loses unfinished work.
// S2. A save names the version it is based on. If the server has another one, both are kept and the user decides.
import { isObject, type JsonObject } from '@skein/kernel';
import { showToast } from '../../../design/feedback/toasts.ts';
import { ProblemError } from '../../../data/problem.ts';
import { readWorkflow, useSaveWorkflow, type WorkflowDetail } from '../../../data/workflows.ts';
import { change, useEditorStore } from './editor-store.ts';

/** What people say about a version. */
export interface AboutVersion {
  readonly label?: string | undefined;
  readonly note?: string | undefined;
}

export interface Saving {
  /** Rejects if nothing was saved; the failure has been reported. */
  readonly save: (about?: AboutVersion) => Promise<void>;
  readonly isSaving: boolean;
  /** Replaces what someone else saved; theirs stays in the versions. */
  readonly overwrite: () => Promise<void>;
  /** Continues with what someone else saved; the user's own is one undo away. */
  readonly takeTheirs: () => Promise<void>;
}

export function useSave(workflow: WorkflowDetail): Saving {
  const store = useEditorStore();
  const saving = useSaveWorkflow(workflow.id);
  const saveFrom = async (from: string, about: AboutVersion = {}) => {
    const { history, dialect } = store.getState();
    const { present } = history;
    try {
      const saved = await saving.mutateAsync({ definition: present, dialect, from, ...about });
      // The user may have typed on meanwhile: what was sent is what is saved.
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
    save: (about) => saveFrom(store.getState().version, about),
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

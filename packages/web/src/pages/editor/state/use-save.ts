// Saving
// S1. What is saved is a draft: triggers and other programs stay with what is published. A definition with errors is saved too.
// S2. What is published names the version it is based on. If the server has another one, both are kept and the user decides.
// S3. A pipeline's steps are rows of the server, which have no draft: saving one publishes it.
import { isObject, type JsonObject } from '@skein/kernel';
import { showToast } from '../../../design/feedback/toasts.ts';
import { ProblemError } from '../../../data/problem.ts';
import { queryClient } from '../../../data/query-client.ts';
import { readOlderRuns } from '../../../data/runs.ts';
import { waitingWords } from '../../../versions/waiting-words.ts';
import { useKeepDraft } from '../../../data/debugging/drafts.ts';
import { readWorkflow, useSaveWorkflow, type WorkflowDetail } from '../../../data/workflows.ts';
import { change, useEditorStore } from './editor-store.ts';

/** What people say about a version. */
export interface AboutVersion {
  readonly label?: string | undefined;
  readonly note?: string | undefined;
}

export interface Saving {
  /** Keeps a draft. Rejects if nothing was saved; the failure has been reported. */
  readonly save: () => Promise<void>;
  /** Makes it the version that triggers and other programs use. Rejects like `save`. */
  readonly publish: (about?: AboutVersion) => Promise<void>;
  readonly isSaving: boolean;
  /** Replaces what someone else saved; theirs stays in the versions. */
  readonly overwrite: () => Promise<void>;
  /** Continues with what someone else saved; the user's own is one undo away. */
  readonly takeTheirs: () => Promise<void>;
}

export function useSave(workflow: WorkflowDetail): Saving {
  const store = useEditorStore();
  const saving = useSaveWorkflow(workflow.id);
  const drafting = useKeepDraft(workflow.id);
  const keep = async () => {
    const { history, dialect } = store.getState();
    const { present } = history;
    const { diagnostics } = await drafting.mutateAsync({ definition: present, dialect });
    // The user may have typed on meanwhile: what was sent is what is saved.
    store.setState({ saved: present });
    const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
    showToast({
      tone: 'ok',
      text: keptWords(hasErrors),
    });
  };
  const saveFrom = async (from: string, about: AboutVersion = {}) => {
    const { history, dialect } = store.getState();
    const { present } = history;
    try {
      const saved = await saving.mutateAsync({ definition: present, dialect, from, ...about });
      // The user may have typed on meanwhile: what was sent is what is saved.
      store.setState({
        saved: present,
        published: present,
        version: saved.version,
        isStale: false,
      });
      const hasErrors = saved.diagnostics.some(({ severity }) => severity === 'error');
      showToast({
        tone: 'ok',
        text: publishedWords(workflow.dialect === 'pipeline', hasErrors),
      });
      void tellOfOlder(workflow.id);
    } catch (error) {
      if (isConflict(error)) store.setState({ isStale: true });
      throw error;
    }
  };
  const publish = (about?: AboutVersion) => saveFrom(store.getState().version, about);
  return {
    save: () => (workflow.dialect === 'pipeline' ? publish() : keep()),
    publish,
    isSaving: saving.isPending || drafting.isPending,
    overwrite: async () => saveFrom((await readWorkflow(workflow.id)).version),
    takeTheirs: async () => {
      const theirs = await readWorkflow(workflow.id);
      const definition: JsonObject = isObject(theirs.definition) ? theirs.definition : {};
      change(store, () => definition);
      store.setState({
        saved: definition,
        published: definition,
        version: theirs.version,
        isStale: false,
      });
    },
  };
}

/** Runs that wait stay in their version: whoever publishes learns of them. Somebody who may not move them is not told. */
async function tellOfOlder(workflow: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['runs', 'older', workflow] });
  const report = await readOlderRuns(workflow).catch(() => null);
  const count = report?.runs.length ?? 0;
  if (count > 0)
    showToast({ tone: 'ok', text: `${waitingWords(count)}.`, detail: 'Move them under Versions.' });
}

/** A pipeline is saved, in the words of its only button. */
function publishedWords(isPipeline: boolean, hasErrors: boolean): string {
  if (isPipeline) return keptWords(hasErrors);
  return hasErrors ? 'Published with errors: it cannot run until they are fixed.' : 'Published.';
}

function keptWords(hasErrors: boolean): string {
  return hasErrors ? 'Saved as a draft. Fix its errors before you run it.' : 'Saved.';
}

function isConflict(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === 'VERSION_CONFLICT';
}
